import { existsSync } from 'node:fs';
import { ModError, type ToolModule } from '@cmd-mods/mod-api';
import { AbortError } from '../process/abort-error.ts';
import { type ProgramEnd, runProgram } from '../process/run-program.ts';
import { defineTool, ToolFailure } from './define-tool.ts';
import { OutputWindow } from './output-window.ts';
import { createProgress } from './progress.ts';

/** Times in milliseconds, sizes in characters for each stream. */
export const SHELL_LIMITS: {
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly leftoverMs: number;
  readonly characters: number;
} = { timeoutMs: 120_000, maxTimeoutMs: 600_000, leftoverMs: 2000, characters: 30_000 };

/** The tool `shell_command`: runs a command line through the shell, or one program with its arguments. */
export function shellCommandTool(options: {
  readonly cwd: string;
  readonly leftoverMs?: number;
}): ToolModule {
  const { cwd, leftoverMs = SHELL_LIMITS.leftoverMs } = options;
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
        maximum: SHELL_LIMITS.maxTimeoutMs,
        description: `Ends the command after so many milliseconds; ${SHELL_LIMITS.timeoutMs} by default.`,
      },
    },
    async run({ command, args, timeout_ms = SHELL_LIMITS.timeoutMs }, { signal, onUpdate }) {
      const output = {
        stdout: new OutputWindow(SHELL_LIMITS.characters),
        stderr: new OutputWindow(SHELL_LIMITS.characters),
      };
      const progress = createProgress(onUpdate);
      try {
        const end = await runProgram({
          command,
          args: args ?? [],
          ...(args === undefined && { shell: systemShell() }),
          cwd,
          signal,
          timeoutMs: timeout_ms,
          leftoverMs,
          onOutput(chunk, stream) {
            output[stream].push(chunk);
            progress.push(chunk);
          },
        });
        const report = `${headline(end, timeout_ms)}\n${outputReport(output)}`;
        if (end.code !== 0 || end.timedOut) throw new ToolFailure(report);
        return report;
      } catch (error) {
        throw failureOf(error, output);
      } finally {
        progress.end();
      }
    },
  });
}

type Output = Readonly<Record<'stdout' | 'stderr', OutputWindow>>;

function failureOf(error: unknown, output: Output): unknown {
  if (error instanceof AbortError) {
    return new ToolFailure(`Interrupted; the command and its children were ended.\n${outputReport(output)}`);
  }
  if (!ModError.isInstance(error)) return error;
  return new ToolFailure(`${error.message} ${error.diagnostic.hint ?? ''}`.trim());
}

/** bash where there is one, since that is what models write; else the system's own shell. */
function systemShell(): string | true {
  return process.platform !== 'win32' && existsSync('/bin/bash') ? '/bin/bash' : true;
}

function headline({ code, signal, timedOut, endedLeftovers }: ProgramEnd, timeoutMs: number): string {
  if (timedOut) {
    return (
      `Timed out after ${timeoutMs} ms; the command and its children were ended. ` +
      `Give it more time with timeout_ms (up to ${SHELL_LIMITS.maxTimeoutMs}), or run less.`
    );
  }
  const exit = code === null ? `Ended by ${signal ?? 'a signal'}` : `Exit code ${code}`;
  if (!endedLeftovers) return exit;
  return `${exit}\n[Processes left in the background were ended. To keep one, redirect its output: \`program >log 2>&1 &\`.]`;
}

function outputReport(output: Output): string {
  const parts: string[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    const text = output[name].toString();
    if (text === '') continue;
    parts.push(`${name}:\n${text.replace(/\n$/, '')}`);
    if (output[name].omitted > 0) {
      parts.push(`[To see all of ${name}, redirect it to a file and read that with read_file.]`);
    }
  }
  return parts.length === 0 ? 'No output.' : parts.join('\n');
}
