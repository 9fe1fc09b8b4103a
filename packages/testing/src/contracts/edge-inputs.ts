import type {
  AgentMessage,
  AgentState,
  HookInput,
  HookName,
  RunResult,
  ToolContentBlock,
} from '@cmd-mods/mod-api';
import { NO_USAGE } from '../no-usage.ts';

/** An input that a hook may meet, and seldom does where its author tries it out. */
export interface EdgeInput {
  readonly label: string;
  readonly params: unknown;
  /** Aborted already in the one case that says so. */
  readonly signal: AbortSignal;
}

/** What an edge is made of; each hook takes what it needs of it. */
interface Edge {
  readonly label: string;
  readonly text: string;
  readonly messages: readonly AgentMessage[];
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly result: readonly ToolContentBlock[];
  readonly modState: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

const LIVE = new AbortController().signal;
const UNICODE = 'é\u0301 \u{1F469}\u200D\u{1F4BB} \u202Eright to left \uD800 \u0000 \u2028 ﷽';
const HUGE = 'x'.repeat(1024 * 1024);

const text = (content: string): ToolContentBlock => ({ type: 'text', text: content });
const user = (...content: AgentMessage['content']): AgentMessage => ({ role: 'user', content });

const PLAIN: Edge = {
  label: 'a plain input',
  text: 'Hello',
  messages: [user(text('Hello')), { role: 'assistant', content: [text('Hi.')] }],
  toolInput: { file_path: 'a.txt', command: 'ls', content: 'text', pattern: '*' },
  result: [text('done')],
  modState: {},
  signal: LIVE,
};

const EVERY_BLOCK: readonly AgentMessage[] = [
  user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }),
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: '' },
      { type: 'server_tool_result', content: null },
      { type: 'tool_use', id: 'call_1', name: 'read_file', input: {} },
    ],
  },
  user({ type: 'tool_result', tool_use_id: 'call_1', content: [], is_error: true }),
];

/** The edges for the mods with these ids. */
function edges(modIds: readonly string[]): readonly Edge[] {
  const slots = (value: unknown) => Object.fromEntries(modIds.map((id) => [id, value]));
  return [
    PLAIN,
    { ...PLAIN, label: 'empty messages', text: '', messages: [], toolInput: {}, result: [] },
    { ...PLAIN, label: 'messages without content', messages: [user()] },
    { ...PLAIN, label: 'messages with every kind of block', messages: EVERY_BLOCK, result: [image()] },
    {
      ...PLAIN,
      label: 'unicode',
      text: UNICODE,
      messages: [user(text(UNICODE))],
      toolInput: {
        file_path: UNICODE,
        command: UNICODE,
        content: UNICODE,
        pattern: UNICODE,
        [UNICODE]: UNICODE,
      },
      result: [text(UNICODE)],
    },
    {
      ...PLAIN,
      label: 'huge texts',
      text: HUGE,
      messages: Array.from({ length: 500 }, () => user(text(HUGE.slice(0, 4096)))),
      toolInput: { file_path: HUGE, command: HUGE, content: HUGE },
      result: [text(HUGE)],
    },
    {
      ...PLAIN,
      label: 'tool input of the wrong types',
      toolInput: { file_path: 7, command: null, content: [], pattern: { a: 1 } },
    },
    { ...PLAIN, label: 'modState that another version wrote, an object', modState: slots({ version: 0 }) },
    { ...PLAIN, label: 'modState that another version wrote, null', modState: slots(null) },
    { ...PLAIN, label: 'a run that is aborted', signal: AbortSignal.abort() },
  ];
}

function image(): ToolContentBlock {
  return { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
}

/** The tools that mods meet: those of the agent, and one that they do not know. */
const TOOL_NAMES = ['shell_command', 'write_file', 'read_file', 'of_another_mod'];

const RESULT: RunResult = {
  finalText: '',
  stopReason: 'end_turn',
  turnCount: 1,
  usage: NO_USAGE,
};

/** Makes the inputs of each hook out of an edge. */
const INPUTS: {
  readonly [TName in HookName]: (edge: Edge, state: AgentState) => readonly HookInput<TName>[];
} = {
  onSessionStart: () => [{ source: 'startup' }, { source: 'resume' }, { source: 'reload' }],
  transformInput: (edge) => [{ text: edge.text }],
  onTurnStart: (_edge, state) => [{ state, turnNumber: 1 }],
  beforeModelRequest: (_edge, state) => [{ state, turnNumber: 1, model: 'scripted' }],
  appendSystemPrompt: (_edge, state) => [{ state }],
  transformSystemPrompt: (edge, state) => [{ system: edge.text, state }],
  transformContext: ({ messages, signal }, state) => [{ messages, state, signal }],
  transformTextDelta: (edge, state) => {
    const chunk = { turnNumber: 1, attempt: 0, state };
    return [
      { ...chunk, delta: edge.text, done: false },
      { ...chunk, delta: '', done: true },
    ];
  },
  transformMessage: ({ messages }, state) => messages.slice(0, 3).map((message) => ({ message, state })),
  onPermissionRequest: ({ toolInput }) =>
    TOOL_NAMES.map((toolName) => ({ toolName, input: toolInput, description: null, isSafetyPrompt: false })),
  beforeToolCall: ({ toolInput }, state) =>
    TOOL_NAMES.map((toolName) => ({ toolCallId: 'call_1', toolName, input: toolInput, state })),
  afterToolCall: ({ toolInput, result }, state) =>
    TOOL_NAMES.flatMap((toolName) =>
      [false, true].map((isError) => ({
        toolCallId: 'call_1',
        toolName,
        input: toolInput,
        result,
        isError,
        state,
      })),
    ),
  onTurnEnd: (_edge, state) => [{ state, turnNumber: 1, hadToolCalls: false, usage: RESULT.usage }],
  shouldStopAfterTurn: (_edge, state) => [{ state, turnNumber: 1 }],
  prepareNextTurn: (_edge, state) => [{ state, turnNumber: 1 }],
  onRunEnd: (_edge, state) => [
    { state, result: RESULT },
    { state: { ...state, interrupted: true }, result: { ...RESULT, stopReason: 'interrupted' } },
  ],
  onStop: (edge, state) => [{ state, stopReason: 'end_turn', turnNumber: 1, lastAssistantText: edge.text }],
  onSessionEnd: () => [{ reason: 'reload' }, { reason: 'shutdown' }],
};

/** The inputs to try one hook with; each time new objects. */
export function edgeInputs(hook: HookName, modIds: readonly string[]): readonly EdgeInput[] {
  return edges(modIds).flatMap((edge) => {
    const { label, messages, modState, signal } = edge;
    const state: AgentState = {
      sessionId: 'contract-check',
      messages,
      interrupted: signal.aborted,
      modState,
    };
    return INPUTS[hook](edge, state).map((params) => ({ label, params: frozen(params), signal }));
  });
}

/** What the agent hands out is frozen, so that no mod changes what others see; here as well. */
function frozen<TValue>(value: TValue): TValue {
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return value;
  if (!Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
