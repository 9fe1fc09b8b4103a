import type { Diagnostic } from '@cmd-mods/mod-api';
import { scopePaths } from '../install/scope-paths.ts';
import { readLock } from '../lock/lock-file.ts';
import { parseSource } from '../sources/parse-source.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import type { VerifySource } from './find-options.ts';
import type { LocatedSource } from './locate-source.ts';
import type { Locations } from './locations.ts';
import { readPackageJson } from './read-package-json.ts';
import type { Candidate, Dropped, StepResult } from './types.ts';

/**
 * Looks at the sources that are installed: what is installed loads, with a warning where the settings ask for something else
 * meanwhile; when asked to verify, a tree that differs from the lock does not load.
 */
export async function checkInstalled(
  candidates: readonly Candidate[],
  sources: readonly LocatedSource[],
  { home, projectRoot = home }: Locations,
  verify: VerifySource | undefined,
): Promise<StepResult<Candidate>> {
  const kept: Candidate[] = [];
  const dropped: Dropped[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const candidate of candidates) {
    const source = sources.find(({ origin }) => origin === candidate.origin);
    if (source === undefined || !source.isThere || source.parsed.kind === 'local') {
      kept.push(candidate);
      continue;
    }
    const root = source.origin.scope === 'user' ? home : projectRoot;
    const { path, origin } = source;
    const changed = await verify?.({ root, identity: origin.identity, path });
    if (changed !== undefined) {
      dropped.push({ path, origin, reason: 'changed', by: changed.code });
      diagnostics.push(changed);
      continue;
    }
    kept.push(candidate);
    const other = await installedOther(source, root);
    if (other === undefined) continue;
    const message = `${other} is installed, and the settings ask for ${origin.source}. What is installed loads.`;
    const hint = `Run cmd mods update ${origin.source}`;
    diagnostics.push(pipelineDiagnostic('INSTALLED_DIFFERS', { message, where: { file: path }, hint }));
  }
  return { kept, dropped, diagnostics };
}

/** What is installed, in words, when it is not what the settings ask for. */
async function installedOther(
  { parsed, path, origin }: LocatedSource,
  root: string,
): Promise<string | undefined> {
  if (parsed.kind === 'npm') {
    const { kind, value } = parsed.want;
    if (kind === 'tag') return undefined;
    const packageJson = await readPackageJson(path);
    const version = packageJson.state === 'read' ? packageJson.content.version : undefined;
    if (typeof version !== 'string' || version === value) return undefined;
    if (kind === 'range') {
      const { default: semver } = await import('semver');
      if (semver.satisfies(version, value)) return undefined;
    }
    return `${parsed.name} ${version}`;
  }
  if (parsed.kind !== 'git') return undefined;
  const entry = await lockEntryOf(origin.identity, root);
  if (entry === undefined || entry.source === origin.source) return undefined;
  const before = parseSource(entry.source);
  return before.kind === 'git' && before.ref !== parsed.ref ? entry.source : undefined;
}

async function lockEntryOf(identity: string, root: string): Promise<{ readonly source: string } | undefined> {
  const { sources } = await readLock(scopePaths(root).lockFile);
  return sources[identity];
}
