import type { Diagnostic } from '@cmd-mods/mod-api';
import { coloursWhen } from './colours.ts';

const COLOUR = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** A diagnostic for people: what happened, where, and what to do. */
export function diagnosticText(
  { code, severity, message, where, hint }: Diagnostic,
  isColoured?: boolean,
): string {
  const colours = coloursWhen(isColoured);
  const lines = [`${colours[COLOUR[severity]](severity)} ${message} ${colours.dim(code)}`];
  if (where !== undefined) lines.push(colours.dim(`  at ${placeText(where)}`));
  if (hint !== undefined) lines.push(`  ${hint}`);
  return `${lines.join('\n')}\n`;
}

/** `file:line:column`, as editors and terminals take it. */
export function placeText({ file, line, column }: NonNullable<Diagnostic['where']>): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** A diagnostic as JSON: everything but the thrown value behind it. */
export function diagnosticJson({ cause: _cause, ...plain }: Diagnostic): Omit<Diagnostic, 'cause'> {
  return plain;
}
