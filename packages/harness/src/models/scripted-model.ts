import type { Block, StreamParams, StreamResult, Usage } from '@cmd-mods/mod-api';
import { textBlock } from '../hooks/content.ts';
import { type ModelClient, ModelError } from './model-client.ts';
import type { Script, ScriptTurn } from './script.ts';

/** The model id that a script goes by when nobody asks for another. */
export const SCRIPTED_MODEL = 'scripted';

/** A model whose answers were written down beforehand. It answers whatever model id is asked for. */
export interface ScriptedModel extends ModelClient {
  /** How many turns of the script have not been asked for. */
  readonly turnsLeft: number;
}

/**
 * Makes a model that answers with the turns of a script, one a request. A request beyond the last turn is rejected with
 * `SCRIPT_EXHAUSTED`.
 */
export function createScriptedModel(script: Script): ScriptedModel {
  let next = 0;
  let calls = 0;
  const newId = () => {
    calls += 1;
    return `call_${calls}`;
  };
  return {
    get turnsLeft() {
      return script.turns.length - next;
    },
    async complete(params) {
      const turn = script.turns[next];
      if (turn === undefined) throw exhausted(script.turns.length);
      next += 1;
      return answer(turn, params, newId);
    },
    retryDelay: (retry) => Math.min(retry, 10),
  };
}

function exhausted(turns: number): ModelError {
  return new ModelError(
    'SCRIPT_EXHAUSTED',
    `The script has ${turns} ${turns === 1 ? 'turn' : 'turns'}, and the run asked for another one. Add a turn, or end the run earlier.`,
  );
}

function answer(turn: ScriptTurn, params: StreamParams, newId: () => string): StreamResult {
  const deltas = turn.deltas ?? (turn.text ? [turn.text] : []);
  const content: Block[] = [];
  if (turn.thinking !== undefined) content.push({ type: 'thinking', thinking: turn.thinking });
  const text = turn.text ?? deltas.join('');
  const textIndex = content.length;
  if (text !== '') content.push(textBlock(text));
  for (const call of turn.toolCalls ?? []) {
    content.push({ type: 'tool_use', id: call.id ?? newId(), name: call.name, input: call.input });
  }
  const failure =
    turn.error === undefined
      ? undefined
      : new ModelError('SCRIPTED_ERROR', turn.error.message, { retryable: turn.error.retryable ?? false });
  const limit = failure === undefined ? deltas.length : (turn.afterDeltas ?? 0);
  if (turn.stream !== false && (failure === undefined || limit > 0)) {
    stream(
      { turn, deltas: deltas.slice(0, limit), content, textIndex, isWhole: failure === undefined },
      params,
    );
  }
  if (failure !== undefined) throw failure;
  const hasCalls = (turn.toolCalls ?? []).length > 0;
  return {
    content,
    usage: { ...NO_USAGE, ...turn.usage },
    stopReason: turn.stopReason ?? (hasCalls ? 'tool_use' : 'end_turn'),
  };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

interface Streaming {
  readonly turn: ScriptTurn;
  readonly deltas: readonly string[];
  readonly content: readonly Block[];
  /** Where the text stands in the content. */
  readonly textIndex: number;
  /** False when the turn fails after these deltas. */
  readonly isWhole: boolean;
}

function stream({ turn, deltas, content, textIndex, isWhole }: Streaming, params: StreamParams): void {
  const update = (blocks: readonly Block[]) => {
    params.signal.throwIfAborted();
    params.onMessageUpdate({ role: 'assistant', content: blocks });
  };
  if (turn.thinking !== undefined) {
    params.onThinkingStart();
    params.onThinkingDelta(turn.thinking);
    params.onThinkingEnd(turn.thinking);
    update(content.slice(0, textIndex));
  }
  let streamed = '';
  for (const delta of deltas) {
    params.signal.throwIfAborted();
    streamed += delta;
    params.onTextDelta(delta);
    update([...content.slice(0, textIndex), textBlock(streamed)]);
  }
  const textEnd = textIndex + (streamed === '' ? 0 : 1);
  if (!isWhole) return;
  for (let end = textEnd + 1; end <= content.length; end += 1) update(content.slice(0, end));
}
