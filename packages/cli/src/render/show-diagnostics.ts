import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Io } from '../io.ts';
import { diagnosticText } from './diagnostic-text.ts';

/** Writes diagnostics to stderr, one after the other. */
export function showDiagnostics(
  found: readonly Diagnostic[],
  { stderr, coloured }: Pick<Io, 'stderr' | 'coloured'>,
): void {
  for (const one of found) stderr(diagnosticText(one, coloured?.stderr));
}
