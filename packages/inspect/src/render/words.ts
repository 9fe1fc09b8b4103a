/** The words for what a report says: one table for text, page and SARIF. */

import type { Because, InspectReport, ReachEntry } from '../report.ts';
import type { Reach } from '../tables/capability.ts';

/** What each kind of reach means, as it follows "the mod". */
export const REACH_WORDS: Readonly<Record<Reach, string>> = {
  dynamic: 'runs text as code, or loads code whose name only run time knows',
  native: 'loads compiled code, which no scan sees into',
  process: 'starts or signals other processes',
  permission: 'answers permission prompts before a person sees them',
  transcript: 'rewrites what the transcript keeps',
  network: 'speaks over the network',
  fs_write: 'writes, moves or deletes files',
  fs_read: 'reads files',
  env: 'reads the environment',
  external: 'imports code from outside its package',
};

const BECAUSE_WORDS: Readonly<Record<Because, string>> = {
  dynamic: 'it runs or loads code that only run time knows',
  external: 'it imports code that was not read',
  unread: 'a file of it could not be read in full',
};

/** Why answers are unknown, as one phrase. */
export function becauseWords(because: readonly Because[]): string {
  return because.map((one) => BECAUSE_WORDS[one]).join(', and ');
}

/** The kinds of reach in one state, worst first. */
export function inState(report: InspectReport, state: ReachEntry['state']): Reach[] {
  return (Object.keys(report.reach) as Reach[]).filter((kind) => report.reach[kind].state === state);
}

/** Why anything at all is unknown. */
export function reasonsOf(report: InspectReport): Because[] {
  return [...new Set(Object.values(report.reach).flatMap(({ because }) => because ?? []))];
}

/**
 * Text that shows what it is: control characters, direction controls and invisible ones are written out, so that a name in
 * a mod can neither move the cursor of a terminal nor turn a line around.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A place as people write it. */
export function placeWords({
  file,
  line,
  column,
}: {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}): string {
  return `${file}:${line}:${column}`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, word: string, many: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : many}`;
}
