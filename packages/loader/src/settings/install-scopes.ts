import type { InstallScope } from '../install/types.ts';
import { type Locations, settingsFileOf } from '../pipeline/locations.ts';
import { isTrusted } from '../trust/trust-store.ts';
import { createSettingsWriter } from './settings-writer.ts';

/** The scopes in which sources can be configured, as add, remove, update and ci take them: the project's first, where there is one. */
export async function installScopes(locations: Locations): Promise<readonly InstallScope[]> {
  const { home, projectRoot } = locations;
  const user: InstallScope = {
    name: 'user',
    root: home,
    settings: writerOf('user', locations),
    trusted: true,
  };
  if (projectRoot === undefined) return [user];
  const trusted = await isTrusted(projectRoot, home);
  return [{ name: 'project', root: projectRoot, settings: writerOf('project', locations), trusted }, user];
}

function writerOf(layer: 'project' | 'user', locations: Locations): InstallScope['settings'] {
  const file = settingsFileOf(layer, locations);
  if (file === undefined) throw new Error(`There is no ${layer} scope here.`);
  return createSettingsWriter(file);
}
