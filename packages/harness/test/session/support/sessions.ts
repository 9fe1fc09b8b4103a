import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMessage, AgentState } from '@cmd-mods/mod-api';
import { onTestFinished } from 'vitest';
import { openSession, type Session } from '../../../src/session/index.ts';

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-session-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function user(text: string, meta?: AgentMessage['meta']): AgentMessage {
  return { role: 'user', content: [{ type: 'text', text }], ...(meta !== undefined && { meta }) };
}

export function assistant(text: string): AgentMessage {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

/** A state like the given session's, with some things changed. */
export function changed(state: AgentState, changes: Partial<AgentState>): AgentState {
  return { ...state, ...changes };
}

/** Commits one more message than the session has. */
export function say(session: Session, ...messages: AgentMessage[]): AgentState {
  const state = session.state();
  const next = changed(state, { messages: [...state.messages, ...messages] });
  session.commit(next);
  return next;
}

export function textsOf(state: AgentState): string[] {
  return state.messages.flatMap(({ content }) =>
    content.map((block) => (block.type === 'text' ? block.text : block.type)),
  );
}

/** The path of a session that must have a file. */
export function pathOf(session: Session): string {
  if (session.path === undefined) throw new Error('This session has no file.');
  return session.path;
}

/** The lines of a file, parsed. */
export function entriesIn(path: string): Record<string, unknown>[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Opens a session again, as the next program start would. */
export function reopened(session: Session): Session {
  return openSession(pathOf(session));
}

/** A session file of the given content, whatever it is. */
export function fileOf(content: string | Uint8Array, name = 's.jsonl'): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** The codes and lines of a session's diagnostics. */
export function codesOf(session: Session): string[] {
  return session.diagnostics.map(({ code, where }) =>
    where?.line === undefined ? code : `${code}:${where.line}`,
  );
}
