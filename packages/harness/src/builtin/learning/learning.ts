import type { ModApi } from '@cmd-mods/mod-api';
import { looksLikeCorrection, MOST_TRIGGERS, REPEATED, readTriggers, type Trigger } from './triggers.ts';

/** Where the store has them. */
const KEY = 'triggers';

/**
 * The mod `learning`: watches for moments from which a person's taste could be learnt, and notes in its store where they were. It
 * changes nothing of a run, and keeps nothing of what was said. Without a screen there is no person to learn from, and it does nothing.
 * Other mods read the notes with `cmd.use('learning', 'triggers')`.
 *
 * Source: mods page, "Built-in mods", on taste-learning triggers; what counts as one is ours.
 */
export function learning(cmd: ModApi): void {
  if (!cmd.ui.capabilities.surface) return;
  let sessionId = '';
  let hasAnswered = false;
  let failing: { readonly tool: string; readonly times: number } | undefined;
  const noted: Trigger[] = [];
  const note = (kind: Trigger['kind'], tool?: string) => {
    noted.push({ kind, sessionId, at: new Date().toISOString(), ...(tool === undefined ? {} : { tool }) });
  };
  /**
   * Written once a run, so that a run with many of them is not held up by the disk. The store asks for the list when no other session
   * can write, so that two which end at the same moment keep the notes of both.
   */
  const write = () => {
    if (noted.length === 0) return;
    const added = noted.splice(0);
    const toJSON = () => [...readTriggers(cmd.store.get(KEY)), ...added].slice(-MOST_TRIGGERS);
    cmd.store.set(KEY, { toJSON });
  };

  cmd.on('session_start', (event) => {
    sessionId = event.sessionId;
    hasAnswered = event.source === 'resume';
  });
  cmd.on('run_start', () => {
    failing = undefined;
  });
  // The one place where typed words can be seen. It gives no answer, so the prompt goes on as it is.
  cmd.hooks({
    transformInput({ text }) {
      if (hasAnswered && looksLikeCorrection(text)) note('correction');
    },
  });
  cmd.on('tool_denied', ({ toolName }) => note('denied', toolName));
  cmd.on('tool_completed', ({ toolName }) => {
    if (failing?.tool === toolName) failing = undefined;
  });
  cmd.on('tool_errored', ({ toolName }) => {
    failing = { tool: toolName, times: failing?.tool === toolName ? failing.times + 1 : 1 };
    if (failing.times === REPEATED) note('repeated-error', toolName);
  });
  cmd.on('interrupted', () => note('interrupted'));
  cmd.on('run_end', () => {
    hasAnswered = true;
    write();
  });
  cmd.on('session_shutdown', write);
  cmd.expose('triggers', () => [...readTriggers(cmd.store.get(KEY)), ...noted]);
}
