import type { AgentMessage, AgentState, SessionControls } from '@cmd-mods/mod-api';
import { type Asked, askModel } from './ask-model.ts';
import { COMPACTION_ID, type Compaction, DEFAULT_CONTEXT_WINDOW } from './compaction/compaction.ts';
import { branchPrompt, roomFor, SUMMARY_SYSTEM } from './compaction/summary-prompt.ts';
import { snapshot } from './events/snapshot.ts';
import { kindOf } from './hooks/content.ts';
import { messageOf } from './host/explain-error.ts';
import { sessionError } from './session/diagnostics.ts';
import type { Session } from './session/index.ts';

/** What `cmd.sessions` of one harness acts on. */
export interface SessionControlParts {
  readonly session: Session | undefined;
  readonly compaction: Compaction;
  readonly asked: Asked;
  isIdle(): boolean;
  /** The model that is in force now. */
  model(): string;
  /** The conversation as it stands, in a run too. */
  messages(): readonly AgentMessage[];
  /** Aborts with the run that is going, and with the harness. */
  signal(): AbortSignal;
  /** Goes on with another state. */
  adopt(state: AgentState): void;
}

/**
 * Makes `cmd.sessions` of one harness.
 *
 * Source: mods page, "Live methods"; what `navigateTree` refuses, and how a summary gets into the new branch, is ours.
 */
export function sessionControls(parts: SessionControlParts): SessionControls {
  const need = (method: string): Session => {
    if (parts.session !== undefined) return parts.session;
    throw sessionError('SESSION_NOT_KEPT', {
      message: `cmd.sessions.${method} needs a session, and this harness keeps none.`,
    });
  };
  return {
    async compact(options) {
      const customInstructions = readInstructions('compact', options);
      await parts.compaction.compact(parts.messages(), { customInstructions, signal: parts.signal() });
    },
    tree: () => need('tree').tree(),
    leafId: () => need('leafId').leafId(),
    async navigateTree(options) {
      const session = need('navigateTree');
      const customInstructions = readInstructions('navigateTree', options);
      await navigate(session, parts, { ...options, customInstructions });
    },
    setLabel: ({ targetId, label }) => need('setLabel').setLabel(targetId, label),
  };
}

function readInstructions(method: string, options: unknown): string | undefined {
  const given = (options as { readonly customInstructions?: unknown } | undefined)?.customInstructions;
  if (given === undefined || typeof given === 'string') return given;
  throw new TypeError(`cmd.sessions.${method}: customInstructions must be a string, not ${kindOf(given)}.`);
}

interface Navigation {
  readonly targetId: string;
  readonly summarize?: boolean;
  readonly customInstructions: string | undefined;
}

async function navigate(session: Session, parts: SessionControlParts, navigation: Navigation): Promise<void> {
  const { targetId, summarize = false } = navigation;
  mustBeIdle(session, parts);
  const left = session.leftBehind(targetId);
  const leafId = session.leafId();
  const summary =
    summarize && left.length > 0 ? await summaryOf(left, session, parts, navigation) : undefined;
  mustBeIdle(session, parts);
  if (session.leafId() !== leafId) {
    throw busy(session, 'went on while the branch that would be left was summed up');
  }
  const state = session.navigate(targetId);
  parts.adopt(summary === undefined ? state : withSummary(session, state, summary, leafId));
}

/** Puts the summary behind what the new branch ends with, as an entry and as the message that shows it. */
function withSummary(
  session: Session,
  state: AgentState,
  summary: string,
  leafId: string | null,
): AgentState {
  const { message } = session.modSession(COMPACTION_ID).appendCustomMessageEntry({
    customType: 'branch_summary',
    content: `${INTRODUCTION}\n\n<summary>\n${summary}\n</summary>`,
    display: true,
    details: { leafId },
  });
  session.commit({ ...state, messages: [...state.messages, snapshot(message)] });
  return session.state();
}

const INTRODUCTION =
  'The conversation went back to an earlier point. This is a summary of what happened after it, on the branch that was left.';

async function summaryOf(
  messages: readonly AgentMessage[],
  session: Session,
  parts: SessionControlParts,
  { customInstructions }: Navigation,
): Promise<string> {
  const { asked } = parts;
  const model = parts.model();
  const contextWindow = asked.client.describe?.(model)?.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  const prompt = branchPrompt({ messages, customInstructions, longest: roomFor(contextWindow) });
  const question = { purpose: 'compaction', model, system: SUMMARY_SYSTEM, prompt } as const;
  try {
    const summary = (await askModel(asked, { ...question, signal: parts.signal() })).trim();
    if (summary !== '') return summary;
    throw new Error('the model answered without text.');
  } catch (error) {
    throw sessionError('SESSION_SUMMARY_FAILED', {
      message: `Session ${session.id} stays where it is, since its branch could not be summed up: ${messageOf(error)}`,
      cause: error,
    });
  }
}

function mustBeIdle(session: Session, parts: SessionControlParts): void {
  if (!parts.isIdle()) throw busy(session, 'cannot go to another branch while a run is going');
}

function busy(session: Session, what: string) {
  return sessionError('SESSION_BUSY', { message: `Session ${session.id} ${what}.` });
}
