/**
 * Whether a slot could spell a certain word. Where a text grows in a loop or over several statements, no list of constants is
 * complete; but whether one word can be put together from the pieces can still be told.
 */

import { Op } from '../facts/code.ts';
import { fold } from './fold.ts';
import { globalSlot, type Program } from './program.ts';

/** Enough for a word of a dozen letters, put together one by one. */
const MOST_STEPS = 600;

/** So many slots are looked at for what one of them may be. */
const MOST_SLOTS = 64;

/** So much is worked out for a piece that is not put together before our eyes. */
const STEPS_FOR_A_PIECE = 120;

/** What a slot may be: whole texts, and sums of two slots. */
interface Spelling {
  readonly texts: Set<string>;
  readonly sums: { readonly first: number; readonly second: number }[];
}

/** What was found out about slots already; it holds as long as nothing new flows. */
export type Spellings = Map<number, Spelling>;

/** Whether what a slot holds may be this word. A piece that only run time knows spells nothing. */
export function couldBe(
  program: Program,
  slot: number,
  word: string,
  spellings: Spellings = new Map(),
): boolean {
  const known = new Map<string, boolean>();

  /** Whether the slot may be the letters from `from` up to `to`. */
  function spells(at: number, from: number, to: number): boolean {
    const key = `${at}:${from}:${to}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    if (known.size > MOST_STEPS) return false;
    // While it is being worked out, the same question is no answer to itself.
    known.set(key, false);
    let spelling = spellings.get(at);
    if (!spelling) {
      spelling = spellingOf(program, at);
      spellings.set(at, spelling);
    }
    const { texts, sums } = spelling;
    const found =
      texts.has(word.slice(from, to)) || sums.some(({ first, second }) => isSum(first, second, from, to));
    known.set(key, found);
    return found;
  }

  function isSum(first: number, second: number, from: number, to: number): boolean {
    for (let middle = from; middle <= to; middle += 1)
      if (spells(second, middle, to) && spells(first, from, middle)) return true;
    return false;
  }

  return spells(slot, 0, word.length);
}

/** Follows copies and edges back to what makes the value. */
function spellingOf(program: Program, slot: number): Spelling {
  const spelling: Spelling = { texts: new Set(), sums: [] };
  const slots = new Set([slot]);
  // A set grows while it is walked.
  for (const at of slots) {
    if (slots.size > MOST_SLOTS) break;
    for (const source of program.someSources(at, MOST_SLOTS)) slots.add(source);
    const file = program.fileOf(at);
    if (!file) continue;
    const { code, texts } = file.facts;
    for (const offset of program.definitionsOf(at)) {
      const operand = (index: number): number => code[offset + 2 + index] ?? 0;
      switch (code[offset]) {
        case Op.Copy:
          slots.add(globalSlot(file, operand(0)));
          break;
        case Op.Concat:
          spelling.sums.push({
            first: globalSlot(file, operand(1)),
            second: globalSlot(file, operand(2)),
          });
          break;
        case Op.Text:
          spelling.texts.add(texts[operand(1)] ?? '');
          break;
        default:
          for (const text of fold(program, at, STEPS_FOR_A_PIECE).values) spelling.texts.add(String(text));
      }
    }
  }
  return spelling;
}
