import { type Diagnostic, type DiagnosticDetails, diagnosticsOf, ModError } from '@cmd-mods/mod-api';

/** Every code of the session store. Each has its section in docs/errors/harness-session.md. Checked where it is used below. */
export const SESSION_CATALOGUE = {
  SESSION_UNREADABLE: {
    severity: 'error',
    title: 'A session file or folder cannot be read',
    fix: 'Check that it exists and that you may read it.',
  },
  SESSION_NOT_A_SESSION: {
    severity: 'error',
    title: 'The file is not a session file',
    fix: 'Name a .jsonl file from the sessions folder. The file was left as it is.',
  },
  SESSION_VERSION_UNSUPPORTED: {
    severity: 'error',
    title: 'The session file has a version that this program does not know',
    fix: 'Open it with the program that wrote it, or update this one.',
  },
  SESSION_NOT_FOUND: {
    severity: 'error',
    title: 'No session has that id',
    fix: 'Give the id of a session of this project; its first characters are enough.',
  },
  SESSION_AMBIGUOUS: {
    severity: 'error',
    title: 'More than one session id begins like that',
    fix: 'Give more characters of the id.',
  },
  SESSION_ENTRY_NOT_FOUND: {
    severity: 'error',
    title: 'The session has no such entry',
    fix: 'Take the id from the tree of this session.',
  },
  SESSION_NOT_KEPT: {
    severity: 'error',
    title: 'There is no session',
    fix: 'Give the harness a session; one in memory is enough.',
  },
  SESSION_BUSY: {
    severity: 'error',
    title: 'The session is in use',
    fix: 'Wait until the run is over (`cmd.isIdle()`, or the event `run_end`), and try again.',
  },
  SESSION_SUMMARY_FAILED: {
    severity: 'error',
    title: 'The branch that would be left could not be summed up',
    fix: 'Try again, or navigate without `summarize`. Nothing was changed.',
  },
  SESSION_HEADER_MISSING: {
    severity: 'warning',
    title: 'The session file has no header',
    fix: 'Nothing has to be done: the header is added with the next entry.',
  },
  SESSION_LINE_TORN: {
    severity: 'warning',
    title: 'The session file ends in the middle of a line',
    fix: 'Nothing has to be done: everything before it is there, and the next entry starts on a line of its own.',
  },
  SESSION_LINE_SKIPPED: {
    severity: 'warning',
    title: 'A line of the session file cannot be read',
    fix: 'Nothing has to be done: the other lines are there. To get it back, repair the line by hand.',
  },
  SESSION_ENTRY_INVALID: {
    severity: 'warning',
    title: 'An entry of the session file lacks what its type needs',
    fix: 'Nothing has to be done: the entry is kept and ignored. To get it back, repair the line by hand.',
  },
  SESSION_TEXT_DAMAGED: {
    severity: 'warning',
    title: 'A line of the session file has bytes that are not UTF-8',
    fix: 'Nothing has to be done: the entry is used, with \uFFFD where the bytes were.',
  },
  SESSION_ENTRY_UNKNOWN: {
    severity: 'info',
    title: 'The session file has entries of a type that this program does not know',
    fix: 'Nothing has to be done: they are kept and ignored. A newer program may have written them.',
  },
  SESSION_LINK_BROKEN: {
    severity: 'warning',
    title: 'An entry of the session file refers to one that is not there',
    fix: 'Nothing has to be done, unless the line of the other entry can be repaired by hand.',
  },
  SESSION_ID_DUPLICATE: {
    severity: 'warning',
    title: 'Two entries of the session file have the same id',
    fix: 'Nothing has to be done: the first one counts. Give the second another id to get it back.',
  },
  SESSION_WRITE_FAILED: {
    severity: 'error',
    title: 'The session file cannot be written',
    fix: 'Free space or allow writing there; what waits is written with the next entry. Until then it is in memory alone.',
  },
  SESSION_CHANGED_ELSEWHERE: {
    severity: 'warning',
    title: 'Something else changed the session file while it was in use',
    fix: 'Let one process at a time use a session. What each of them wrote is kept, as branches of one tree.',
  },
  SESSION_FILE_GONE: {
    severity: 'warning',
    title: 'The session file vanished while it was in use',
    fix: 'Nothing has to be done: the whole session was written anew. Use --no-session to leave no file.',
  },
  SESSION_STATE_NOT_JSON: {
    severity: 'warning',
    title: 'A value in modState does not survive JSON',
    fix: 'Keep plain data in modState, and everything else in a variable of the mod.',
  },
  SESSION_MESSAGE_NOT_JSON: {
    severity: 'warning',
    title: 'A message does not survive JSON',
    fix: 'Put plain data alone into messages and tool inputs.',
  },
} as const;

/** One code of the session store. */
export type SessionCode = keyof typeof SESSION_CATALOGUE;

/** Takes diagnostics as they come up. */
export type Report = (diagnostic: Diagnostic) => void;

/** Makes a diagnostic of the session store. */
export const sessionDiagnostic: (code: SessionCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf<SessionCode>(SESSION_CATALOGUE);

/** Makes a diagnostic of the session store that can be thrown. */
export function sessionError(code: SessionCode, details: DiagnosticDetails): ModError {
  return new ModError(sessionDiagnostic(code, details));
}

/** What an unknown thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
