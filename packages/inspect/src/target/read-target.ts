import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { inspectDiagnostic } from '../diagnostics.ts';
import type { PackageFiles } from '../package/files.ts';
import { filesOfFolder } from './folder.ts';
import { SiblingFiles } from './sibling-files.ts';
import { filesOfTarball } from './tarball.ts';

/** A target, ready to be inspected. */
export interface Target {
  /** As it was asked for. */
  readonly target: string;
  readonly files: PackageFiles;
  /** Set when the target is one file: that one is the mod, whatever else lies in its folder. */
  readonly entries?: readonly string[];
  /** What is to be said of how it was found. */
  readonly notes?: readonly string[];
  /** Releases what was fetched. */
  dispose?(): Promise<void>;
}

/** What an npm or git source is fetched to: a folder, in which nothing was run. */
export interface FetchedSource {
  readonly folder: string;
  /** Removes the folder, when it was made for this. */
  dispose?(): Promise<void>;
}

/** How targets are read. */
export interface ReadTargetOptions {
  /** Relative paths start here. */
  readonly cwd: string;
  /** Whether `node_modules` is listed too. */
  readonly deep?: boolean;
  /** Fetches what is no path, such as `npm:name` or `owner/repo`. Without it such a target does not exist. */
  fetchSource?(source: string): Promise<FetchedSource>;
}

/**
 * Reads a file, a folder, a package or a tarball; anything else is handed to `fetchSource`.
 *
 * @throws ModError `INSPECT_TARGET_NOT_FOUND` when there is nothing of that name, `INSPECT_TARGET_UNREADABLE` when a tarball
 *   or a file is there and cannot be opened
 */
export async function readTarget(target: string, options: ReadTargetOptions): Promise<Target> {
  const path = resolve(options.cwd, target);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { target, files: filesOfFolder(path, options.deep) };
  if (stats?.isFile() && /\.(?:tgz|tar|tar\.gz)$/.test(path))
    return { target, files: await filesOfTarball(path) };
  if (stats?.isFile()) {
    const real = realpathSync(path);
    return { target, files: new SiblingFiles(dirname(real)), entries: [basename(real)] };
  }
  const isPath = /^(?:\.{0,2}[/\\]|\.{1,2}$|[a-z]:[\\/])/i.test(target);
  if (options.fetchSource && !isPath) {
    const fetched = await options.fetchSource(target);
    return {
      target,
      files: filesOfFolder(fetched.folder, options.deep),
      notes: isBareName(target) ? [takenForSource(target)] : [],
      ...(fetched.dispose ? { dispose: () => fetched.dispose?.() ?? Promise.resolve() } : {}),
    };
  }
  throw new ModError(
    inspectDiagnostic('INSPECT_TARGET_NOT_FOUND', {
      message: `There is nothing at '${target}'.`,
      where: { file: target },
    }),
  );
}

/** Whether a target may have been meant as a path as well as a source: it names no registry, host or version. */
function isBareName(target: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)?$/.test(target);
}

function takenForSource(target: string): string {
  return `nothing here is called ${target}, so this was fetched; a path is written ./${target}`;
}
