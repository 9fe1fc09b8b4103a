/** A call of a tool in a script. */
export interface ScriptToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `call_1`, `call_2` and so on by default. */
  readonly id?: string;
}

/** One model response of a script. All fields are optional. */
export interface ScriptTurn {
  readonly text?: string;
  /** How the text streams; joined they are the text. One delta by default. */
  readonly deltas?: readonly string[];
  readonly thinking?: string;
  readonly toolCalls?: readonly ScriptToolCall[];
  /** `tool_use` with tool calls, `end_turn` otherwise, by default. */
  readonly stopReason?: string;
  readonly usage?: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly cacheReadTokens?: number;
    readonly cacheWriteTokens?: number;
  };
  /** `false`: the answer comes at once, without streaming. */
  readonly stream?: boolean;
  /** Throws instead of answering. The turn is used up; a retry takes the next one. */
  readonly error?: { readonly message: string; readonly retryable?: boolean };
  /** With `error`: after how many deltas it is thrown; 0 by default. */
  readonly afterDeltas?: number;
}

/** The turns of a scripted model. Described by `schemas/script.schema.json`. */
export interface Script {
  readonly turns: readonly ScriptTurn[];
}
