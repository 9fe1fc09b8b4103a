import { existsSync } from 'node:fs';
import { ModError } from '@cmd-mods/mod-api';
import { AbortError } from '../process/abort-error.ts';
import { type ProgramEnd, runProgram } from '../process/run-program.ts';
import { ToolFailure, type ToolParams } from './define-tool.ts';
import { LIMITS } from './limits.ts';
import { OutputWindow } from './output-window.ts';
import { createProgress } from './progress.ts';

/** What to run. */
interface Command {
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout_ms?: number;
}

/** Runs a command and reports its exit code and both streams; fails with the same report for any code but 0. */
export async function runShellCommand(
  cwd: string,
  { command, args, timeout_ms = LIMITS.shell.timeoutMs }: Command,
  { signal, onUpdate }: ToolParams,
): Promise<string> {
  const output = {
    stdout: new OutputWindow(LIMITS.shell.characters),
    stderr: new OutputWindow(LIMITS.shell.characters),
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
      leftoverMs: LIMITS.shell.leftoverMs,
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
      `Give it more time with timeout_ms (up to ${LIMITS.shell.maxTimeoutMs}), or run less.`
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
