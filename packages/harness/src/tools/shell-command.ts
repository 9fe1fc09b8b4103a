import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';
import { LIMITS } from './limits.ts';

/** The tool `shell_command`: runs a command line through the shell, or one program with its arguments. */
export function shellCommandTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'shell_command',
    description:
      'Runs a command in the project folder and returns its exit code and output. Without args the shell reads the ' +
      'command; with args, command is a program and each argument reaches it unchanged. There is no input. ' +
      'What it leaves running in the background is ended with it, unless its output is redirected.',
    readOnly: false,
    required: {
      command: { type: 'string', minLength: 1, description: 'The command line, or with args the program.' },
    },
    optional: {
      args: { type: 'array', items: { type: 'string' }, description: 'Arguments, handed over one by one.' },
      timeout_ms: {
        type: 'integer',
        minimum: 1,
        maximum: LIMITS.shell.maxTimeoutMs,
        description: `Ends the command after so many milliseconds; ${LIMITS.shell.timeoutMs} by default.`,
      },
    },
    run: async (input, params) =>
      (await import('./run-shell-command.ts')).runShellCommand(cwd, input, params),
  });
}
