import { ModError } from '@cmd-mods/mod-api';
import { diagnosticText } from './diagnostic-text.ts';

/** What is printed for an error that reached the top: its diagnostic, or, for one that nobody expected, where it comes from. */
export function unexpectedError(error: unknown, isColoured?: boolean): string {
  if (ModError.isInstance(error)) return diagnosticText(error.diagnostic, isColoured);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Something went wrong that should not have. Please report it with these lines:\n${stack}\n`;
}
