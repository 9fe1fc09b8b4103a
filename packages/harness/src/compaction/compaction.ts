import type { AgentEvent, AgentMessage, ModApi, ModHooks, ModSession } from '@cmd-mods/mod-api';
import { type Asked, askModel } from '../ask-model.ts';
import { messageOf } from '../host/explain-error.ts';
import type { ModDefinition } from '../host/mod-record.ts';
import { chooseCut } from './choose-cut.ts';
import { CompactedPart, readRecord, recordOf } from './compacted-part.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { roomFor, SUMMARY_SYSTEM, summaryPrompt } from './summary-prompt.ts';

/** The name of the structural mod. */
const COMPACTION = 'compaction';
/** Its id, under which its entries stand in the session. */
export const COMPACTION_ID: string = `builtin:${COMPACTION}`;

/** What a summary has to fit into where the window of a model is not known, in tokens. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;
/** How full the window may get. What is left has to hold the next tool results and the answer. */
const COMPACT_AT = 0.8;
/** How much of the window the newest messages may take after a compaction. */
const KEEP = 0.2;

/** What compaction needs of its harness. */
export interface CompactionParts {
  readonly asked: Asked;
  /** Where summaries are kept; in memory when there is none. */
  readonly session: ModSession | undefined;
  /** The model that is in force now. */
  model(): string;
  /** What the last request of the conversation measured; `undefined` when that no longer tells its size. */
  tokens(): number | undefined;
  /** Told that {@link CompactionParts.tokens} no longer tells it. */
  compacted(): void;
  emit(event: AgentEvent): void;
}

/** Keeps what is sent to the model small enough. What is recorded is never touched. */
export interface Compaction {
  /** The structural mod, whose `transformContext` puts the summary in the place of what it covers. */
  readonly mod: ModDefinition;
  /**
   * Compacts on demand: everything before the last prompt. Settles when the summary is made, or when it cannot be: then everything
   * is as it was, and a notice says why. Beside another compaction it waits for that one.
   */
  compact(messages: readonly AgentMessage[], ask: CompactionAsk): Promise<void>;
  /** Told after each request of the conversation: compacts before the next one when the window is nearly full. */
  measured(): void;
  /** Compacts for a request that was too large. @returns whether sending it once more is worth it. */
  makeRoom(messages: readonly AgentMessage[], signal: AbortSignal): Promise<boolean>;
  /**
   * Told that a run begins, by the signal that its hooks are given: only its conversation is compacted, not that of an agent which it
   * starts. What failed by itself in the run before is tried again.
   */
  beginRun(signal: AbortSignal): void;
  /** Told that another branch is active. */
  reload(): void;
}

/** One compaction on demand. */
export interface CompactionAsk {
  readonly customInstructions?: string | undefined;
  readonly signal: AbortSignal;
}

/** Why and how a compaction is made. */
interface Wish extends CompactionAsk {
  readonly messages: readonly AgentMessage[];
  /** How large the conversation is as it is sent, where that is known. */
  readonly tokens: number | undefined;
  readonly isAsked: boolean;
}

/**
 * Makes the compaction of one harness.
 *
 * Source: hooks and events page, `transformContext` and "Ordering guarantees"; mods page, "Built-in mods", on structural mods.
 */
