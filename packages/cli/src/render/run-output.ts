import { errorToJson, eventToJson, type ModHost, noticeText, type Session } from '@cmd-mods/harness';
import {
  type Diagnostic,
  EVENTS,
  type NoticeEvent,
  type ObservableEvent,
  type RunResult,
} from '@cmd-mods/mod-api';
import { diagnostic as cliDiagnostic } from '../diagnostics.ts';
import type { Io } from '../io.ts';
import { modFailure } from '../run/mod-failures.ts';
import type { RunAnswer } from '../run/prompt-answer.ts';
import { diagnosticJson } from './diagnostic-text.ts';
import { showDiagnostics } from './show-diagnostics.ts';

/** What `--output` takes. */
export type OutputFormat = 'text' | 'json' | 'events';

/** How a run is shown. Diagnostics go to stderr in every format. */
export interface RunOutput {
  event(event: ObservableEvent, host: ModHost): void;
  /** Shows one diagnostic. */
  diagnostic(found: Diagnostic): void;
  /** Shows diagnostics and keeps them for the result. */
  found(diagnostics: readonly Diagnostic[]): void;
  /** Keeps diagnostics for the result that a notice has shown already. */
  kept(diagnostics: readonly Diagnostic[]): void;
  answer(answer: RunAnswer, session: Session): void;
}

/** Makes the output of one run. */
export function createOutput(format: OutputFormat, io: Io): RunOutput {
  const warnings: Diagnostic[] = [];
  /** What stood in a diagnostic already, in the words of a notice. */
  const shown = new Set<string>();
  const diagnostic = (found: Diagnostic) => showDiagnostics([found], io);
  const found = (diagnostics: readonly Diagnostic[]) => {
    warnings.push(...diagnostics);
    for (const one of diagnostics) {
      shown.add(noticeText(one));
      diagnostic(one);
    }
  };
  /** A notice that stands for a diagnostic of the host is shown as that, with its code and its place, and only once. */
  const notice = ({ level, message }: NoticeEvent, host: ModHost) => {
    if (level === 'info' || shown.has(message)) return;
    const behind = host.diagnostics().find((one) => noticeText(one) === message);
    if (behind === undefined) io.stderr(`${level}: ${message}\n`);
    else diagnostic(behind);
  };
  return {
    diagnostic,
    found,
    kept: (diagnostics) => void warnings.push(...diagnostics),
    event(event, host) {
      // session_start and session_shutdown frame the session; the stream of a run does not hold them.
      if (format === 'events' && EVENTS[event.type].level === 'agent') io.stdout(`${eventToJson(event)}\n`);
      if (event.type === 'mod_error') found([modFailure(event, host)]);
      if (event.type === 'tool_denied') found([denied(event.toolName)]);
      if (event.type === 'run_error') io.stderr(`error: ${errorToJson(event.error).message}\n`);
      if (event.type === 'notice') notice(event, host);
    },
    answer(answer, session) {
      // A run that failed for good has no text, and its error was shown.
      const hasText =
        answer.kind === 'ran' && !(answer.result.stopReason === 'error' && answer.result.finalText === '');
      const lines = hasText ? [...answer.messages, answer.result.finalText] : answer.messages;
      if (format === 'text') io.stdout(lines.map((line) => `${line}\n`).join(''));
      if (format !== 'json') return;
      const result = answer.kind === 'ran' ? answer.result : notRun(answer);
      const sessionFile = session.path ?? null;
      const printed = {
        schemaVersion: 1,
        result,
        ...(answer.messages.length === 0 ? {} : { messages: answer.messages }),
        sessionId: session.id,
        sessionFile,
        warnings: warnings.map(diagnosticJson),
      };
      io.stdout(`${JSON.stringify(printed, null, 2)}\n`);
    },
  };
}

/** A run that ends for it would otherwise end without a word. */
function denied(toolName: string): Diagnostic {
  return cliDiagnostic('TOOL_DENIED', {
    message: `The call of ${toolName} was denied. In a headless run nobody can be asked.`,
    hint: `If it may run: --allow ${toolName}, or --dangerously-skip-permissions for every call. A deny rule or a mod may have decided too.`,
  });
}

const STOP_REASONS = { handled: 'end_turn', failed: 'error', interrupted: 'interrupted' } as const;

/** The result of a prompt that needed no turn. */
function notRun({ kind, messages }: Exclude<RunAnswer, { kind: 'ran' }>): RunResult {
  return {
    finalText: messages.join('\n'),
    stopReason: STOP_REASONS[kind],
    turnCount: 0,
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  };
}
