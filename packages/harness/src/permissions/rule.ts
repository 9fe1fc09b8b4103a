import { ModError } from '@cmd-mods/mod-api';
import { permissionDiagnostic } from './diagnostics.ts';

/** A rule that allows or denies calls of one tool. */
export interface PermissionRule {
  readonly toolName: string;
  /** A glob over what the call is about; `null` covers every call. See docs/permissions.md. */
  readonly pattern: string | null;
}

const TOOL_NAME = /^[\w.:/-]+/;

/**
 * Reads a rule: `tool`, or `tool(pattern)` where the pattern is everything up to the last character, which is `)`.
 * Throws a {@link ModError} `PERMISSION_RULE_INVALID` that names the column.
 */
export function parsePermissionRule(text: string): PermissionRule {
  const fail = (index: number, why: string): never => {
    const message = `The permission rule ${JSON.stringify(text)} cannot be read: column ${index + 1}: ${why}.`;
    throw new ModError(permissionDiagnostic('PERMISSION_RULE_INVALID', { message }));
  };
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (start >= end) return fail(0, 'the name of a tool is missing');
  const toolName = TOOL_NAME.exec(text.slice(start, end))?.[0];
  if (toolName === undefined) {
    return fail(start, 'a rule begins with the name of one tool, made of letters, digits and _ - . : /');
  }
  const open = start + toolName.length;
  if (open === end) return { toolName, pattern: null };
  if (text[open] !== '(')
    return fail(open, `after the name of the tool comes "(" or nothing, not ${JSON.stringify(text[open])}`);
  if (text[end - 1] !== ')') return fail(end, 'the ")" that ends the pattern is missing');
  const pattern = text.slice(open + 1, end - 1);
  if (pattern === '')
    return fail(open + 1, 'the pattern is empty; leave the parentheses out to cover every call');
  if (pattern !== pattern.trim())
    return fail(open + 1, 'the pattern begins or ends with white space, which never matches');
  return { toolName, pattern };
}

/** Writes a rule as it is read. */
export function formatPermissionRule({ toolName, pattern }: PermissionRule): string {
  return pattern === null ? toolName : `${toolName}(${pattern})`;
}
