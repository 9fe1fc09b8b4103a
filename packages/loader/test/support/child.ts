/**
 * A process of its own that makes one change in a home and a project, as a command would; it can end itself by SIGKILL at
 * a step. Prints the outcome as JSON. Run by `runChild`.
 */
import { addSource, type InstallStep, removeSource, updateSources } from '../../src/index.ts';
import type { ChildTask } from './run-child.ts';
import { wordScanner, worldOf } from './workbench.ts';

const task = JSON.parse(process.argv[2] ?? '') as ChildTask;
const io = {
  ...worldOf(task.home, task.project, task.env),
  reach: wordScanner,
  onStep: (step: InstallStep) => {
    if (step === task.killAt) process.kill(process.pid, 'SIGKILL');
  },
};

// Without a listener, node dies of a file that becomes larger than `ulimit -f` allows; with one, the write fails.
process.on('SIGXFSZ', () => undefined);

const request = { source: task.source, cwd: task.project };
try {
  const outcome =
    task.action === 'add'
      ? await addSource({ ...request, scope: 'project' }, io)
      : task.action === 'update'
        ? await updateSources(request, io)
        : await removeSource(request, io);
  process.stdout.write(JSON.stringify(outcome));
} catch (thrown) {
  process.stdout.write(JSON.stringify((thrown as { diagnostic?: unknown }).diagnostic ?? String(thrown)));
  process.exitCode = 1;
}
