import type { Script, ScriptTurn } from '@cmd-mods/harness';

/** Figures and ways of one turn that are not its content. */
export type TurnDetails = Pick<ScriptTurn, 'usage' | 'stopReason' | 'stream'>;

/**
 * A script for the model, told turn by turn. It is a `Script` itself. Every method returns a new builder and leaves this one as
 * it is, so that a common beginning can be shared.
 *
 * One turn is one answer of the model, and its parts come in the order thinking, text, tool calls. A part that would go back in
 * this order begins a new turn: text after text, text after a call, thinking after anything. Calls after calls are one turn, as a
 * model makes them in parallel; {@link nextTurn} parts them.
 */
export interface ScriptBuilder extends Script {
  /** The model answers with this text, in one piece. */
  says(text: string): ScriptBuilder;
  /** The model answers with these pieces of text, streamed one by one. */
  streams(deltas: readonly string[]): ScriptBuilder;
  /** The model thinks aloud, before what follows. */
  thinks(thinking: string): ScriptBuilder;
  /** The model calls a tool. `id` is `call_1`, `call_2` and so on when left out. */
  calls(name: string, input?: Readonly<Record<string, unknown>>, id?: string): ScriptBuilder;
  /**
   * The request fails with this message: a turn of its own. A `retryable` failure is tried again, with the turn that follows;
   * `after` are pieces of text that stream before the failure.
   */
  fails(
    message: string,
    options?: { readonly retryable?: boolean; readonly after?: readonly string[] },
  ): ScriptBuilder;
  /** Ends the turn: what follows begins a new one. Without a turn it does nothing. */
  nextTurn(): ScriptBuilder;
  /** Sets usage, stop reason or streaming of the last turn. Throws when there is none. */
  with(details: TurnDetails): ScriptBuilder;
}

/** Which part of a turn was told last. */
type Stage = 'new' | 'thinking' | 'text' | 'calls';

/**
 * Starts a script for the model. What it says is used up one turn a request; a request beyond the last turn fails.
 *
 * @example
 * scriptedModel().says('Writing.').calls('write_file', { file_path: 'a', content: 'b' }).says('Done.')
 */
export function scriptedModel(): ScriptBuilder {
  return builder([], 'new');
}

function builder(turns: readonly ScriptTurn[], stage: Stage): ScriptBuilder {
  /** Adds to the last turn while it stands at one of `open`, else begins a turn. */
  const add = (open: readonly Stage[], next: Stage, change: (turn: ScriptTurn) => ScriptTurn) => {
    const last = open.includes(stage) ? turns.at(-1) : undefined;
    const before = last === undefined ? turns : turns.slice(0, -1);
    return builder([...before, change(last ?? {})], next);
  };
  return {
    turns,
    says: (text) => add(['thinking'], 'text', (turn) => ({ ...turn, text })),
    streams: (deltas) => add(['thinking'], 'text', (turn) => ({ ...turn, deltas })),
    thinks: (thinking) => add([], 'thinking', (turn) => ({ ...turn, thinking })),
    calls: (name, input = {}, id) =>
      add(['thinking', 'text', 'calls'], 'calls', (turn) => ({
        ...turn,
        toolCalls: [...(turn.toolCalls ?? []), { name, input, ...(id === undefined ? {} : { id }) }],
      })),
    fails(message, { retryable = false, after = [] } = {}) {
      const streamed = after.length === 0 ? {} : { deltas: after, afterDeltas: after.length };
      return add([], 'new', () => ({ ...streamed, error: { message, retryable } }));
    },
    nextTurn: () => builder(turns, 'new'),
    with(details) {
      const last = turns.at(-1);
      if (last === undefined) throw new Error('There is no turn yet: say something before with().');
      return builder([...turns.slice(0, -1), { ...last, ...details }], stage);
    },
  };
}
