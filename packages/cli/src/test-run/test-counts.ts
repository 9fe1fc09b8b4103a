import { stripVTControlCharacters } from 'node:util';

/** How many tests there were, and what came of them. */
export interface TestCounts {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Reads the counts from the summary at the end of what a test runner wrote: Node's (`# pass 3`, or with a sign of its own before it) or
 * vitest's (`Tests  1 failed | 2 passed (3)`).
 *
 * @returns undefined when there is no such summary.
 */
export function testCounts(output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output);
  return nodeCounts(text) ?? vitestCounts(text);
}

function nodeCounts(text: string): TestCounts | undefined {
  const counted = (word: string): number | undefined => {
    const last = [...text.matchAll(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'))].at(-1);
    return last === undefined ? undefined : Number(last[1]);
  };
  const tests = counted('tests');
  if (tests === undefined) return undefined;
  return {
    tests,
    passed: counted('pass') ?? 0,
    failed: (counted('fail') ?? 0) + (counted('cancelled') ?? 0),
    skipped: (counted('skipped') ?? 0) + (counted('todo') ?? 0),
  };
}

function vitestCounts(text: string): TestCounts | undefined {
  const line = [...text.matchAll(/^\s*Tests\s+(.*\(\d+\))\s*$/gm)].at(-1)?.[1];
  if (line === undefined) return undefined;
  const counted = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return {
    tests: Number(/\((\d+)\)/.exec(line)?.[1] ?? 0),
    passed: counted('passed'),
    failed: counted('failed'),
    skipped: counted('skipped') + counted('todo'),
  };
}
