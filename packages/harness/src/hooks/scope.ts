import type { HookName, ModContext } from '@cmd-mods/mod-api';
import type { Limit } from './limit.ts';

/** Whose a registration is: the source that accompanies every hook in the engine. */
export interface ModIdentity {
  /** `mod:<name>`, or `builtin:<name>`: the key of its `modState` slot. */
  readonly id: string;
  readonly name: string;
  /** The place in the host's order. */
  readonly order: number;
  /** Whether this is said of the mod for the first time. */
  isNews(message: string): boolean;
}

/** One call of one hook, for those who watch (the trace, the prompt check). */
export interface HookCall {
  readonly mod: ModIdentity;
  readonly hook: HookName;
  readonly params: unknown;
  /** As read; `undefined` when the mod had no opinion. */
  readonly answer: unknown;
  /** Wall-clock milliseconds. */
  readonly ms: number;
  readonly error?: unknown;
}

/** Something of a mod that has begun and not ended: for the answer to "what is waited for?". */
export interface Wait {
  /** The mod's name; `undefined` when it is not known. */
  readonly mod: string | undefined;
  /** `the factory`, `beforeToolCall`, `the command "x"`. */
  readonly what: string;
}

/** What a hook call can reach, and where its failures go: one for each run, and one for the time around runs. */
export interface HookScope {
  /** The context of one mod; the same object for all its hooks in this scope. */
  contextFor(mod: ModIdentity): ModContext;
  /** The id of the one mod whose hooks are called; `undefined` for all. */
  readonly only: string | undefined;
  /** Passes when waiting for a hook has to end. */
  readonly deadline: Limit | undefined;
  /** Holds an entry for each promise of a hook that has not settled. */
  readonly waits: Set<Wait>;
  /** Told of every call; `undefined` when nobody watches, which saves the measuring. */
  readonly observe: ((call: HookCall) => void) | undefined;
  /** A hook threw or answered with the wrong thing: becomes `mod_error`. */
  report(mod: ModIdentity, hook: string, error: unknown): void;
  /** Something was put right that the author should know of: becomes a warning notice. */
  warn(mod: ModIdentity, message: string): void;
}
