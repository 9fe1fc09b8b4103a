import { toPointer, valueAt } from './document/json-path.ts';
import { lineMap } from './document/line-map.ts';
import type { RegistryDocument } from './document/registry-document.ts';
import type { Problem } from './rules/problem.ts';
import { type RuleId, ruleText } from './rules/table.ts';

/** One thing that is wrong, with its place. Lines and columns start at 1, columns count UTF-16 units; the end is behind the last character. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** A JSON pointer into the file; empty for the file as a whole. */
  readonly path: string;
  /** The name of the entry, when it has one. */
  readonly entry?: string;
  readonly hint?: string;
  /** Whether `--fix` mends it. */
  readonly fixable: boolean;
}

/** Gives problems their places, in the order of the file, errors first where several stand in one place. */
export function locateProblems(document: RegistryDocument, problems: readonly Problem[]): Finding[] {
  if (problems.length === 0) return [];
  const place = lineMap(document.text);
  const findings = problems.map((problem) => locate(document, problem, place));
  return findings.sort(
    (one, other) =>
      Number(one.file !== document.file) - Number(other.file !== document.file) ||
      one.line - other.line ||
      one.column - other.column ||
      (one.severity === other.severity ? 0 : one.severity === 'error' ? -1 : 1),
  );
}

/** Leaves out what the base has against itself too: as often as it has it, so a second one of the same kind stays. */
export function withoutOld(
  head: { readonly document: RegistryDocument; readonly problems: readonly Problem[] },
  base: { readonly document: RegistryDocument; readonly problems: readonly Problem[] },
): { fresh: Problem[]; tolerated: number } {
  const old = new Map<string, number>();
  for (const problem of base.problems) {
    const key = sameness(base.document, problem);
    old.set(key, (old.get(key) ?? 0) + 1);
  }
  const fresh = head.problems.filter((problem) => {
    const key = sameness(head.document, problem);
    const count = old.get(key) ?? 0;
    if (count === 0) return true;
    old.set(key, count - 1);
    return false;
  });
  return { fresh, tolerated: head.problems.length - fresh.length };
}

/** What stays the same when entries move: the rule, the entry by its name, the place inside it, and what is said of it. */
function sameness({ content }: RegistryDocument, { rule, path, key, message }: Problem): string {
  if (key !== undefined) return `${rule} ${key}`;
  const inside =
    path[0] === 'mods' && path.length > 2 ? path.slice(2).filter((part) => typeof part === 'string') : path;
  return JSON.stringify([rule, nameOf(content, path) ?? null, inside, message]);
}

function locate(
  document: RegistryDocument,
  problem: Problem,
  place: (offset: number) => { line: number; column: number },
): Finding {
  const { rule, message, path } = problem;
  const text = ruleText(rule);
  const { offset, length } = problem.range ?? document.range(path, problem.aspect ?? 'value');
  const start = place(offset);
  const end = place(offset + length);
  const entry = problem.entry ?? nameOf(document.content, path);
  return {
    rule,
    severity: problem.severity ?? text.severity,
    message,
    ...(problem.file === undefined
      ? { file: document.file, ...start, endLine: end.line, endColumn: end.column }
      : { file: problem.file, line: 1, column: 1, endLine: 1, endColumn: 1 }),
    path: toPointer(problem.range === undefined ? document.filePath(path) : path),
    ...(entry === undefined ? {} : { entry }),
    hint: problem.hint ?? text.fix,
    fixable: problem.fixable ?? text.isFixable === true,
  };
}

function nameOf(content: unknown, path: Problem['path']): string | undefined {
  if (path[0] !== 'mods' || path.length < 2) return undefined;
  const name = valueAt(content, [...path.slice(0, 2), 'name']);
  return typeof name === 'string' ? name : undefined;
}
