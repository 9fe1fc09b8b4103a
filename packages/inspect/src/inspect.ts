/** The whole scan, as one pure function: files in, report out. */

import { heldAgainst, readAllowance } from './allowance.ts';
import { CollectedFindings } from './findings.ts';
import { lineAndColumn, type Reader } from './ledger.ts';
import type { PackageFiles } from './package/files.ts';
import type { Manifest } from './package/manifest.ts';
import { isSource } from './package/paths.ts';
import { type Because, type InspectReport, LEXICAL_NOTE, type Position, type ReachEntry } from './report.ts';
import { RULES } from './rules/rules.ts';
import type { Place } from './solve/values.ts';
import { solvePackage } from './solve-package.ts';
import { REACHES, type Reach } from './tables/capability.ts';

/** How to look at the files. */
export interface InspectOptions {
  /** What the report calls the target. */
  readonly target?: string;
  /** The mods, where the package is not to be asked: paths from its root. */
  readonly entries?: readonly string[];
  /** Whether packages in `node_modules` are read too, as far as the files have them. */
  readonly deep?: boolean;
  /** Turns a file into facts; the default does it here and now. */
  readonly read?: Reader;
}

/** Scripts that package managers run by themselves. */
const LIFECYCLE: ReadonlySet<string> = new Set(
  'preinstall install postinstall prepare preprepare postprepare prepublish prepublishOnly prepack postpack preuninstall uninstall postuninstall dependencies'.split(
    ' ',
  ),
);

/**
 * Says what the mods of a package hook, add and can reach. Reads the closure of the entries' imports, and runs nothing.
 * Never throws for what it reads: a file that cannot be read is named, and makes clean answers unknown.
 *
 * Source: mods page, "Trust and safety".
 */
export function inspect(files: PackageFiles, options: InspectOptions = {}): InspectReport {
  const { manifest, problem, entries, ledger, solution } = solvePackage(files, options);

  const position = ({ file, pos }: Place): Position => {
    const one = solution.files[file];
    return one
      ? { file: one.path, ...lineAndColumn(one.facts.lineStarts, pos) }
      : { file: '', line: 1, column: 1 };
  };
  const starts = new Set(entries.paths);
  const findings = new CollectedFindings(position, (file) => ledger.pathTo(file, starts));
  for (const rule of RULES) rule({ solution, manifest, files: solution.files, position }, findings);

  const hasUnread = ledger.hasUnread() || (entries.paths.length === 0 && [...files.keys()].some(isSource));
  const lists = findings.lists();
  const declared =
    manifest.declaredReach === undefined
      ? undefined
      : readAllowance(manifest.declaredReach, 'commandcode.reach');
  const report: InspectReport = {
    schemaVersion: 1,
    target: options.target ?? manifest.name ?? '.',
    ...(manifest.name === undefined ? {} : { name: manifest.name }),
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
    entries: entries.paths,
    files: ledger.entries(),
    ...lists,
    reach: statesOf(findings, hasUnread),
    scripts: lifecycleScripts(manifest, files),
    binaries: manifest.binaries,
    notes: [
      ...(problem === undefined ? [] : [problem]),
      ...entries.notes,
      ...ledger.damaged.map(
        (path) => `${path} is not valid UTF-8; the bytes that are none were read as U+FFFD`,
      ),
      ...(declared && 'problems' in declared ? declared.problems : []),
      ...lists.notes,
      LEXICAL_NOTE,
    ],
    lexical: true,
  };
  return declared && 'allow' in declared
    ? { ...report, declared: heldAgainst(report, declared.allow) }
    : report;
}

function statesOf(findings: CollectedFindings, hasUnread: boolean): Record<Reach, ReachEntry> {
  const because: Because[] = [];
  if (findings.evidenceOf('dynamic').length > 0) because.push('dynamic');
  if (findings.evidenceOf('external').length > 0) because.push('external');
  if (hasUnread) because.push('unread');
  const stateOf = (kind: Reach): ReachEntry => {
    const evidence = findings.evidenceOf(kind);
    if (evidence.length > 0) return { state: 'yes', evidence };
    const reasons = kind === 'dynamic' ? because.filter((reason) => reason === 'unread') : because;
    return reasons.length > 0 ? { state: 'unknown', because: reasons, evidence } : { state: 'no', evidence };
  };
  return Object.fromEntries(REACHES.map((kind) => [kind, stateOf(kind)])) as Record<Reach, ReachEntry>;
}

/** Scripts that an ordinary install would run; `node-gyp` runs by itself where there is a `binding.gyp`. */
function lifecycleScripts(manifest: Manifest, files: PackageFiles): { name: string; command: string }[] {
  const scripts = Object.entries(manifest.scripts)
    .filter(([name]) => LIFECYCLE.has(name))
    .map(([name, command]) => ({ name, command }));
  if (files.has('binding.gyp') && !scripts.some(({ name }) => name === 'install' || name === 'preinstall'))
    scripts.push({ name: 'install', command: 'node-gyp rebuild' });
  return scripts;
}
