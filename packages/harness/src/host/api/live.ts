import { type DeliverAs, EFFORTS, type ModApi, type SessionControls } from '@cmd-mods/mod-api';
import { kindOf } from '../../hooks/content.ts';
import { commandInfo } from '../commands.ts';
import { execIn } from '../exec-in.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import { renderEntry } from '../render-entry.ts';

/** The members of `ModApi` that speak to the session. */
export type LiveMembers = Pick<
  ModApi,
  | 'sessions'
  | 'queueMessage'
  | 'sendUserMessage'
  | 'prompt'
  | 'setSessionName'
  | 'getSessionName'
  | 'setModel'
  | 'getModel'
  | 'setEffort'
  | 'getEffort'
  | 'getContextUsage'
  | 'getCommands'
  | 'isIdle'
  | 'shutdown'
  | 'getAllTools'
  | 'getActiveTools'
  | 'setActiveTools'
  | 'getToolInfo'
  | 'showEntry'
  | 'exec'
  | 'model'
>;

/** Makes the live members. Setters are held until a session is bound; getters answer their defaults before that. */
export function liveMembers(state: HostState, record: ModRecord): LiveMembers {
  const queue = (member: string, content: unknown, deliverAs: DeliverAs) => {
    if (typeof content !== 'string')
      throw new TypeError(`cmd.${member} needs a string, not ${kindOf(content)}.`);
    if (deliverAs !== 'steer' && deliverAs !== 'follow-up') {
      throw new TypeError(`deliverAs is "steer" or "follow-up", not ${JSON.stringify(deliverAs)}.`);
    }
    state.withBinding((binding) => binding.queueMessage(content, deliverAs));
  };
  const starts = (text: unknown): boolean => {
    const submit = state.screen?.submit;
    if (submit === undefined || typeof text !== 'string' || state.binding?.isIdle() !== true) return false;
    submit(text);
    return true;
  };
  const toolInfo = () => state.binding?.toolInfo() ?? [];
  return {
    sessions: sessionControls(state),

    queueMessage: ({ content, deliverAs = 'steer' }) => queue('queueMessage', content, deliverAs),
    // Without a screen, or while a run goes, these two take the queue.
    sendUserMessage(content, options) {
      if (!starts(content)) queue('sendUserMessage', content, options?.deliverAs ?? 'steer');
    },
    prompt: {
      submit(text) {
        if (!starts(text)) queue('prompt.submit', text, 'follow-up');
      },
    },

    setSessionName(name) {
      needText('setSessionName', name);
      state.withBinding((binding) => binding.setSessionName(name));
    },
    getSessionName: () => state.binding?.getSessionName(),
    setModel(model) {
      needText('setModel', model);
      state.withBinding((binding) => binding.setModel(model));
    },
    getModel: () => state.binding?.getModel(),
    setEffort(effort) {
      if (effort !== null && !EFFORTS.includes(effort)) {
        throw new TypeError(
          `cmd.setEffort needs ${EFFORTS.join(', ')} or null, not ${JSON.stringify(effort) ?? kindOf(effort)}.`,
        );
      }
      state.withBinding((binding) => binding.setEffort(effort));
    },
    getEffort: () => state.binding?.getEffort(),
    getContextUsage: () =>
      state.binding?.getContextUsage() ?? { tokens: null, contextWindow: null, percent: null },

    getCommands: () => state.commands.all().map(commandInfo),
    isIdle: () => state.binding?.isIdle() ?? true,
    shutdown: () => state.screen?.shutdown?.(),

    getAllTools: () => toolInfo().map((tool) => tool.name),
    getActiveTools: () =>
      toolInfo()
        .filter((tool) => tool.active)
        .map((tool) => tool.name),
    setActiveTools(names) {
      if (!Array.isArray(names))
        throw new TypeError(`cmd.setActiveTools needs an array of names, not ${kindOf(names)}.`);
      if (state.binding === undefined) state.requestedTools = [...names];
      else state.binding.setActiveTools(names);
    },
    getToolInfo: toolInfo,

    showEntry: (customType, data) => state.screen?.showEntry?.(renderEntry(state, customType, data)),
    exec: (params) => execIn(state.cwd, params),
    model: {
      complete: async (params) =>
        state.binding?.complete(params, record.purpose) ?? { isAnswered: false, reason: 'unavailable' },
    },
  };
}

function needText(member: string, text: unknown): void {
  if (typeof text === 'string' && text !== '') return;
  throw new TypeError(
    `cmd.${member} needs a string that is not empty, not ${text === '' ? 'an empty one' : kindOf(text)}.`,
  );
}

function sessionControls(state: HostState): SessionControls {
  const bound = (method: string): SessionControls => {
    if (state.binding === undefined) {
      throw new Error(
        `cmd.sessions.${method} needs a session, and none is bound yet. Call it from a hook or a command.`,
      );
    }
    return state.binding.sessions;
  };
  return {
    compact: async (options) => bound('compact').compact(options),
    tree: () => bound('tree').tree(),
    leafId: () => bound('leafId').leafId(),
    navigateTree: async (params) => bound('navigateTree').navigateTree(params),
    setLabel: (params) => bound('setLabel').setLabel(params),
  };
}
