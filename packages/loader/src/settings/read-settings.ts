import { type Locations, settingsFileOf } from '../pipeline/locations.ts';
import type { SettingsFiles } from './combine-settings.ts';
import { readSettingsFile, type SettingsFile } from './read-settings-file.ts';
import type { SettingsLayer } from './settings.ts';
import { validateSettings } from './validate-settings.ts';

/** Settings that a program holds in memory, in place of files: each layer as a whole settings file would be. */
export type SettingsInMemory = Readonly<Partial<Record<SettingsLayer, unknown>>>;

/** Where settings come from. */
export interface SettingsRequest {
  readonly locations: Locations;
  /** Whether the project's two files count: only those of a trusted project do. */
  readonly withProject: boolean;
  readonly inMemory?: SettingsInMemory;
  /** What the last load read: where a file is broken now, its last good content goes on counting. */
  readonly previous?: SettingsFiles;
}

/** Reads the settings files that count, nearest first. */
export async function readSettings(request: SettingsRequest): Promise<SettingsFiles> {
  const { locations, withProject, inMemory, previous = [] } = request;
  const layers: readonly SettingsLayer[] = withProject ? ['local', 'project', 'user'] : ['user'];
  const files = await Promise.all(
    layers.map(async (layer) => {
      const file = settingsFileOf(layer, locations);
      if (inMemory !== undefined) return [{ layer, content: fromMemory(layer, inMemory[layer]) }];
      if (file === undefined) return [];
      const before = previous.find((each) => each.layer === layer)?.content;
      return [{ layer, content: orLastGood(await readSettingsFile(file), before) }];
    }),
  );
  return files.flat();
}

function fromMemory(layer: SettingsLayer, value: unknown = {}): SettingsFile {
  const file = `${layer} settings in memory`;
  const { mods, problems } = validateSettings(value);
  const diagnostics = problems.map(({ message, severity }) => ({
    code: 'SETTINGS_WRONG_VALUE',
    severity,
    message,
  }));
  return { state: 'read', file, mods, diagnostics };
}

function orLastGood(now: SettingsFile, before: SettingsFile | undefined): SettingsFile {
  if (now.state !== 'broken' || before?.state !== 'read') return now;
  return { ...before, diagnostics: [now.diagnostic] };
}
