import {
  type AgentMessage,
  type AgentState,
  EFFORTS,
  type HookInput,
  type ThinkingEffort,
} from '@cmd-mods/mod-api';
import { ownCopy } from '../events/snapshot.ts';
import { hasSameMessages, withModState } from './agent-state.ts';
import { isRecord, kindOf, readMessage, readToolContent } from './content.ts';
import type { DecidingHook, HookAnswers } from './mod-events.ts';

/** Where a reader says what is wrong with a return. */
export interface Complaints {
  /** The return, or a field of it, has the wrong shape and is left out. */
  malformed(message: string): void;
  /** It was put right. */
  warn(message: string): void;
  /** It counts, and could be better; said once for each mod. */
  advise(message: string): void;
}

/**
 * Reads what a hook returned. Called with anything but `undefined` and `null`.
 * @returns what counts of it; `undefined` when nothing does.
 */
type AnswerReader<TName extends DecidingHook> = (
  answer: unknown,
  params: HookInput<TName>,
  complaints: Complaints,
  modId: string,
) => HookAnswers[TName] | undefined;

/** How the return of each hook is read: the one place that knows what mods may spell. */
export const READ_ANSWER: { readonly [TName in DecidingHook]: AnswerReader<TName> } = {
  transformInput: (answer, _params, complaints) => {
    if (!isRecord(answer)) {
      return wrong(complaints, `{action: 'continue' | 'transform' | 'handled'}`, answer);
    }
    if (answer.action === 'continue') return undefined;
    if (answer.action === 'transform') {
      if (typeof answer.text === 'string') return { text: answer.text };
      return wrong(complaints, `a string in "text" when the action is "transform"`, answer.text);
    }
    if (answer.action === 'handled') {
      return { handled: true, message: textField(answer, 'message', complaints) };
    }
    if (answer.action === undefined) {
      const keys = Object.keys(answer).join(', ');
      return complain(complaints, `{action: 'transform', text}, {action: 'handled'} or nothing`, `{${keys}}`);
    }
    return wrong(complaints, 'the action "continue", "transform" or "handled"', answer.action);
  },

  onPermissionRequest: (answer, _params, complaints) =>
    answer === 'allow' || answer === 'deny'
      ? answer
      : wrong(complaints, `"allow", "deny" or nothing`, answer),

  onTurnStart: readState,
  onTurnEnd: readState,

  beforeModelRequest: (answer, _params, complaints) => {
    if (!isRecord(answer)) return wrong(complaints, '{model?}', answer);
    const model = textField(answer, 'model', complaints);
    return model === undefined ? undefined : { model };
  },

  appendSystemPrompt: (answer, _params, complaints, modId) => {
    if (typeof answer !== 'string') return wrong(complaints, 'a string', answer);
    return answer === '' ? undefined : [{ modId, text: answer }];
  },

  transformSystemPrompt: readString,
  transformTextDelta: readString,

  transformContext: (answer, params, complaints) => {
    if (answer === params.messages) return undefined;
    return Array.isArray(answer)
      ? readMessages(answer, params.messages, complaints)
      : wrong(complaints, 'an array of messages', answer);
  },

  transformMessage: (answer, params, complaints) => {
    if (answer === params.message) return undefined;
    const reading = readMessage(answer);
    if ('problem' in reading) {
      complaints.malformed(reading.problem);
      return undefined;
    }
    if (reading.wasString) complaints.warn(STRING_CONTENT);
    const lost = identityLost(params.message, reading.message);
    if (lost === undefined) return reading.message;
    complaints.malformed(`the rewritten message ${lost}; the message stays as it was`);
    return undefined;
  },

  beforeToolCall: (answer, _params, complaints) => {
    if (!isRecord(answer)) {
      return wrong(complaints, '{block?, input?, additionalContext?, terminate?, result?}', answer);
    }
    const context = textField(answer, 'additionalContext', complaints);
    const terminate = flagField(answer, 'terminate', complaints);
    const input = recordField(answer, 'input', complaints);
    const result = contentField(answer, 'result', complaints);
    const block = blockReason(answer.block, context, complaints);
    return {
      ...(block === undefined ? {} : { block }),
      ...(result === undefined ? {} : { result }),
      ...(input === undefined ? {} : { input }),
      ...(context === undefined || block !== undefined ? {} : { additionalContext: [context] }),
      ...(terminate === true ? { terminate } : {}),
    };
  },

  afterToolCall: (answer, _params, complaints, modId) => {
    if (!isRecord(answer)) {
      return wrong(complaints, '{content?, isError?, additionalContext?, terminate?, modState?}', answer);
    }
    const content = contentField(answer, 'content', complaints);
    const isError = flagField(answer, 'isError', complaints);
    const context = textField(answer, 'additionalContext', complaints);
    const terminate = flagField(answer, 'terminate', complaints);
    const modState = recordField(answer, 'modState', complaints);
    return {
      ...(content === undefined ? {} : { content }),
      ...(isError === undefined ? {} : { isError }),
      ...(context === undefined ? {} : { additionalContext: [context] }),
      ...(terminate === true ? { terminate } : {}),
      ...(modState === undefined ? {} : { modStates: { [modId]: modState } }),
    };
  },

  shouldStopAfterTurn: (answer, _params, complaints) =>
    typeof answer === 'boolean' ? answer : wrong(complaints, 'a boolean', answer),

  onStop: (answer, _params, complaints) => {
    if (!isRecord(answer)) return wrong(complaints, '{continue?, reason?}', answer);
    if (flagField(answer, 'continue', complaints) !== true) return undefined;
    return { reason: textField(answer, 'reason', complaints) };
  },

  prepareNextTurn: (answer, _params, complaints) => {
    if (!isRecord(answer)) return wrong(complaints, '{model?, effort?}', answer);
    const model = textField(answer, 'model', complaints);
    const effort = effortField(answer.effort, complaints);
    return { ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }) };
  },
};

