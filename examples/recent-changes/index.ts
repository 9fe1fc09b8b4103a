import type { ModApi } from '@cmd-mods/mod-api';

/** Adds `/changes 3`: hands the last commits to the model and asks for a summary. */
export default function (cmd: ModApi): void {
  cmd.addCommand({
    name: 'changes',
    description: 'Summarises the last commits',
    argumentHint: '<how many>',
    handler: async ({ args, exec }) => {
      const count = args === '' ? 5 : Number(args);
      if (!Number.isInteger(count) || count < 1) return { message: 'Usage: /changes <how many>' };
      const log = await exec({ command: 'git', args: ['log', `--max-count=${count}`, '--format=%s'] });
      if (log.code !== 0) return { message: `git log failed: ${log.stderr.trim()}` };
      return { prompt: `Summarise these commits in one sentence:\n${log.stdout.trim()}` };
    },
  });
}
