import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Where } from '@cmd-mods/mod-api';
import { type Report, type SessionCode, sessionDiagnostic, sessionError } from './diagnostics.ts';
import { isNode, SESSION_VERSION, type SessionEntry, type SessionHeader } from './entries.ts';
import { EntryTree } from './entry-tree.ts';
import { idInFileName } from './file-name.ts';
import { forEachLine, type Line } from './lines.ts';
import { parseLine } from './parse-line.ts';

/** A session file as it was read. */
export interface ReadSession {
  readonly header: SessionHeader;
  /** False when `header` was made up from the file's name. */
  readonly hasHeader: boolean;
  readonly tree: EntryTree;
  /** In bytes. */
  readonly size: number;
  readonly endsInNewline: boolean;
}

/**
 * Reads a session file; never writes. Whatever can be read is kept, and what cannot is reported with file and line:
 * damage to one line costs that line alone.
 * Throws a `ModError` for a file that cannot be read, is no session file, or has a version from the future.
 */
export function readSession(path: string, report: Report): ReadSession {
  const reader = new SessionReader(path, report);
  let end: ReturnType<typeof forEachLine>;
  try {
    mustBeFile(path);
    end = forEachLine(path, (line) => reader.take(line));
  } catch (error) {
    if (!isReadError(error)) throw error;
    const message = `The session file ${path} cannot be read: ${error.message}.`;
    throw sessionError('SESSION_UNREADABLE', { message, where: { file: path }, cause: error });
  }
  return { ...reader.finish(), ...end };
}

class SessionReader {
  readonly #path: string;
  readonly #report: Report;
  readonly #tree = new EntryTree();
  readonly #unknownTypes = new Set<string>();
  #header: SessionHeader | undefined;
  /** Set by a line that can only come from another kind of file. */
  #looksForeign = false;
  #looksLikeSession = false;

  constructor(path: string, report: Report) {
    this.#path = path;
    this.#report = report;
  }

  take(line: Line): void {
    const parsed = parseLine(line.text);
    const where: Where = { file: this.#path, line: line.number };
    switch (parsed.kind) {
      case 'blank':
        return;
      case 'header':
        this.#takeHeader(parsed.header, where);
        return;
      case 'fault': {
        if (parsed.isHeader === true) this.#looksLikeSession = true;
        else if (line.text.replaceAll('\0', '') !== '') this.#looksForeign = true;
        const code = line.isTerminated ? 'SESSION_LINE_SKIPPED' : 'SESSION_LINE_TORN';
        this.#warn(code, where, `is skipped: ${parsed.problem}`);
        return;
      }
      case 'entry':
        this.#looksLikeSession = true;
        if (!line.isUtf8) this.#warn('SESSION_TEXT_DAMAGED', where, 'has bytes that are not UTF-8');
        if (parsed.problem !== undefined) {
          this.#warn('SESSION_ENTRY_INVALID', where, `is kept and ignored: ${parsed.problem}`);
        }
        if (parsed.unknownType !== undefined && !this.#unknownTypes.has(parsed.unknownType)) {
          this.#unknownTypes.add(parsed.unknownType);
          const what = `has the unknown entry type '${parsed.unknownType}'; all entries of that type are kept and ignored`;
          this.#warn('SESSION_ENTRY_UNKNOWN', where, what);
        }
        this.#takeEntry(parsed.entry, where);
    }
  }

  finish(): Pick<ReadSession, 'header' | 'hasHeader' | 'tree'> {
    if (this.#header !== undefined) return { header: this.#header, hasHeader: true, tree: this.#tree };
    if (this.#looksForeign && !this.#looksLikeSession) {
      const message = `${this.#path} is not a session file: it has neither a header nor an entry.`;
      throw sessionError('SESSION_NOT_A_SESSION', { message, where: { file: this.#path } });
    }
    const id = idInFileName(basename(this.#path));
    const where = { file: this.#path, line: 1 };
    this.#warn(
      'SESSION_HEADER_MISSING',
      where,
      `should hold the header and does not; the session's id is taken to be ${id}`,
    );
    const header: SessionHeader = { type: 'session', version: SESSION_VERSION, id, cwd: '', createdAt: '' };
    return { header, hasHeader: false, tree: this.#tree };
  }

  #takeHeader(header: SessionHeader, where: Where): void {
    if (!Number.isInteger(header.version) || header.version < 1 || header.version > SESSION_VERSION) {
      const message = `${this.#path} has version ${header.version} of the session format; this program reads up to ${SESSION_VERSION}.`;
      throw sessionError('SESSION_VERSION_UNSUPPORTED', { message, where });
    }
    if (this.#header === undefined) this.#header = header;
    else this.#warn('SESSION_LINE_SKIPPED', where, 'is skipped: a second header');
  }

  #takeEntry(entry: SessionEntry, where: Where): void {
    if (!isNode(entry)) {
      const target = 'targetId' in entry ? entry.targetId : null;
      if (target === null || this.#tree.has(target)) this.#tree.add(entry);
      else
        this.#warn(
          'SESSION_LINK_BROKEN',
          where,
          `is skipped: it is about entry ${target}, which is not there`,
        );
      return;
    }
    if (this.#tree.has(entry.id)) {
      this.#warn('SESSION_ID_DUPLICATE', where, `is skipped: an earlier entry has the id ${entry.id} too`);
      return;
    }
    if (entry.type === 'rewrite' && entry.keepId !== null && !this.#tree.has(entry.keepId)) {
      const what = `keeps messages up to entry ${entry.keepId}, which is not there; the transcript starts after it`;
      this.#warn('SESSION_LINK_BROKEN', where, what);
    }
    if (entry.parentId === null || this.#tree.has(entry.parentId)) {
      this.#tree.add(entry);
      return;
    }
    // A lost line cuts one link of the chain, and the line before the gap is where the chain most likely came from.
    const parentId = this.#tree.lastNodeId;
    const place = parentId === null ? 'the root' : `the entry before it, ${parentId}`;
    this.#warn(
      'SESSION_LINK_BROKEN',
      where,
      `follows entry ${entry.parentId}, which is not there; it is put after ${place}`,
    );
    this.#tree.add({ ...entry, parentId });
  }

  #warn(code: SessionCode, where: Where, what: string): void {
    this.#report(sessionDiagnostic(code, { message: `Line ${where.line} of ${this.#path} ${what}.`, where }));
  }
}

/** A device or a pipe could be read for ever. */
function mustBeFile(path: string): void {
  if (statSync(path).isFile()) return;
  const message = `${path} is not a session file: it is not a regular file.`;
  throw sessionError('SESSION_NOT_A_SESSION', { message, where: { file: path } });
}

/** An error of the system, or of Node about a line too long for a string; not a mistake of ours, nor a ModError. */
function isReadError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error;
}
