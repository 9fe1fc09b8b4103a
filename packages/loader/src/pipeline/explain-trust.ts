import { existsSync } from 'node:fs';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from './diagnostics.ts';
import { type Locations, settingsFileOf } from './locations.ts';
import type { Dropped } from './types.ts';

/**
 * Says that a project's own mods or settings do not count, and what makes them count: trust, but in a run without a screen only
 * an option. A project that has neither draws no notice.
 */
export function explainTrust(
  locations: Locations,
  dropped: readonly Dropped[],
  projectStaysOut: 'not-trusted' | 'headless' | undefined,
  headless = false,
): readonly Diagnostic[] {
  const { projectRoot } = locations;
  if (projectStaysOut === undefined || projectRoot === undefined) return [];
  const where = { file: projectRoot };
  const count = dropped.filter(({ reason }) => reason === projectStaysOut).length;
  const mods = count === 1 ? 'A mod' : `${count} mods or sources`;
  if (projectStaysOut === 'headless') {
    if (count === 0) return [];
    const message = `${mods} of the project ${count === 1 ? 'stays' : 'stay'} out of a run without a screen.`;
    return [pipelineDiagnostic('PROJECT_LEFT_OUT', { message, where })];
  }
  const files = [settingsFileOf('project', locations), settingsFileOf('local', locations)];
  const hasSettings = files.some((file) => file !== undefined && existsSync(file));
  if (count === 0 && !hasSettings) return [];
  const what = count === 0 ? 'Its settings do' : 'Its own mods and settings do';
  const message = `The project ${projectRoot} is not trusted. ${what} not count.`;
  if (headless) return [pipelineDiagnostic('PROJECT_LEFT_OUT', { message, where })];
  return [pipelineDiagnostic('PROJECT_NOT_TRUSTED', { message, where })];
}
