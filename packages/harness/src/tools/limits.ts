/** How much each tool shows or takes. Times in milliseconds; bytes and characters as named. */
export interface ToolLimits {
  /** `read_file`: lines, bytes of one line, characters in all. */
  readonly read: { readonly lines: number; readonly lineBytes: number; readonly characters: number };
  /** `edit_file`: the largest file; it is held in memory several times over. */
  readonly edit: { readonly bytes: number };
  /** `shell_command`: `leftoverMs` is how long what it left behind may hold the output open; characters of each stream. */
  readonly shell: {
    readonly timeoutMs: number;
    readonly maxTimeoutMs: number;
    readonly leftoverMs: number;
    readonly characters: number;
  };
  /** `glob`: paths. */
  readonly glob: { readonly paths: number };
  /** `grep`: matching lines and characters in all; the largest file; how long the expression may take on one file. */
  readonly grep: {
    readonly matches: number;
    readonly characters: number;
    readonly fileBytes: number;
    readonly fileMs: number;
  };
}

/** The limits of the built-in tools; docs/tools.md states them. */
export const LIMITS: ToolLimits = {
  read: { lines: 2000, lineBytes: 2000, characters: 64 * 1024 },
  edit: { bytes: 32 * 1024 * 1024 },
  shell: { timeoutMs: 120_000, maxTimeoutMs: 600_000, leftoverMs: 2000, characters: 30_000 },
  glob: { paths: 1000 },
  grep: { matches: 500, characters: 64 * 1024, fileBytes: 8 * 1024 * 1024, fileMs: 500 },
};
