/**
 * The session store: conversations as append-only tree files, and what mods keep beside them.
 * Start with `open-session.ts` and `session.ts`; the file format is `entries.ts` and docs/sessions.md.
 */

export type { PendingCustomMessage } from './branch.ts';
export { type Report, SESSION_CATALOGUE, type SessionCode } from './diagnostics.ts';
export type * from './entries.ts';
export {
  findSession,
  findSessions,
  latestSession,
  type SessionSummary,
  sessionFolder,
} from './find-sessions.ts';
export { findJsonFault, type JsonFault } from './json-fault.ts';
export {
  type CreateSessionOptions,
  createSession,
  openSession,
  type SessionOptions,
} from './open-session.ts';
export type { Session } from './session.ts';
