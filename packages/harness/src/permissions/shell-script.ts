/**
 * What a shell command line consists of, as far as it can be told without running it.
 * `shell-parser.ts` makes these; rules and safety checks read them.
 */
export interface ShellScript {
  /** In the order written; those of substitutions are in the words they belong to. */
  readonly commands: readonly ShellCommand[];
  /**
   * The line is a list of plain commands joined by `;`, `&`, `&&`, `||`, `|` and line ends, and every word means what it says.
   * False with substitutions, variables, here-documents, subshells, control structures and unclosed quotes.
   */
  readonly isUnderstood: boolean;
}

/** One simple command. */
export interface ShellCommand {
  /** The program and its arguments, and assignments before it. May be empty when there are redirections alone. */
  readonly words: readonly ShellWord[];
  readonly redirections: readonly ShellRedirection[];
  /** A pipe feeds it. */
  readonly isPiped: boolean;
  /** The text of its here-documents: what it reads as input. */
  readonly inputs: readonly string[];
}

/** One word. */
export interface ShellWord {
  /** As written. */
  readonly raw: string;
  /** Without quotes and escapes; a substitution stays as written. */
  readonly value: string;
  /** It holds a substitution or a variable, so `value` is not what the program gets. */
  readonly isComputed: boolean;
  /** The command lines inside it: `$(...)`, backticks, `<(...)`. */
  readonly nested: readonly ShellScript[];
}

/** One redirection. */
export interface ShellRedirection {
  /** Such as `>`, `>>`, `&>`, `<`, `<<`, `>&`; without the number before it. */
  readonly operator: string;
  readonly target: ShellWord;
}

/** A word that means exactly this. */
export function literalWord(value: string): ShellWord {
  return { raw: value, value, isComputed: false, nested: [] };
}
