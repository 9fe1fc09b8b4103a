import { findLocations, trustProject, untrustProject } from '@cmd-mods/loader';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { printJson } from '../../render/print-json.ts';
import { whereIn } from '../../run/load-run-mods.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of `cmd mods trust` and `cmd mods untrust`. */
export interface TrustOptions {
  readonly verb: 'trust' | 'untrust';
  readonly json?: boolean;
}

/** `cmd mods trust` and `untrust`: whether this project's own mods, settings and sources count, from the next start on. */
export async function trust({ verb, json }: TrustOptions, io: Io): Promise<ExitCode> {
  const { projectRoot, home } = findLocations(whereIn(io));
  if (projectRoot === undefined) {
    throw new UsageError(diagnostic('PROJECT_NONE', { message: `${io.cwd} is the home folder.` }));
  }
  const isTrust = verb === 'trust';
  const change = isTrust ? await trustProject(projectRoot, home) : await untrustProject(projectRoot, home);
  if (json) printJson({ trusted: isTrust, ...change }, io);
  else io.stdout(`${sentence(isTrust, change.changed, change.project)}\n`);
  return EXIT.ok;
}

function sentence(isTrust: boolean, isChanged: boolean, project: string): string {
  if (!isChanged) return `${project} ${isTrust ? 'is trusted already.' : 'is not trusted.'}`;
  return isTrust
    ? `${project} is trusted. Its own mods load from the next start on; cmd mods list shows them.`
    : `${project} is not trusted any more. Its own mods stay out from the next start on.`;
}
