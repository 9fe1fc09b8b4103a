import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Report } from './diagnostics.ts';
import { encodeLine, SESSION_VERSION, type SessionHeader } from './entries.ts';
import { EntryTree } from './entry-tree.ts';
import { isSafeId, sessionFileName } from './file-name.ts';
import { readSession } from './read-session.ts';
import { Session } from './session.ts';
import { SessionLog } from './session-log.ts';

/** What every session is given. */
export interface SessionOptions {
  /** Hears of each diagnostic as it comes up; `Session.diagnostics` collects them either way. */
  readonly report?: Report;
  /** The clock, for tests. */
  readonly now?: () => Date;
}

/** What a new session is given. */
export interface CreateSessionOptions extends SessionOptions {
  /** The folder for its file, made when it is needed ({@link sessionFolder}). Without one the session lives in memory. */
  readonly folder?: string;
  /** The project folder. */
  readonly cwd: string;
  /** A random UUID by default. Letters, digits, dots, dashes and underscores. */
  readonly id?: string;
}

/**
 * Starts a session. Its file is made with the first entry, so that a session in which nothing happened leaves none.
 * Without a folder (`--no-session`) everything works and nothing touches the disk.
 * Throws a `TypeError` for an id that cannot be part of a file name.
 */
export function createSession(options: CreateSessionOptions): Session {
  const { folder, cwd, id = crypto.randomUUID(), now = () => new Date() } = options;
  if (!isSafeId(id))
    throw new TypeError(`A session id is made of letters, digits, '.', '-' and '_', unlike '${id}'.`);
  const createdAt = now().toISOString();
  const header: SessionHeader = { type: 'session', version: SESSION_VERSION, id, cwd, createdAt };
  const tree = new EntryTree();
  const { report, diagnostics } = collect(options.report);
  const parts = { header, tree, now, report, diagnostics };
  if (folder === undefined) return new Session(parts);
  const path = join(folder, sessionFileName(createdAt, id));
  const log = new SessionLog({
    path,
    report,
    header: encodeLine(header),
    allLines: () => lines(header, tree),
  });
  return new Session({ ...parts, path, log });
}

/**
 * Opens a session file to go on with it. Never writes: damaged lines are skipped and reported, and stay as they are.
 * Time and memory grow with the file. Throws a `ModError`: `SESSION_UNREADABLE`, `SESSION_NOT_A_SESSION`,
 * `SESSION_VERSION_UNSUPPORTED`.
 */
export function openSession(path: string, options: SessionOptions = {}): Session {
  const { now = () => new Date() } = options;
  const { report, diagnostics } = collect(options.report);
  const { header, hasHeader, tree, size, endsInNewline } = readSession(path, report);
  const log = new SessionLog({
    path,
    report,
    file: { size, endsInNewline },
    ...(!hasHeader && { header: encodeLine(header) }),
    allLines: () => lines(header, tree),
  });
  return new Session({ header, tree, log, path, now, report, diagnostics });
}

function collect(report: Report | undefined): {
  readonly report: Report;
  readonly diagnostics: Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report: (diagnostic) => {
      diagnostics.push(diagnostic);
      report?.(diagnostic);
    },
  };
}

function lines(header: SessionHeader, tree: EntryTree): string[] {
  return [header, ...tree.entries].map(encodeLine);
}
