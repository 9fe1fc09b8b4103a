/** Reads case folders, and scores reports against what they expect. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InspectReport, REACHES, type Reach } from '@cmd-mods/inspect';

/** What `expected.json` of a case says. */
export interface Expected {
  readonly name: string;
  readonly category: string;
  readonly entry: string;
  readonly reach: Readonly<Record<Reach, boolean | 'any'>>;
  readonly accept: {
    readonly dynamic_instead: boolean;
    readonly unread_instead: boolean;
    readonly external_instead: boolean;
  };
  readonly parse_error: boolean;
  readonly warn: string | null;
}

/** A case: its folder and what is expected of it. */
export interface Case {
  readonly folder: string;
  readonly expected: Expected;
}

const here = dirname(fileURLToPath(import.meta.url));

/** The folders with cases: ours, and the shared ones where they can be had. */
export function caseFolders(): string[] {
  const own = join(here, '../fixtures/cases');
  const shared = process.env.CMD_MODS_INSPECT_CASES ?? join(here, '../../../../../shared/cases/inspect');
  return existsSync(shared) ? [own, shared] : [own];
}

/** The cases in a folder, in order. */
export function casesIn(folder: string): Case[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'expected.json')))
    .map(({ name }) => join(folder, name))
    .sort()
    .map((path) => ({
      folder: path,
      expected: JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')) as Expected,
    }));
}

/** The text files of a case, without what is expected. */
export function sourcesOf({ folder }: Case): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}

/** What was right and wrong about one report. */
export interface Score {
  readonly found: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Holds a report against what is expected. With `dynamicPasses`, a name that could not be worked out and is called dynamic
 * counts as found.
 */
export function score(report: InspectReport, expected: Expected, dynamicPasses = false): Score {
  const isYes = (kind: Reach): boolean => report.reach[kind].state === 'yes';
  const isUnread = report.files.some((file) => file.reached && file.read !== 'full');
  const passes =
    ((expected.accept.dynamic_instead || dynamicPasses) && isYes('dynamic')) ||
    (expected.accept.unread_instead && isUnread) ||
    (expected.accept.external_instead && isYes('external'));
  const missed: string[] = [];
  const wrong: string[] = [];
  let found = 0;
  let isExcused = false;
  for (const kind of REACHES) {
    if (expected.reach[kind] !== true) continue;
    if (isYes(kind)) found += 1;
    else if (passes) {
      found += 1;
      isExcused = true;
    } else missed.push(kind);
  }
  for (const kind of REACHES)
    if (expected.reach[kind] === false && isYes(kind) && !(isExcused && kind === 'dynamic')) wrong.push(kind);
  if (expected.parse_error && !report.files.some(({ read }) => read === 'partial'))
    missed.push('the syntax error');
  if (expected.warn !== null && !report.notes.some((note) => note.includes(expected.warn ?? '')))
    missed.push(expected.warn);
  return { found, missed, wrong };
}

/** Sums of scores. */
export class Tally {
  found = 0;
  missed = 0;
  wrong = 0;
  exact = 0;
  total = 0;

  add({ found, missed, wrong }: Score): void {
    this.found += found;
    this.missed += missed.length;
    this.wrong += wrong.length;
    this.exact += missed.length + wrong.length === 0 ? 1 : 0;
    this.total += 1;
  }

  get recall(): number {
    return this.found + this.missed === 0 ? 1 : this.found / (this.found + this.missed);
  }

  get precision(): number {
    return this.found + this.wrong === 0 ? 1 : this.found / (this.found + this.wrong);
  }

  line(name: string): string {
    return `${name.padEnd(10)} precision ${this.precision.toFixed(3)}  recall ${this.recall.toFixed(3)}  exact ${this.exact}/${this.total}`;
  }
}
