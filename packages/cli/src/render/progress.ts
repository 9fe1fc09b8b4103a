import type { InstallProgress } from '@cmd-mods/loader';
import type { Io } from '../io.ts';

/** How long work is shown on stderr. */
export interface Progress {
  show(progress: InstallProgress): void;
  /** Takes a live line away, so that something else can be written. */
  clear(): void;
}

const WORDS: Readonly<Record<InstallProgress['phase'], string>> = {
  waiting: 'waiting for another process that installs',
  resolving: 'looking up the version',
  fetching: 'fetching',
  checking: 'checking',
  dependencies: 'installing dependencies',
  installing: 'putting into place',
  removing: 'removing',
};

/** On a terminal one line that is written anew each time; elsewhere a plain line for each phase. */
export function createProgress(io: Pick<Io, 'stderr' | 'isTerminal' | 'columns'>): Progress {
  if (!io.isTerminal) return { show: (progress) => io.stderr(`${lineOf(progress)}\n`), clear: () => {} };
  const room = (io.columns ?? 80) - 1;
  let isShown = false;
  return {
    show(progress) {
      // A line that wraps could not be written over.
      io.stderr(`\r\u001b[K${lineOf(progress).slice(0, room)}`);
      isShown = true;
    },
    clear() {
      if (isShown) io.stderr('\r\u001b[K');
      isShown = false;
    },
  };
}

function lineOf({ source, phase }: InstallProgress): string {
  return `${source}: ${WORDS[phase]}`;
}
