import type { ObservableEvent, ToolContentBlock } from '@cmd-mods/mod-api';
import { NO_USAGE } from '../no-usage.ts';

const CALL = { toolCallId: 'call_1', toolName: 'shell_command' } as const;
const CONTENT: readonly ToolContentBlock[] = [{ type: 'text', text: 'done' }];

/** One event of each type that mods commonly observe. */
export const OBSERVED_EVENTS: readonly ObservableEvent[] = [
  { type: 'run_start', sessionId: 'contract-check' },
  { type: 'turn_start', turnNumber: 1 },
  { type: 'message_start' },
  { type: 'model_request_start', model: 'scripted' },
  { type: 'text_delta', delta: '' },
  { type: 'message_end', content: [] },
  { type: 'tool_queued', ...CALL, input: {} },
  { type: 'tool_running', ...CALL, description: null },
  { type: 'tool_completed', ...CALL, result: CONTENT },
  { type: 'tool_errored', ...CALL, error: '' },
  { type: 'tool_denied', ...CALL },
  { type: 'tool_hook_blocked', ...CALL, hookOutput: '' },
  { type: 'turn_end', turnNumber: 1, hadToolCalls: true, usage: NO_USAGE },
  { type: 'notice', level: 'info', message: '' },
  { type: 'run_error', error: new Error('The request failed.') },
  { type: 'interrupted' },
  { type: 'run_end', result: { finalText: '', stopReason: 'end_turn', turnCount: 1, usage: NO_USAGE } },
];
