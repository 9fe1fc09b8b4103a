import {
  createSession,
  findSession,
  latestSession,
  openSession,
  type Session,
  sessionFolder,
} from '@cmd-mods/harness';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import type { Io } from '../io.ts';

/** Which session a run goes into. */
export interface SessionChoice {
  /** False with `--no-session`: everything works, and nothing touches the disk. */
  readonly session: boolean;
  readonly continue?: boolean;
  readonly resume?: string;
}

/** Opens the session that the options name. Throws a `ModError` when there is none. */
export function openRunSession(
  choice: SessionChoice,
  io: Io,
): { readonly session: Session; readonly isResumed: boolean } {
  const folder = sessionFolder({ home: io.home, cwd: io.cwd });
  if (choice.resume !== undefined) {
    return { session: openSession(findSession(folder, choice.resume).path), isResumed: true };
  }
  if (choice.continue) {
    const latest = latestSession(folder);
    if (latest === undefined) {
      throw new ModError(
        diagnostic('SESSION_NONE', { message: 'No session has been recorded for this project.' }),
      );
    }
    return { session: openSession(latest.path), isResumed: true };
  }
  return {
    session: createSession(choice.session ? { folder, cwd: io.cwd } : { cwd: io.cwd }),
    isResumed: false,
  };
}
