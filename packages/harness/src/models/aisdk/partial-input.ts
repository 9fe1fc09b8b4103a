import { parse } from 'jsonc-parser';
import { isRecord } from '../../hooks/content.ts';

/** The input of a tool call while it streams. */
export interface PartialInput {
  /**
   * Takes the next piece of JSON text.
   * @returns True when {@link PartialInput.value} has changed.
   */
  append(delta: string): boolean;
  /** What the text says so far, strings that are not yet closed included. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** By how much the text has to grow before it is read again: a long input in small pieces would take quadratic time otherwise. */
const GROWTH = 1.02;

/** Reads the input of a tool call piece by piece. */
export function createPartialInput(): PartialInput {
  let text = '';
  let readAt = 0;
  let value: Readonly<Record<string, unknown>> = {};
  return {
    get value() {
      return value;
    },
    append(delta) {
      text += delta;
      if (text.length < readAt * GROWTH) return false;
      readAt = text.length;
      const parsed: unknown = parse(text, [], { disallowComments: true });
      if (!isRecord(parsed)) return false;
      value = parsed;
      return true;
    },
  };
}