const STRING_CONTENT =
  'handed over a message whose content is a string; it was turned into one text block. Return content: [{type: "text", text}].';

/** What a block says to the model when its mod gave no reason. */
export const DEFAULT_BLOCK_REASON = 'Blocked by a pre-tool hook.';

function wrong(complaints: Complaints, wanted: string, found: unknown): undefined {
  return complain(complaints, wanted, describe(found));
}

function complain(complaints: Complaints, wanted: string, found: string): undefined {
  complaints.malformed(`the return must be ${wanted}, not ${found}`);
  return undefined;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : kindOf(value);
}

function readString(answer: unknown, _params: unknown, complaints: Complaints): string | undefined {
  return typeof answer === 'string' ? answer : wrong(complaints, 'a string', answer);
}

/** Reads a field that may be missing; a value of the wrong kind is complained about and left out. */
function field<TValue>(
  answer: Readonly<Record<string, unknown>>,
  name: string,
  wanted: string,
  read: (value: unknown) => TValue | undefined,
  complaints: Complaints,
): TValue | undefined {
  const value = answer[name];
  if (value === undefined || value === null) return undefined;
  const result = read(value);
  if (result === undefined) {
    complaints.malformed(`"${name}" must be ${wanted}, not ${describe(value)}; it is ignored`);
  }
  return result;
}

type Fields = Readonly<Record<string, unknown>>;

function textField(answer: Fields, name: string, complaints: Complaints): string | undefined {
  return field(
    answer,
    name,
    'a string',
    (value) => (typeof value === 'string' ? value : undefined),
    complaints,
  );
}

function flagField(answer: Fields, name: string, complaints: Complaints): boolean | undefined {
  return field(
    answer,
    name,
    'a boolean',
    (value) => (typeof value === 'boolean' ? value : undefined),
    complaints,
  );
}

function recordField(answer: Fields, name: string, complaints: Complaints): Fields | undefined {
  return field(
    answer,
    name,
    'an object',
    (value) => (isRecord(value) ? ownCopy(value) : undefined),
    complaints,
  );
}

function contentField(answer: Fields, name: string, complaints: Complaints) {
  return field(
    answer,
    name,
    'content blocks or a string',
    (value) => ownCopy(readToolContent(value)),
    complaints,
  );
}

function effortField(value: unknown, complaints: Complaints): ThinkingEffort | null | undefined {
  if (value === undefined || value === null) return value;
  const effort = EFFORTS.find((known) => known === value);
  if (effort === undefined) {
    complaints.malformed(
      `"effort" must be ${EFFORTS.join(', ')} or null, not ${describe(value)}; it is ignored`,
    );
  }
  return effort;
}

/**
 * Whether a return blocks, and with which words. A truthy value that is not `true` errs on the safe side: it blocks, and is
 * complained about; a string is the reason.
 */
function blockReason(
  block: unknown,
  context: string | undefined,
  complaints: Complaints,
): string | undefined {
  if (!block) return undefined;
  if (block !== true) {
    complaints.malformed(
      `"block" must be a boolean, not ${describe(block)}; the call is blocked. Put the reason into "additionalContext".`,
    );
  }
  if (context === undefined && block === true) {
    complaints.advise(
      `blocks without "additionalContext", so the model is told no more than "${DEFAULT_BLOCK_REASON}" Say there why, and what to do instead.`,
    );
  }
  return context ?? (typeof block === 'string' ? block : DEFAULT_BLOCK_REASON);
}

function readMessages(
  answer: readonly unknown[],
  before: readonly AgentMessage[],
  complaints: Complaints,
): readonly AgentMessage[] | undefined {
  let messages = answer as readonly AgentMessage[];
  for (const [index, value] of answer.entries()) {
    // Messages that went through unchanged were read when they came in.
    if (value === before[index]) continue;
    const reading = readMessage(value);
    if ('problem' in reading) {
      complaints.malformed(`message ${index}: ${reading.problem}`);
      return undefined;
    }
    if (reading.wasString) {
      complaints.warn(STRING_CONTENT);
      messages = messages.with(index, reading.message);
    }
  }
  return messages;
}

function readState(
  answer: unknown,
  params: { readonly state: AgentState },
  complaints: Complaints,
): AgentState | undefined {
  const before = params.state;
  if (answer === before) return undefined;
  if (!isRecord(answer) || !isRecord(answer.modState) || !('messages' in answer)) {
    return wrong(complaints, 'an AgentState (setModState makes one)', answer);
  }
  if (hasSameMessages(answer, before)) return withModState(before, answer.modState);
  if (!Array.isArray(answer.messages))
    return wrong(complaints, 'a state with an array of messages', answer.messages);
  const messages = readMessages(answer.messages, before.messages, complaints);
  return messages === undefined ? undefined : { ...before, messages, modState: answer.modState };
}

/** What a rewrite lost of a message's identity; `undefined` when it kept everything. */
function identityLost(before: AgentMessage, after: AgentMessage): string | undefined {
  if (before.role !== after.role) return `changed the role from "${before.role}" to "${after.role}"`;
  const ids = toolIds(before);
  const kept = toolIds(after);
  const gone = ids.find((id, index) => kept[index] !== id) ?? kept[ids.length];
  return gone === undefined ? undefined : `changed the tool ids (${gone.split(' ')[1]})`;
}

function toolIds(message: AgentMessage): readonly string[] {
  return message.content.flatMap((block) => {
    if (block.type === 'tool_use') return [`tool_use ${block.id}`];
    return block.type === 'tool_result' ? [`tool_result ${block.tool_use_id}`] : [];
  });
}
