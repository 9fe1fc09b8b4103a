import type { NpmPackage, NpmVersion } from '../../net/npm-package.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import type { RuleId } from '../table.ts';
import { repositoryIdentity } from './slugs.ts';

/** What an entry names on npm. */
export interface NpmTarget {
  readonly name: string;
  /** An exact version that the source pins. */
  readonly version?: string;
  /** The key that names it, for findings. */
  readonly field: 'npm' | 'source';
}

/** What npm says against an entry, from the description of its package alone. */
export function* checkPackage(entry: EntryView, target: NpmTarget, found: NpmPackage): Generator<Problem> {
  const problem = (rule: RuleId, message: string, hint?: string): Problem => ({
    rule,
    path: ['mods', entry.index, target.field],
    message,
    ...(hint === undefined ? {} : { hint }),
  });
  const version = versionOf(target, found);
  if (version === undefined) {
    const what = target.version === undefined ? 'no published version' : `no version ${target.version}`;
    yield problem('npm-exists', `The npm package ${found.name} has ${what}.`);
    return;
  }
  const { deprecated, keywords, license, installScripts } = version;
  if (deprecated !== undefined) yield problem('npm-deprecated', `${found.name} is deprecated: ${deprecated}`);
  if (!keywords.includes('cmd-mod')) yield problem('npm-keyword', `${found.name} has no keyword "cmd-mod".`);
  if (license === undefined || /^(?:unlicensed|none)$/i.test(license)) {
    yield problem('license', `${found.name} names no license.`);
  }
  if (installScripts.length > 0) {
    yield problem(
      'lifecycle-scripts',
      `${found.name} has ${installScripts.join(', ')}, which never ${installScripts.length === 1 ? 'runs' : 'run'}.`,
    );
  }
  yield* checkRepository(entry, found.name, version);
}

/** The version that people get: the pinned one, or the latest. */
export function versionOf(target: NpmTarget, found: NpmPackage): NpmVersion | undefined {
  return found.versions.get(target.version ?? found.latest);
}

function* checkRepository(
  { index, repo }: EntryView,
  name: string,
  { repository }: NpmVersion,
): Generator<Problem> {
  if (repo === undefined) return;
  const path = ['mods', index, 'repo'] as const;
  if (repository === undefined) {
    yield { rule: 'repo-matches', path, message: `package.json of ${name} names no repository.` };
    return;
  }
  const [written, published] = [repositoryIdentity(repo), repositoryIdentity(repository)];
  if (written === undefined || written === published) return;
  yield {
    rule: 'repo-matches',
    path,
    message: `repo is ${repo}, but package.json of ${name} names ${repository}.`,
  };
}
