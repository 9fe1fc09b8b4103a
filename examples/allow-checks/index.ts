import type { ModApi } from '@cmd-mods/mod-api';

const HARMLESS = new Set(['npm test', 'npm run check', 'git status', 'git diff']);

/** Answers the permission prompt for a few commands that change nothing; all others are asked about as before. */
export default function (cmd: ModApi): void {
  cmd.hooks({
    onPermissionRequest: ({ toolName, input }) => {
      // The whole line must be one of the list: "git status; rm -r src" is not.
      const isHarmless =
        toolName === 'shell_command' && input.args === undefined && HARMLESS.has(String(input.command));
      return isHarmless ? 'allow' : undefined;
    },
  });
}
