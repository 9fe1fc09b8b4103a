import type { SourceOutcome } from '@cmd-mods/loader';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { diagnosticJson } from '../../render/diagnostic-text.ts';
import { outcomeText } from '../../render/outcome-text.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';

/**
 * Shows what was done for each source.
 *
 * @returns 0, or 1 when one failed or was held back.
 */
export function showOutcomes(
  outcomes: readonly SourceOutcome[],
  notices: readonly Diagnostic[],
  options: { readonly json?: boolean; readonly none: string },
  io: Io,
): ExitCode {
  if (options.json) {
    printJson({ outcomes: outcomes.map(outcomeJson), notices: notices.map(diagnosticJson) }, io);
  } else {
    io.stdout(
      outcomes.length === 0
        ? `${options.none}\n`
        : outcomes.map((outcome) => outcomeText(outcome, io)).join(''),
    );
  }
  const said = outcomes.flatMap(({ warnings, error }) =>
    error === undefined ? warnings : [...warnings, error],
  );
  showDiagnostics([...notices, ...said], io);
  return outcomes.some(({ error }) => error !== undefined) ? EXIT.failed : EXIT.ok;
}

/** An outcome as JSON: the same, without the thrown values behind diagnostics. */
export function outcomeJson({ warnings, error, ...plain }: SourceOutcome): object {
  return { ...plain, warnings: warnings.map(diagnosticJson), ...(error && { error: diagnosticJson(error) }) };
}
