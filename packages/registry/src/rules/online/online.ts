import pMap from 'p-map';
import type { RegistryIo, Scan } from '../../io.ts';
import type { Answer } from '../../net/answer.ts';
import { openServers, type Servers } from '../../net/servers.ts';
import { scanWithInspect } from '../../scan.ts';
import { type EntryView, readSource } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import { checkContent } from './check-content.ts';
import { checkRepository, githubTargets } from './check-github.ts';
import { checkPackage, type NpmTarget } from './check-npm.ts';

/** How the online rules run. */
export interface OnlineOptions {
  readonly io: RegistryIo;
  /** How many entries are looked at at a time. */
  readonly concurrency: number;
  readonly scan?: Scan;
}

/** Asks npm and GitHub about entries. What cannot be found out is a finding of its own, and no error. */
export async function checkEntriesOnline(
  entries: readonly EntryView[],
  { io, concurrency, scan = scanWithInspect }: OnlineOptions,
): Promise<Problem[]> {
  const servers = await openServers(io);
  let done = 0;
  const found = await pMap(
    entries,
    async (entry) => {
      const problems = [
        ...(await checkNpm(entry, servers, scan, io)),
        ...(await checkGithub(entry, servers)),
      ];
      done += 1;
      io.onProgress?.(`asked about ${done} of ${entries.length} entries`);
      return problems;
    },
    { concurrency, ...(io.signal === undefined ? {} : { signal: io.signal }) },
  );
  return found.flat();
}

async function checkNpm(entry: EntryView, servers: Servers, scan: Scan, io: RegistryIo): Promise<Problem[]> {
  const target = npmTarget(entry);
  if (target === undefined) return [];
  const path = ['mods', entry.index, target.field];
  const answer = await servers.npmPackage(target.name);
  if (answer.state === 'missing') {
    return [{ rule: 'npm-exists', path, message: `There is no npm package ${target.name}.` }];
  }
  if (answer.state === 'unverified') return [unverified(path, `npm was asked about ${target.name}`, answer)];
  const problems = [...checkPackage(entry, target, answer.value)];
  if (problems.some(({ rule }) => rule === 'npm-exists')) return problems;
  const version = target.version ?? answer.value.latest;
  return [...problems, ...(await checkContent(entry, { ...target, version }, scan, io))];
}

async function checkGithub(entry: EntryView, servers: Servers): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const target of githubTargets(entry)) {
    const path = ['mods', entry.index, target.field];
    const answer = await servers.repository(target.slug);
    if (answer.state === 'missing') {
      const message = `GitHub has no public repository ${target.slug}.`;
      problems.push({ rule: 'github-exists', path, message });
    } else if (answer.state === 'unverified') {
      problems.push(unverified(path, `GitHub was asked about ${target.slug}`, answer));
    } else {
      problems.push(...checkRepository(entry, target, answer.value));
    }
  }
  return problems;
}

/** The package that an entry names: its source when that is one, or else `npm`. */
export function npmTarget(entry: EntryView): NpmTarget | undefined {
  const { identity, source, npm, isPlain } = entry;
  if (identity?.startsWith('npm:')) {
    const name = identity.slice('npm:'.length);
    const { parsed } = isPlain ? {} : readSource(source);
    const pinned = parsed?.kind === 'npm' && parsed.want.kind === 'version' ? parsed.want.value : undefined;
    return { name, field: 'source', ...(pinned === undefined ? {} : { version: pinned }) };
  }
  if (npm === undefined || !/^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/.test(npm))
    return undefined;
  return { name: npm, field: 'npm' };
}

function unverified(
  path: Problem['path'],
  what: string,
  answer: Extract<Answer<never>, { state: 'unverified' }>,
): Problem {
  return { rule: 'unverified', path, message: `${what}, and ${answer.why}.` };
}
