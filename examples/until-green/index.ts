import type { ModApi } from '@cmd-mods/mod-api';

/** Does not let a run end while the project's check fails. */
export default function (cmd: ModApi): void {
  cmd.addFlag('check', { type: 'string', default: 'npm test', description: 'the command that must succeed' });

  cmd.hooks({
    onStop: async (_params, ctx) => {
      const [command = '', ...args] = String(cmd.getFlag('check')).split(' ');
      const check = await cmd.exec({ command, args, ...(ctx && { signal: ctx.signal }) });
      if (check.code === 0) return undefined;
      const output = `${check.stdout}${check.stderr}`.trim();
      return { continue: true, reason: `The check still fails:\n${output.slice(-2000)}` };
    },
  });
}
