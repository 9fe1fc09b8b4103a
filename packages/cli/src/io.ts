import type { Readable, Writable } from 'node:stream';
import type { ModHost } from '@cmd-mods/harness';
import type { Diagnostic } from '@cmd-mods/mod-api';

/** What a command may touch of the world around it; `main` alone makes one from `process`. */
export interface Io {
  /** Writes what the command was asked for. */
  stdout(text: string): void;
  /** Writes everything else: diagnostics, progress. */
  stderr(text: string): void;
  /** The folder to work in, absolute. */
  readonly cwd: string;
  /** The person's home folder: the only place user files are looked for. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal: long work then shows live progress. */
  readonly isTerminal: boolean;
  /** Where text is coloured. Not known is nowhere. */
  readonly coloured?: { readonly stdout: boolean; readonly stderr: boolean };
  /** How wide that terminal is, in characters. */
  readonly columns?: number;
  /** Shows a folder in the system's file manager. Throws `ModError` when that does not work. */
  openFolder(path: string): Promise<void>;
  /** Asks the person to choose; there only when somebody can answer. Gives the place of the choice, or undefined for none. */
  choose?(question: string, choices: readonly string[]): Promise<number | undefined>;
  /** Where questions are drawn and answered; there only when somebody can answer. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable };
  /** Reads a secret: asks for it without showing what is typed, or takes all of stdin where that is no terminal. */
  readSecret(question: string): Promise<string>;
  /** Told of the host that mods are loaded onto, for whoever has to say what the program waits for. */
  onHost?(host: Pick<ModHost, 'waits'>): void;
  /** From now on, what is thrown where nobody catches it goes here first; the program ends when it is not taken. */
  onStrayError?(take: TakeStrayError): void;
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal;
}

/** How an error came to be caught by nobody: a promise that was not awaited, or a callback of Node's own. */
export type StrayKind = 'unhandledRejection' | 'uncaughtException';

/** Takes an error that nobody caught. @returns what to end the program with, or nothing when somebody has been told of it. */
export type TakeStrayError = (kind: StrayKind, error: unknown) => Diagnostic | undefined;

/** Exit codes, everywhere. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** It ran and found faults, or the thing failed. */
  failed: 1,
  /** Wrong usage, or it could not run. */
  usage: 2,
  /** Interrupted. */
  interrupted: 130,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
