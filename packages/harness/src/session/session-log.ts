import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, type Report, sessionDiagnostic } from './diagnostics.ts';

const NEWLINE = 0x0a;

/** What a log starts from. */
export interface SessionLogOptions {
  readonly path: string;
  readonly report: Report;
  /** The header's line, when the file lacks it. It is written ahead of the first entry, never alone. */
  readonly header?: string;
  /** The file as it was read; absent for one that is yet to be made. */
  readonly file?: { readonly size: number; readonly endsInNewline: boolean };
  /** Every line of the session, header and waiting ones included: what is written when the file has vanished. */
  allLines(): string[];
}

/**
 * The file behind a session. Lines wait in memory until `flush` appends all of them in one write.
 * The file is opened for each flush and never locked: it may be deleted, or appended to by another process, at any time.
 */
export class SessionLog {
  readonly #path: string;
  readonly #report: Report;
  readonly #allLines: () => string[];
  #header: string | undefined;
  #waiting: string[] = [];
  #isMade: boolean;
  /** The file's size after our last write: any other size means that something else wrote. */
  #size: number;
  /** True when the file ends in half a line: the next line must not be glued to it. */
  #needsNewline: boolean;
  #lastFailure: string | undefined;
  #hasReportedChange = false;

  constructor({ path, report, header, file, allLines }: SessionLogOptions) {
    this.#path = path;
    this.#report = report;
    this.#allLines = allLines;
    this.#header = header;
    this.#isMade = file !== undefined;
    this.#size = file?.size ?? 0;
    this.#needsNewline = file?.endsInNewline === false;
  }

  /** How many lines wait to be written. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Puts a line, given without line end, behind those that wait. */
  push(line: string): void {
    if (this.#header !== undefined) {
      this.#waiting.push(this.#header);
      this.#header = undefined;
    }
    this.#waiting.push(line);
  }

  /**
   * Writes what waits. A failure is reported (once for each kind, until a flush succeeds again) and never thrown;
   * what was not written waits for the next flush.
   * @returns whether everything is in the file. Synced to the disk it is not: a crash of the process loses nothing,
   *   a power cut may lose the newest lines.
   */
  flush(): boolean {
    if (this.#waiting.length === 0) return true;
    try {
      const fd = this.#open();
      try {
        this.#append(fd);
      } finally {
        closeSync(fd);
      }
    } catch (error) {
      this.#reportFailure(error);
      return false;
    }
    this.#lastFailure = undefined;
    return true;
  }

  #open(): number {
    if (this.#isMade) {
      try {
        return openSync(this.#path, constants.O_RDWR | constants.O_APPEND);
      } catch (error) {
        if (!isMissing(error)) throw error;
        this.#startOver('vanished');
        this.#isMade = false;
      }
    }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    // `x`: a file that is already there is not ours.
    const fd = openSync(this.#path, 'ax+', 0o600);
    this.#isMade = true;
    return fd;
  }

  #startOver(what: string): void {
    this.#waiting = this.#allLines();
    this.#size = 0;
    this.#needsNewline = false;
    const message = `The session file ${this.#path} ${what} while it was in use; the whole session is written anew.`;
    this.#report(sessionDiagnostic('SESSION_FILE_GONE', { message, where: { file: this.#path } }));
  }

  #append(fd: number): void {
    const { size } = fstatSync(fd);
    if (size === 0 && this.#size > 0) this.#startOver('was emptied');
    if (size !== this.#size) {
      this.#reportChange(size);
      this.#size = size;
      this.#needsNewline = size > 0 && !endsInNewline(fd, size);
    }
    const bytes = Buffer.from(`${this.#needsNewline ? '\n' : ''}${this.#waiting.join('\n')}\n`);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
    } finally {
      this.#settle(bytes, written);
    }
  }

  /** Takes stock after a write that may have stopped anywhere: whole lines are done, half a line is written again. */
  #settle(bytes: Buffer, written: number): void {
    if (written === 0) return;
    // The line feed that ends somebody's half line ends none of ours.
    let ended = this.#needsNewline ? -1 : 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < written; at = bytes.indexOf(NEWLINE, at + 1))
      ended += 1;
    // A line that lacks nothing but its line end is there: a second copy would be a duplicate.
    if (bytes[written] === NEWLINE) ended += 1;
    this.#waiting = this.#waiting.slice(ended);
    this.#size += written;
    this.#needsNewline = bytes[written - 1] !== NEWLINE;
  }

  #reportFailure(error: unknown): void {
    const reason = messageOf(error);
    if (reason === this.#lastFailure) return;
    this.#lastFailure = reason;
    const count = this.#waiting.length;
    const message = `The session file ${this.#path} cannot be written (${reason}); ${count} ${count === 1 ? 'line waits' : 'lines wait'} in memory.`;
    this.#report(
      sessionDiagnostic('SESSION_WRITE_FAILED', { message, where: { file: this.#path }, cause: error }),
    );
  }

  #reportChange(size: number): void {
    if (this.#hasReportedChange) return;
    this.#hasReportedChange = true;
    const change = size > this.#size ? 'Something else appended to' : 'Something else cut';
    const message = `${change} the session file ${this.#path} while it was in use (${this.#size} bytes became ${size}).`;
    this.#report(sessionDiagnostic('SESSION_CHANGED_ELSEWHERE', { message, where: { file: this.#path } }));
  }
}

function endsInNewline(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
