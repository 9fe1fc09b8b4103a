import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { refuseFileGit } from '../install/configured.ts';
import { resolveGit } from './git.ts';
import { checkoutGit } from './git-checkout.ts';
import { downloadNpm, resolveNpm } from './npm.ts';
import { readNpmrc } from './npmrc.ts';
import { parseSource } from './parse-source.ts';
import { unpack } from './unpack.ts';

/** How servers are reached. */
export interface FetchSourceOptions {
  /** The person's home folder, for `.npmrc`. Absolute. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** A package that was fetched to be looked at. */
export interface FetchedPackage {
  /** Its files, in a temporary folder. Dependencies are not among them. */
  readonly folder: string;
  /** What was fetched: an npm version, or a commit. */
  readonly revision: string;
  readonly warnings: readonly Diagnostic[];
  /** Deletes the folder. */
  dispose(): Promise<void>;
}

/**
 * Fetches an npm or git source into a temporary folder, to look at it: nothing is installed, recorded or run.
 *
 * Throws `ModError` for text that is no such source, and when it cannot be fetched; then no folder is left.
 */
export async function fetchSource(text: string, options: FetchSourceOptions): Promise<FetchedPackage> {
  const { home, env, signal } = options;
  const source = parseSource(text);
  if (source.kind === 'local') throw new TypeError(`"${text}" is a path, and there is nothing to fetch.`);
  refuseFileGit(source, env);
  const folder = await mkdtemp(join(tmpdir(), 'cmd-mods-fetch-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const tree = join(folder, 'tree');
  try {
    if (source.kind === 'git') {
      const access = { env, ...(signal && { signal }) };
      // Not in the project: a repository there has settings of its own, which could redirect git.
      const revision = await resolveGit(source, tmpdir(), access);
      const { warnings } = await checkoutGit(source, revision, tree, access);
      return { folder: tree, revision: revision.commit, warnings, dispose };
    }
    const { settings, warnings } = await readNpmrc({ home, env });
    const access = { settings, ...(signal && { signal }) };
    const release = await resolveNpm(source, access);
    const archive = join(folder, 'package.tgz');
    await downloadNpm(release, archive, access);
    const unpacked = await unpack(archive, tree, `${release.name}@${release.version}`);
    return { folder: tree, revision: release.version, warnings: [...warnings, ...unpacked], dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
