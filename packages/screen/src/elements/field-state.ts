import type { TextField } from '../input/text-field.ts';

/** What a person did in a field that the mod has not taken over yet. */
export type Draft =
  | { readonly kind: 'text'; readonly field: TextField }
  /** A pick counts until the mod says something other than it said when the pick was made. */
  | { readonly kind: 'pick'; readonly value: string; readonly over: string | undefined };

/** What drawing needs to know about the keyboard. */
export interface FieldState {
  /** The id of the target that has the focus. */
  readonly focused: string | undefined;
  /** By the id of the target. */
  readonly drafts: ReadonlyMap<string, Draft>;
}

/** Nothing was typed, and nothing has the focus. */
export const IDLE_FIELDS: FieldState = { focused: undefined, drafts: new Map() };
