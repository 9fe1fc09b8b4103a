import type { Diagnostic } from '@cmd-mods/mod-api';
import pc from 'picocolors';

const COLOUR = { error: pc.red, warning: pc.yellow, info: pc.cyan } as const;

/** A diagnostic for people: what happened, where, and what to do. */
export function diagnosticText({ code, severity, message, where, hint }: Diagnostic): string {
  const lines = [`${COLOUR[severity](severity)} ${message} ${pc.dim(code)}`];
  if (where !== undefined) lines.push(pc.dim(`  at ${placeText(where)}`));
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
