import type { AgentMessage } from '@cmd-mods/mod-api';
import { mapGrowing } from './growing-list.ts';

/** The messages that differ between two requests. */
export interface MessageChange {
  readonly before: readonly AgentMessage[];
  readonly after: readonly AgentMessage[];
}

/**
 * Makes a function that is given the messages of one turn after the other, of the baseline and of the run, and says which differ.
 * Messages that differ stay in the conversation: a difference that an earlier turn had is not told again.
 */
export function compareMessages(): (
  before: readonly AgentMessage[],
  after: readonly AgentMessage[],
) => MessageChange | undefined {
  const numbers = new Map<string, number>();
  const told = new Set<string>();
  /** Equal messages have the same number, so that lists of them compare quickly. */
  const numberOf = (message: AgentMessage): number => {
    const text = JSON.stringify(message);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const numbersBefore = mapGrowing(numberOf);
  const numbersAfter = mapGrowing(numberOf);
  return (before, after) => {
    const ones = numbersBefore(before);
    const others = numbersAfter(after);
    const pairs = ones.length === others.length ? inPlace(ones, others) : around(ones, others);
    const fresh = pairs.filter(({ key }) => {
      if (told.has(key)) return false;
      told.add(key);
      return true;
    });
    if (fresh.length === 0) return undefined;
    return {
      before: fresh.flatMap(({ one: [start, end] }) => before.slice(start, end)),
      after: fresh.flatMap(({ other: [start, end] }) => after.slice(start, end)),
    };
  };
}

/** A stretch of the one list that stands for a stretch of the other. */
interface Pair {
  readonly key: string;
  readonly one: readonly [start: number, end: number];
  readonly other: readonly [start: number, end: number];
}

/** Lists of one length: message by message. */
function inPlace(ones: readonly number[], others: readonly number[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index < ones.length; index += 1) {
    if (ones[index] === others[index]) continue;
    const stretch = [index, index + 1] as const;
    pairs.push({ key: `${ones[index]}>${others[index]}`, one: stretch, other: stretch });
  }
  return pairs;
}

/** Lists of two lengths: everything between what is equal at both ends. */
function around(ones: readonly number[], others: readonly number[]): readonly Pair[] {
  const shorter = Math.min(ones.length, others.length);
  let start = 0;
  while (start < shorter && ones[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && ones.at(-1 - end) === others.at(-1 - end)) end += 1;
  const one = [start, ones.length - end] as const;
  const other = [start, others.length - end] as const;
  return [{ key: `${ones.slice(...one)}>${others.slice(...other)}`, one, other }];
}
