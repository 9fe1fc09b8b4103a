/** What is checked: where it is, and which of its files are mods. */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type ApiRange, type OfferedMod, resolveModPath } from '@cmd-mods/loader/load';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { checkError } from './diagnostics.ts';

/** A target, found and not yet read. */
export interface Target {
  /** `file`: one loose mod, whatever lies beside it. `folder`: a folder of mods, with a package.json or without. */
  readonly kind: 'file' | 'folder';
  /** The folder that paths are relative to: the target itself, or the file's folder; a real path. */
  readonly root: string;
  /** The path of package.json, where a folder has one. */
  readonly packageJson: string | undefined;
  readonly mods: readonly OfferedMod[];
  readonly skills: readonly string[];
  readonly apiRange: ApiRange | undefined;
  /** What the loader says of the manifest. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the mods of a file or folder as the loader would.
 *
 * @throws ModError `CHECK_TARGET_MISSING`, or `CHECK_TARGET_UNUSABLE` for a file that can be no mod.
 */
export async function findTarget(path: string, cwd: string): Promise<Target> {
  const full = resolve(cwd, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined)
    throw checkError('CHECK_TARGET_MISSING', {
      message: `Nothing is at ${path}.`,
      where: { file: full },
    });
  const real = realpathSync(full);
  const found = await resolveModPath(real);
  if (!stats.isDirectory()) {
    if (found.kind !== 'mods')
      throw checkError('CHECK_TARGET_UNUSABLE', {
        message: `${basename(full)} is not a .ts, .mts, .js or .mjs file, or it is a declaration.`,
        where: { file: full },
      });
    const none = { packageJson: undefined, skills: [], apiRange: undefined, diagnostics: [] };
    return { kind: 'file', root: dirname(real), mods: found.mods, ...none };
  }
  const packageJson = join(real, 'package.json');
  const base = {
    kind: 'folder' as const,
    root: real,
    packageJson: statSync(packageJson, { throwIfNoEntry: false })?.isFile() ? packageJson : undefined,
  };
  if (found.kind !== 'mods') {
    const diagnostics =
      found.kind === 'unusable' ? [...found.diagnostics, found.diagnostic] : [found.diagnostic];
    return { ...base, mods: [], skills: [], apiRange: undefined, diagnostics };
  }
  const { mods, skills, apiRange, diagnostics } = found;
  return { ...base, mods, skills, apiRange, diagnostics };
}
