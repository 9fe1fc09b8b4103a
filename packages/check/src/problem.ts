/** What rules find: places, edits and problems. Plain data. */

/** A part of a file, by offsets; `end` is behind the last character. */
export interface Span {
  /** An absolute path. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of a file. */
export interface Edit extends Span {
  readonly text: string;
}

/** One fault that a rule found. */
export interface Problem {
  readonly at: Span;
  /** What is wrong here, and why that matters, in a sentence or two. */
  readonly message: string;
  /** What to do here; the rule's own `fix` when left out. */
  readonly hint?: string;
  /** The rule's own when left out. */
  readonly severity?: 'error' | 'warning';
  /** What `--fix` does. Safe: the mod then does what its author meant. */
  readonly edits?: readonly Edit[];
}
