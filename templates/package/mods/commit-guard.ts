import type { ModApi } from '@cmd-mods/mod-api';
import { isInStyle, messageOf, STYLE } from '../lib/style.ts';

/** Blocks a commit whose message is not in style. Each file in `mods/` is a mod that can be switched off by itself. */
export default function (cmd: ModApi): void {
  cmd.hooks({
    beforeToolCall: ({ toolName, input }) => {
      if (toolName !== 'shell_command' || typeof input.command !== 'string') return undefined;
      const message = messageOf(input.command);
      if (message === undefined || isInStyle(message)) return undefined;
      return { block: true, additionalContext: STYLE };
    },
  });
}
