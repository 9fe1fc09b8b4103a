import { spawn } from 'node:child_process';
import { onExit } from 'signal-exit';

/**
 * Programs get a process group of their own, so that ending one ends what it started.
 * The price: Ctrl-C at the terminal no longer reaches them, so the host ends them when it goes itself.
 */
const live = new Set<number>();
let stopWatchingExit: (() => void) | undefined;

/** Whether programs are to be started as leaders of their own group, for {@link signalTree} to work. */
export const STARTS_OWN_GROUP: boolean = process.platform !== 'win32';

/** Ends the tree of `pid` when this process exits. @returns a function that forgets it. */
export function endWithHost(pid: number): () => void {
  live.add(pid);
  stopWatchingExit ??= onExit(() => {
    for (const group of live) signalTree(group, 'SIGKILL');
  });
  return () => {
    live.delete(pid);
    if (live.size > 0) return;
    stopWatchingExit?.();
    stopWatchingExit = undefined;
  };
}

/**
 * Signals a program and everything it started that did not leave its process group.
 * On Windows there are no groups: `taskkill` walks the tree, and any signal ends it.
 * A tree that is gone already is fine. Throws what the system says when signalling is not permitted.
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!STARTS_OWN_GROUP) {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
