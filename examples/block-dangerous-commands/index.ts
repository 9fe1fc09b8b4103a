import type { ModApi } from '@cmd-mods/mod-api';

/** `rm` with a recursive and a force option, in one word or in several. */
const RECURSIVE_FORCED_DELETE = /\brm\b(?=[^;&|]*\s(?:-\w*[rR]|--recursive))(?=[^;&|]*\s(?:-\w*f|--force))/;

/** Asks a person before a recursive, forced delete. Nobody to ask means no. */
export default function (cmd: ModApi): void {
  cmd.hooks({
    beforeToolCall: async ({ toolName, input }) => {
      if (toolName !== 'shell_command') return undefined;
      const args = Array.isArray(input.args) ? input.args : [];
      const line = [input.command, ...args].join(' ');
      if (!RECURSIVE_FORCED_DELETE.test(line)) return undefined;

      const isAllowed = await cmd.ui.confirm({ title: 'Delete these files for good?', message: line });
      if (isAllowed) return undefined;
      return { block: true, additionalContext: `"${line}" was not run: a person has to approve deletes.` };
    },
  });
}
