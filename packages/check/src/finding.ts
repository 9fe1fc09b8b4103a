/** Findings: problems with their rule, their severity, and where they are as people read it. */

import { readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { lineMap } from '@cmd-mods/registry';
import type { Problem, Span } from './problem.ts';
import { type RuleId, ruleOf } from './rules/table.ts';

/** One fault, with its place. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string;
  /** Where it is; lines and columns start at 1, and the end is behind the last character. Absent for a folder as a whole. */
  readonly place?: {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  };
  readonly problem: Problem;
}

const positions = new Map<string, { readonly text: string; readonly place: ReturnType<typeof lineMap> }>();

/** Gives a problem of a rule its place. */
export function findingOf(id: RuleId, problem: Problem): Finding {
  const { severity, fix } = ruleOf(id);
  const place = placeOf(problem.at);
  return {
    rule: id,
    severity: problem.severity ?? severity,
    message: problem.message,
    hint: problem.hint ?? fix,
    ...(place === undefined ? {} : { place }),
    problem,
  };
}

function placeOf({ file, start, end }: Span): Finding['place'] {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const text = readFileSync(file, 'utf8');
  let known = positions.get(file);
  if (known?.text !== text) {
    known = { text, place: lineMap(text) };
    positions.set(file, known);
  }
  const from = known.place(start);
  const to = known.place(end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** A finding as a diagnostic: what `--json` prints. The file is an absolute path. */
export function diagnosticOf({ rule, severity, message, hint, place, problem }: Finding): Diagnostic {
  const { file } = problem.at;
  const where = place === undefined ? { file } : { file, line: place.line, column: place.column };
  return { code: rule, severity, message, where, hint };
}

/** A file as people read it: relative to a folder where it is inside of it, with forward slashes. */
export function displayPath(file: string, folder: string): string {
  const path = relative(folder, file);
  return path === '' ? '.' : path.startsWith('..') ? file : path.split(sep).join('/');
}
