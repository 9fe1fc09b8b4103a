import type { Change } from './changes.ts';

/** What a report says of some calls of hooks. */
export interface CallFigures {
  readonly calls: number;
  readonly totalMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  /** Calls that made a difference. */
  readonly changed: number;
  /** Calls that threw, or answered what cannot be used. */
  readonly errors: number;
}

/** A mod and its hooks; both that took longest first. */
export interface TracedMod extends CallFigures {
  readonly mod: string;
  readonly hooks: readonly (CallFigures & { readonly hook: string })[];
}

/** One call of one hook. */
export interface TracedCall {
  readonly mod: string;
  readonly hook: string;
  readonly ms: number;
  readonly changed: boolean;
  readonly error?: string;
  /** Its line in the trace. */
  readonly line: number;
  /** The round that it belongs to: its place among the rounds. */
  readonly round: number;
  /** Milliseconds from the start of the trace to the call; without times in the trace, all calls end to end. */
  readonly start: number;
}

/** A round of the loop. What comes before the first is a round of number 0. */
export interface TracedRound {
  readonly turnNumber: number;
  /** Its line in the trace. */
  readonly line: number;
  readonly start: number;
  readonly requests: readonly TracedRequest[];
  readonly calls: number;
  readonly hookMs: number;
  /** Mods and hooks that made a difference in this round, as `mod hook`, with how often. */
  readonly changedBy: readonly { readonly by: string; readonly times: number }[];
  readonly tools: readonly string[];
  /** What is different from the request of a run before it, and what became of the answer. */
  readonly changes: readonly Change[];
}

/** A request to a model. */
export interface TracedRequest {
  readonly purpose: string;
  readonly attempt: number;
  readonly model: string;
  readonly effort?: string;
  readonly messages: number;
  readonly tools: number;
  /** Characters of the system prompt. */
  readonly system: number;
  readonly stopReason?: string;
  readonly error?: string;
}

/** Everything that is shown of a trace. */
export interface TraceReport {
  /** How many rows of each kind. */
  readonly rows: {
    readonly request: number;
    readonly response: number;
    readonly hook: number;
    readonly event: number;
  };
  readonly mods: readonly TracedMod[];
  readonly rounds: readonly TracedRound[];
  /** The longest calls, longest first. */
  readonly slowest: readonly TracedCall[];
  /** The first calls that failed. */
  readonly failed: readonly TracedCall[];
  /** Whether the rows have times. */
  readonly isTimed: boolean;
  /** From the start of the trace to its end, on the scale of `start`. */
  readonly duration: number;
  /** Whether there are more calls than `slowest` holds. */
  readonly isCut: boolean;
}
