import { resolve } from 'node:path';
import { API_VERSION } from '@cmd-mods/mod-api';
import { combineSettings } from '../settings/combine-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { readTrustedProjects } from '../trust/trust-store.ts';
import { discover } from './discover.ts';
import { explainTrust } from './explain-trust.ts';
import { filterSource } from './filter-source.ts';
import type { FindModsOptions, FoundMods } from './find-options.ts';
import { fit } from './fit.ts';
import { gate, whyProjectStaysOut } from './gate.ts';
import type { LocatedSource } from './locate-source.ts';
import { findLocations, type Locations, realPathOf } from './locations.ts';
import { openCandidate } from './open-candidate.ts';
import { applyPrecedence } from './precedence.ts';
import { readSelection } from './selection.ts';
import { shadowSources } from './shadow-sources.ts';
import { summarizeSources } from './summarize-sources.ts';
import type { Candidate, StepResult } from './types.ts';

/**
 * Finds the mods that a start would load, and says of everything else why not. Reads folders, manifests and settings;
 * runs no mod, fetches nothing, writes nothing.
 */
export async function findMods(options: FindModsOptions = {}): Promise<FoundMods> {
  const { env = process.env, headless = false, allowProject = false, safeMode = false } = options;
  const locations = findLocations({ ...options, env });
  const { cwd, home, projectRoot } = locations;

  const trusted = await readTrustedProjects(home);
  const isProjectTrusted =
    allowProject || projectRoot === undefined || trusted.roots.has(realPathOf(projectRoot));
  const projectStaysOut = whyProjectStaysOut({ isProjectTrusted, headless, allowProject });

  const settingsFiles = await readSettings({
    locations,
    withProject: isProjectTrusted,
    ...(options.settings && { inMemory: options.settings }),
    ...(options.previousSettings && { previous: options.previousSettings }),
  });
  const settings = combineSettings(settingsFiles);

  const flagPaths = (options.modPaths ?? []).map((path) => resolve(cwd, path));
  const discovered = await discover(locations, settings, flagPaths);
  const { disableAll, broken } = settings;
  const gated = gate(discovered.candidates, { safeMode, projectStaysOut, disableAll, broken });
  const unshadowed = shadowSources(gated.kept);
  const installed = await checkSources(unshadowed.kept, discovered.sources, locations, options.verify);
  const opened = await Promise.all(
    installed.kept.map(async (candidate) => filterSource(candidate, await openCandidate(candidate))),
  );
  const fitting = await fit(
    opened.flatMap(({ kept }) => kept),
    options.apiVersion ?? API_VERSION,
  );
  const ordered = applyPrecedence(fitting.kept, {
    taken: options.takenNames ?? new Map(),
    disabled: settings.disabled,
    only: readSelection(env.CMD_MODS_ONLY),
  });

  const skills = opened.flatMap((each) => each.skills);
  const steps = [discovered, installed, ...opened, fitting, ordered];
  return {
    locations,
    isProjectTrusted,
    mods: ordered.kept,
    sources: summarizeSources(unshadowed.kept, discovered.sources, ordered.kept, skills, ordered.dropped),
    skills,
    dropped: [...gated.dropped, ...unshadowed.dropped, ...steps.flatMap(({ dropped }) => dropped)],
    diagnostics: [
      ...(trusted.diagnostic ? [trusted.diagnostic] : []),
      ...settings.diagnostics,
      ...explainTrust(locations, gated.dropped, projectStaysOut, headless),
      ...steps.flatMap(({ diagnostics }) => diagnostics),
    ],
    settings,
    settingsFiles,
  };
}

/** What reads the lock is loaded only when there is a source. */
async function checkSources(
  candidates: readonly Candidate[],
  sources: readonly LocatedSource[],
  locations: Locations,
  verify = false,
): Promise<StepResult<Candidate>> {
  if (sources.length === 0) return { kept: candidates, dropped: [], diagnostics: [] };
  const { checkInstalled } = await import('./check-installed.ts');
  return checkInstalled(candidates, sources, locations, verify);
}
