import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Rows of a run of two rounds: a slow mod, one that fails, and one that changes the prompt and the answer. */
export const ROWS: readonly object[] = [
  { kind: 'event', event: { type: 'run_start', sessionId: 's' }, at: 0 },
  { kind: 'hook', mod: 'mod:slow', hook: 'transformMessage', ms: 4, changed: false, at: 5 },
  { kind: 'event', event: { type: 'turn_start', turnNumber: 1 }, at: 6 },
  { kind: 'hook', mod: 'mod:rules', hook: 'appendSystemPrompt', ms: 1, changed: true, at: 8 },
  {
    kind: 'request',
    purpose: 'run',
    turnNumber: 1,
    attempt: 0,
    model: 'small',
    system: 'Be kind.\nBe brief.',
    messages: [{ role: 'user', content: 'hi' }],
    tools: [],
    at: 9,
  },
  {
    kind: 'response',
    turnNumber: 1,
    attempt: 0,
    deltas: ['a secret'],
    content: [{ type: 'text', text: 'a secret' }],
    stopReason: 'tool_use',
    usage: {},
    at: 30,
  },
  {
    kind: 'event',
    event: { type: 'message_end', content: [{ type: 'text', text: 'a [redacted]' }] },
    at: 31,
  },
  {
    kind: 'event',
    event: { type: 'tool_queued', toolCallId: '1', toolName: 'read_file', input: {} },
    at: 32,
  },
  { kind: 'event', event: { type: 'turn_start', turnNumber: 2 }, at: 40 },
  {
    kind: 'hook',
    mod: 'mod:<b>',
    hook: 'onTurnStart',
    ms: 2,
    changed: false,
    error: { name: 'TypeError', message: 'x is not a function' },
    at: 43,
  },
  { kind: 'hook', mod: 'mod:slow', hook: 'transformMessage', ms: 20, changed: false, at: 64 },
  {
    kind: 'request',
    purpose: 'run',
    turnNumber: 2,
    attempt: 0,
    model: 'large',
    system: 'Be kind.\nBe quick.',
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'line\u2028separator' },
    ],
    tools: [{ name: 'read_file' }],
    at: 65,
  },
  {
    kind: 'response',
    turnNumber: 2,
    attempt: 0,
    deltas: [],
    content: [],
    stopReason: 'end_turn',
    usage: {},
    at: 80,
  },
];

/** Writes a trace into a folder of its own. */
export function traceFile(lines: readonly (object | string)[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cmd-mods-trace-')), 'trace.jsonl');
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return file;
}