export function createCompaction(parts: CompactionParts): Compaction {
  const { asked, session, emit } = parts;
  let inForce = load(session);
  let api: ModApi | undefined;
  let isWatching = false;
  let going: Promise<boolean> | undefined;
  let run: AbortSignal | undefined;
  let hasFailed = false;
  /** Goes up when another branch becomes active. */
  let branch = 0;

  const knownWindow = () => asked.client.describe?.(parts.model())?.contextWindow;
  const contextWindow = () => knownWindow() ?? DEFAULT_CONTEXT_WINDOW;
  // Of a model whose window nobody knows, only its refusal says that it is full: a guess would cost a request for nothing.
  const isTooLarge = () =>
    !hasFailed && (parts.tokens() ?? 0) > (knownWindow() ?? Number.POSITIVE_INFINITY) * COMPACT_AT;
  const view = (messages: readonly AgentMessage[]) => inForce?.view(messages) ?? messages;

  const transformContext: ModHooks['transformContext'] = async ({ messages, signal }) => {
    if (signal === undefined || signal !== run) return messages;
    if (isTooLarge()) await summarize({ messages, signal, tokens: parts.tokens(), isAsked: false });
    return view(messages);
  };

  /** The hook is registered once it has something to do: most conversations never need it, and pay nothing for it. */
  const watch = () => {
    if (isWatching || api === undefined) return;
    isWatching = true;
    api.hooks({ transformContext });
  };

  const summarize = (wish: Wish): Promise<boolean> => {
    const began = branch;
    // Begun a moment later, so that whoever asks again on `compaction_start` finds it.
    going ??= Promise.resolve()
      .then(() => makeSummary(wish, began))
      .finally(() => {
        going = undefined;
      });
    return going;
  };

  const makeSummary = async (
    { messages, tokens, customInstructions, signal, isAsked }: Wish,
    began: number,
  ): Promise<boolean> => {
    const previous = inForce?.covers(messages) ? inForce.record : undefined;
    const from = previous?.covered ?? 0;
    const before = estimateTokens(view(messages));
    // The estimate knows nothing of prompt and tools: it is put into the proportion of what was measured.
    // Some providers measure nothing, and say 0.
    const scale = tokens && before > 0 ? tokens / before : 1;
    const keepTokens = isAsked ? undefined : (contextWindow() * KEEP) / scale;
    const cut = chooseCut({ messages, from, keepTokens });
    if (cut === undefined) {
      if (isAsked)
        notify('info', 'There is nothing to compact: the conversation is as short as a summary would be.');
      return false;
    }
    emit({ type: 'compaction_start' });
    let saved = 0;
    try {
      const prompt = summaryPrompt({
        messages: messages.slice(from, cut),
        previous: previous?.summary,
        customInstructions,
        longest: roomFor(contextWindow(), scale),
      });
      const question = {
        purpose: 'compaction',
        model: parts.model(),
        system: SUMMARY_SYSTEM,
        prompt,
      } as const;
      const summary = (await askModel(asked, { ...question, signal })).trim();
      if (summary === '') throw new Error('The model answered without text.');
      // Somebody navigated meanwhile: the summary belongs to a branch that is left.
      if (began !== branch) return false;
      const record = recordOf(summary, messages.slice(0, cut));
      session?.appendCustomEntry({ customType: COMPACTION, data: record });
      inForce = new CompactedPart(record);
      saved = Math.round((before - estimateTokens(view(messages))) * scale);
      parts.compacted();
      watch();
      return true;
    } catch (error) {
      hasFailed ||= !isAsked;
      if (!signal.aborted) {
        notify('warning', `Compaction failed, and the conversation goes on as it was: ${messageOf(error)}`);
      }
      return false;
    } finally {
      emit({ type: 'compaction_done', ...(saved > 0 ? { tokensSaved: saved } : {}) });
    }
  };

  const notify = (level: 'info' | 'warning', message: string) => emit({ type: 'notice', level, message });

  return {
    mod: {
      name: COMPACTION,
      builtin: true,
      factory(cmd) {
        api = cmd;
        if (inForce !== undefined) watch();
      },
    },
    async compact(messages, ask) {
      await summarize({ ...ask, messages, tokens: parts.tokens(), isAsked: true });
    },
    measured() {
      if (isTooLarge()) watch();
    },
    async makeRoom(messages, signal) {
      if (hasFailed || signal !== run) return false;
      // Whatever was measured before, it is more than the window.
      const tokens = Math.max(parts.tokens() ?? 0, contextWindow());
      return summarize({ messages, signal, tokens, isAsked: false });
    },
    beginRun(signal) {
      run = signal;
      hasFailed = false;
    },
    reload() {
      branch += 1;
      inForce = load(session);
      if (inForce !== undefined) watch();
    },
  };
}

/** The compaction that the active branch ends with. */
function load(session: ModSession | undefined): CompactedPart | undefined {
  const record = readRecord(session?.getCustomEntries({ customType: COMPACTION }).at(-1)?.data);
  return record === undefined ? undefined : new CompactedPart(record);
}
