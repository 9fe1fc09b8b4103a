/** A package read and solved: who uses what, for those who have more to say about it than a report does. */

import { Ledger, type Reader } from './ledger.ts';
import type { PackageFiles } from './package/files.ts';
import type { Manifest } from './package/manifest.ts';
import { openPackage } from './package/opened-package.ts';
import { solve } from './solve/solver.ts';
import type { Solution } from './solve/uses.ts';

/** How to look at the files; the same as for a report. */
export interface SolveOptions {
  readonly entries?: readonly string[];
  readonly deep?: boolean;
  readonly read?: Reader;
}

/** What came of it. */
export interface SolvedPackage {
  readonly manifest: Manifest;
  /** What is wrong with the manifest. */
  readonly problem?: string;
  readonly entries: { readonly paths: readonly string[]; readonly notes: readonly string[] };
  /** Every use of the API and of the world around, in the closure of the entries' imports. Places are offsets in files. */
  readonly solution: Solution;
  readonly ledger: Ledger;
}

/** Reads the closure of the entries' imports and follows the API through it. Runs nothing, and never throws for what it reads. */
export function solvePackage(files: PackageFiles, options: SolveOptions = {}): SolvedPackage {
  const { manifest, problem, entries, resolve } = openPackage(files, options);
  const ledger = new Ledger(files, options.read);
  const solution = solve(entries.paths, {
    resolve,
    facts: (path) => ledger.facts(path),
    onReach: (from, resolution) => ledger.reach(from, resolution),
  });
  return { manifest, ...(problem === undefined ? {} : { problem }), entries, solution, ledger };
}
