import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { scopePaths } from '../install/scope-paths.ts';
import { type LockEntry, readLock } from '../lock/lock-file.ts';
import { parseSource } from '../sources/parse-source.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import type { LocatedSource } from './locate-source.ts';
import type { Locations } from './locations.ts';
import { readPackageJson } from './read-package-json.ts';
import type { Candidate, Dropped, Scope, StepResult } from './types.ts';

/** What the locks of the scopes record, by identity. */
type LockedSources = Readonly<Record<Scope, Readonly<Record<string, LockEntry>>>>;

/**
 * Looks at the sources that are installed: what is installed loads, with a warning where the settings ask for something else
 * meanwhile. When asked to verify, a tree that differs from the lock, or that no lock records, does not load.
 */
export async function checkInstalled(
  candidates: readonly Candidate[],
  sources: readonly LocatedSource[],
  locations: Locations,
  verify: boolean,
): Promise<StepResult<Candidate>> {
  const installed = sources.filter(({ isThere, parsed }) => isThere && parsed.kind !== 'local');
  if (installed.length === 0) return { kept: candidates, dropped: [], diagnostics: [] };
  const { locked, diagnostics } = await readLocks(locations, installed);
  const kept: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const source = installed.find(({ origin }) => origin === candidate.origin);
    const entry = source && locked[source.origin.scope][source.origin.identity];
    const changed = source && verify ? await verifySource(source, entry) : undefined;
    if (changed !== undefined) {
      dropped.push({ path: candidate.path, origin: candidate.origin, reason: 'changed', by: changed.code });
      diagnostics.push(changed);
      continue;
    }
    kept.push(candidate);
    if (source !== undefined) diagnostics.push(...(await differs(source, entry)));
  }
  return { kept, dropped, diagnostics };
}

/** The locks of the scopes that have something installed. A lock that cannot be read is reported and records nothing. */
async function readLocks(
  { home, projectRoot = home }: Locations,
  installed: readonly LocatedSource[],
): Promise<{ readonly locked: LockedSources; readonly diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const read = async (scope: Scope): Promise<Readonly<Record<string, LockEntry>>> => {
    if (!installed.some(({ origin }) => origin.scope === scope)) return {};
    try {
      const { sources } = await readLock(scopePaths(scope === 'user' ? home : projectRoot).lockFile);
      return sources;
    } catch (error) {
      if (!ModError.isInstance(error)) throw error;
      diagnostics.push(error.diagnostic);
      return {};
    }
  };
  return { locked: { project: await read('project'), user: await read('user') }, diagnostics };
}

async function verifySource(
  { path, origin }: LocatedSource,
  entry: LockEntry | undefined,
): Promise<Diagnostic | undefined> {
  if (entry === undefined) {
    const message = `The source ${origin.source} is installed, and mods.lock.json does not record it.`;
    return pipelineDiagnostic('SOURCE_NOT_LOCKED', { message, where: { file: path } });
  }
  const { verifyTree } = await import('../lock/tree-integrity.ts');
  return verifyTree(path, origin.identity, entry);
}

async function differs(source: LocatedSource, entry: LockEntry | undefined): Promise<readonly Diagnostic[]> {
  const { path, origin } = source;
  const other = await installedOther(source, entry);
  if (other === undefined) return [];
  const message = `${other} is installed, and the settings ask for ${origin.source}. What is installed loads.`;
  const hint = `Run cmd mods update ${origin.source}`;
  return [pipelineDiagnostic('INSTALLED_DIFFERS', { message, where: { file: path }, hint })];
}

/** What is installed, in words, when it is not what the settings ask for. A tag may name another version any day, so it asks for none. */
async function installedOther(
  { parsed, path, origin }: LocatedSource,
  entry: LockEntry | undefined,
): Promise<string | undefined> {
  if (parsed.kind === 'git') {
    if (entry === undefined || entry.source === origin.source) return undefined;
    const before = parseSource(entry.source);
    return before.kind === 'git' && before.ref !== parsed.ref ? entry.source : undefined;
  }
  if (parsed.kind !== 'npm' || parsed.want.kind === 'tag') return undefined;
  const { kind, value } = parsed.want;
  const packageJson = await readPackageJson(path);
  const version = packageJson.state === 'read' ? packageJson.content.version : undefined;
  if (typeof version !== 'string' || version === value) return undefined;
  if (kind === 'range') {
    const { default: semver } = await import('semver');
    if (semver.satisfies(version, value)) return undefined;
  }
  return `${parsed.name} ${version}`;
}
