// A mod that starts everything a mod can start, and a look at what a process holds: for the benchmark of reloads and for the test that
// is a small version of it.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timers, listeners, panes, a status, a tool, hooks, and a program that runs on until it is ended. */
export function busyMod(cmd) {
  cmd.hooks({ onTurnStart: () => undefined, transformTextDelta: ({ delta }) => delta });
  cmd.addTool({
    schema: { name: 'noop', description: 'Does nothing.', input_schema: { type: 'object' } },
    run: () => ({ ok: true, content: [] }),
  });
  cmd.addCommand({ name: 'busy', handler: () => ({ message: 'busy' }) });
  cmd.clock.every(60_000, () => {});
  cmd.clock.after(60_000, () => {});
  cmd.on('run_end', () => {});
  cmd.events.on('busy', () => {});
  cmd.state.subscribe('count', () => {});
  cmd.state.set('count', (cmd.state.get('count') ?? 0) + 1);
  cmd.ui.setStatus('busy');
  cmd.ui.widget({ placement: 'above-editor', render: () => ['busy'] });
  cmd.ui.pane({ id: 'main', title: 'Busy', render: () => ['busy'] });
  cmd.ui.openPane('main');
  void cmd.process.spawn({ command: 'sleep', args: ['3600'] });
}

/** The processes that this one has started and that are still there. */
export function children() {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/** Waits until so many programs run. */
export async function untilChildren(count) {
  while (children().length !== count) await sleep(1);
}

/** What this process holds, but for memory: the same twice means that nothing was left in between. */
export async function holdings() {
  // Node tells of the end of a resource a turn later.
  await sleep(20);
  const kinds = process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate');
  const names = process.eventNames();
  return {
    resources: kinds.sort().join(' '),
    handles: readdirSync('/proc/self/fd').length,
    children: children().length,
    listeners: names.reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}
