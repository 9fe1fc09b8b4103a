import type { Disposable } from './disposable.ts';

/** A program to run. Arguments are handed over one by one, whatever they contain. */
export interface ExecParams {
  readonly command: string;
  readonly args?: readonly string[];
  /** The project folder by default. */
  readonly cwd?: string;
  /** Kills the process and its children when aborted, and the call rejects. */
  readonly signal?: AbortSignal;
}

/** What a program left behind. */
export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; `null` when a signal ended it. */
  readonly code: number | null;
}

/** A program to run and watch. */
export interface SpawnParams extends ExecParams {
  /** Each chunk as it comes. A throw becomes `mod_error` with hook `on:process`, and the process goes on. */
  onOutput?(chunk: string, stream: 'stdout' | 'stderr'): void;
}

/** The host functions that a tool is handed. */
export interface ModRuntime {
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The same as `cmd.exec`. */
  exec(params: ExecParams): Promise<ExecResult>;
}

/** Processes that are watched while they run. */
export interface ModProcess {
  /**
   * Runs a program and hands over each chunk of its output.
   * Resolves after the last chunk; rejects when it cannot start or is aborted. It belongs to the mod: a hot reload ends it, and
   * it resolves with the code `null`. Headless: the same.
   */
  spawn(params: SpawnParams): Promise<{ readonly code: number | null }>;
}

/** Messages between mods. Synchronous: a listener has run when `emit` returns. */
export interface ModEvents {
  /** Calls every listener of the channel, whichever mod it is of. */
  emit(channel: string, data?: unknown): void;
  /** A listener that throws becomes `mod_error`; the others hear the message. */
  on(channel: string, listener: (data: unknown) => void): Disposable;
}

/** Values that live as long as the session, one set for each mod; they survive a hot reload. */
export interface ModStateStore {
  /** The value; `undefined` when there is none. The type is the caller's word. */
  get<TValue = unknown>(key: string): TValue | undefined;
  /** Stores and repaints every widget and pane. */
  set(key: string, value: unknown): void;
  /** Forgets the value and repaints every widget and pane. */
  delete(key: string): void;
  /** Hears this mod's writes to that key. */
  subscribe(key: string, listener: (value: unknown) => void): Disposable;
}

/** Values that outlive the session, one JSON file for each mod. */
export interface ModStore {
  /** Synchronous: the file is read before the factory runs, and again only when another process has written it. */
  get<TValue = unknown>(key: string): TValue | undefined;
  /**
   * Writes through, key by key: what another process sets under other keys stays. Throws a `TypeError` for a value that does not
   * survive JSON. No other process writes while the value is turned into JSON: one whose `toJSON` builds on what `get` answers loses
   * nothing that another session adds under the same key.
   */
  set(key: string, value: unknown): void;
  /** Forgets the value, in the file too. */
  delete(key: string): void;
}

/** Timers that belong to the mod: they end with it, never hold the process, and a throw becomes `mod_error`. */
export interface ModClock {
  /** Calls again and again, `ms` milliseconds apart. */
  every(ms: number, callback: () => void): Disposable;
  /** Calls once, after `ms` milliseconds. */
  after(ms: number, callback: () => void): Disposable;
}

/** What a completion came to. */
export type CompletionResult =
  | { readonly isAnswered: true; readonly text: string; readonly model: string }
  | { readonly isAnswered: false; readonly reason: 'unavailable' | 'error' | 'aborted' };

/** The session's model, for one question. */
export interface ModModel {
  /** One completion without transcript or tools. Always resolves; `unavailable` before a session binds. */
  complete(params: { readonly prompt: string; readonly signal?: AbortSignal }): Promise<CompletionResult>;
}

/** What became of a sound. */
export type PlayResult =
  | { readonly isPlayed: true }
  | {
      readonly isPlayed: false;
      readonly reason: 'headless' | 'not-found' | 'no-player' | 'timeout' | 'error';
    };

/** Sounds. Never throws; a hot reload stops what plays. Headless: `{isPlayed: false, reason: 'headless'}`. */
export interface ModAudio {
  /** Plays a file, relative to the mod's own file; killed after `timeoutMs` (10,000 by default). */
  play(params: { readonly file: string; readonly timeoutMs?: number }): Promise<PlayResult>;
  /** Rings the terminal bell. */
  bell(): PlayResult;
}

/** How full the model's window is. */
export interface ContextUsage {
  /** `null` until the first request has measured it. */
  readonly tokens: number | null;
  /** Of the session's model, in tokens; `null` when it is not known. */
  readonly contextWindow: number | null;
  /** From 0 to 100; `null` until it can be told. */
  readonly percent: number | null;
}

/** When a queued message is delivered: after the current batch of tools, or when the run would stop. */
export type DeliverAs = 'steer' | 'follow-up';
