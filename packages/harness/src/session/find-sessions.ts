import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, type Report, sessionDiagnostic, sessionError } from './diagnostics.ts';
import type { SessionHeader } from './entries.ts';
import { idInFileName } from './file-name.ts';
import { parseLine } from './parse-line.ts';

/** Headers are far shorter; a first line that is longer is no header. */
const HEADER_BYTES = 16 * 1024;

/** A session file, seen from outside. */
export interface SessionSummary {
  readonly id: string;
  readonly path: string;
  /** Empty when the file has no header. */
  readonly cwd: string;
  /** ISO 8601, UTC; empty when the file has no header. */
  readonly createdAt: string;
  /** When something was last written, in milliseconds since 1970. */
  readonly modifiedAt: number;
  /** In bytes. */
  readonly size: number;
}

/**
 * Where the sessions of one project are kept: `<home>/.commandcode/sessions/<slug>`. The slug is readable and names the
 * project by its real path, so that a symlink to a project finds the same sessions. Makes nothing.
 * @param cwd an existing folder; throws what `realpath` throws otherwise.
 */
export function sessionFolder({ home, cwd }: { readonly home: string; readonly cwd: string }): string {
  const real = realpathSync.native(cwd);
  const readable = real
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(-64);
  // Different paths can read the same, so a hash tells them apart.
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 8);
  return join(home, '.commandcode', 'sessions', readable === '' ? hash : `${readable}-${hash}`);
}

/**
 * The sessions in a folder, the one that was written last first. Reads the first line of each file, no more.
 * A folder that is not there has none; a file that cannot be read is reported and left out.
 * Throws a `ModError` (`SESSION_UNREADABLE`) when the folder is there and cannot be read.
 */
export function findSessions(folder: string, report?: Report): readonly SessionSummary[] {
  const found: SessionSummary[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    try {
      const { mtimeMs: modifiedAt, size } = statSync(path);
      const header = readHeader(path);
      const { id, cwd, createdAt } = header ?? { id: idInFileName(name), cwd: '', createdAt: '' };
      found.push({ id, path, cwd, createdAt, modifiedAt, size });
    } catch (error) {
      const message = `The session file ${path} cannot be read: ${messageOf(error)}.`;
      report?.(sessionDiagnostic('SESSION_UNREADABLE', { message, where: { file: path }, cause: error }));
    }
  }
  return found.sort((a, b) => b.modifiedAt - a.modifiedAt || (a.path < b.path ? 1 : -1));
}

/** The session of a folder that was written last; `undefined` when there is none. */
export function latestSession(folder: string, report?: Report): SessionSummary | undefined {
  return findSessions(folder, report)[0];
}

/**
 * The session with that id, or the only one whose id begins like that.
 * Throws a `ModError`: `SESSION_NOT_FOUND`, which names the closest ids, or `SESSION_AMBIGUOUS`, which names the candidates.
 */
export function findSession(folder: string, idOrPrefix: string, report?: Report): SessionSummary {
  const sessions = findSessions(folder, report);
  const candidates = idOrPrefix === '' ? [] : sessions.filter(({ id }) => id.startsWith(idOrPrefix));
  const found = candidates.find(({ id }) => id === idOrPrefix) ?? candidates[0];
  const where = { file: folder };
  if (found === undefined) {
    const message = `No session in ${folder} has the id '${idOrPrefix}'.`;
    const hint =
      sessions.length === 0
        ? 'There is no session of this project yet.'
        : `Did you mean ${closest(sessions, idOrPrefix)}?`;
    throw sessionError('SESSION_NOT_FOUND', { message, hint, where });
  }
  if (candidates.length > 1 && found.id !== idOrPrefix) {
    const message = `${candidates.length} sessions in ${folder} begin with '${idOrPrefix}': ${listed(candidates)}.`;
    throw sessionError('SESSION_AMBIGUOUS', { message, where });
  }
  return found;
}

/** Those that begin most alike; among equals the latest. */
function closest(sessions: readonly SessionSummary[], id: string): string {
  const likeness = (session: SessionSummary): number => {
    let length = 0;
    while (length < id.length && session.id[length] === id[length]) length += 1;
    return length;
  };
  return listed([...sessions].sort((a, b) => likeness(b) - likeness(a)));
}

function listed(sessions: readonly SessionSummary[]): string {
  const names = sessions
    .slice(0, 3)
    .map(({ id, createdAt }) => (createdAt === '' ? id : `${id} (${createdAt})`));
  return names.join(', ');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    const message = `The sessions folder ${folder} cannot be read: ${messageOf(error)}.`;
    throw sessionError('SESSION_UNREADABLE', { message, where: { file: folder }, cause: error });
  }
}

function readHeader(path: string): SessionHeader | undefined {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const length = readSync(fd, bytes, 0, HEADER_BYTES, 0);
    const [line = ''] = bytes.toString('utf8', 0, length).split('\n', 1);
    const parsed = parseLine(line);
    return parsed.kind === 'header' ? parsed.header : undefined;
  } finally {
    closeSync(fd);
  }
}
