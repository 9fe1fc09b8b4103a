import type { ModApi } from '@cmd-mods/mod-api';

/** Blocks `git push` until the model has looked at the diff, and again after every edit. */
export default function (cmd: ModApi): void {
  let isReviewed = false;

  cmd.hooks({
    beforeToolCall: ({ toolName, input }) => {
      if (isReviewed || !isGit(toolName, input, 'push')) return undefined;
      return { block: true, additionalContext: 'Read the change with "git diff" before you push it.' };
    },

    afterToolCall: ({ toolName, input, isError }) => {
      if (isGit(toolName, input, 'diff') && !isError) isReviewed = true;
      if (toolName === 'write_file' || toolName === 'edit_file') isReviewed = false;
      return undefined;
    },
  });
}

function isGit(toolName: string, input: Readonly<Record<string, unknown>>, subcommand: string): boolean {
  if (toolName !== 'shell_command') return false;
  const args = Array.isArray(input.args) ? input.args : [];
  const words = [input.command, ...args].join(' ').split(/\s+/);
  return words.some((word, index) => word === 'git' && words[index + 1] === subcommand);
}
