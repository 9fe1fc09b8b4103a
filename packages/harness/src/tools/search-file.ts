import { readFile, stat } from 'node:fs/promises';
import { runBounded } from './bounded-match.ts';
import { ToolFailure } from './define-tool.ts';
import { LIMITS } from './limits.ts';
import { binaryKind } from './text-bytes.ts';

const MAX_LINE = 400;

/** A line that matches. */
export interface Match {
  readonly line: number;
  /** The line, or of a long one the part around the match. */
  readonly text: string;
}

/** What a search of one file came to. */
export type FileSearch =
  | { readonly kind: 'searched'; readonly matches: readonly Match[] }
  | { readonly kind: 'skipped'; readonly reason: 'binary' | 'too large' | 'unreadable' };

/**
 * The lines of a file that match, `limit` at most.
 * Throws a {@link ToolFailure} when the expression takes too long for one file; `shown` is how that names it.
 */
export async function searchFile(
  path: string,
  shown: string,
  expression: RegExp,
  limit: number,
): Promise<FileSearch> {
  const bytes = await bytesOf(path);
  if (typeof bytes === 'string') return { kind: 'skipped', reason: bytes };
  if (binaryKind(bytes) !== undefined) return { kind: 'skipped', reason: 'binary' };
  const matches: Match[] = [];
  const isDone = await runBounded(
    () => collect(bytes.toString('utf8'), expression, limit, matches),
    LIMITS.grep.fileMs,
  );
  if (isDone) return { kind: 'searched', matches };
  throw new ToolFailure(
    `The pattern took more than ${LIMITS.grep.fileMs} ms on \`${shown}\`: it backtracks. ` +
      'Avoid a repetition inside a repetition, such as (a+)+, or narrow glob or path.',
  );
}

async function bytesOf(path: string): Promise<Buffer | 'too large' | 'unreadable'> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return 'unreadable';
    return stats.size > LIMITS.grep.fileBytes ? 'too large' : await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return 'unreadable';
  }
}

function collect(text: string, expression: RegExp, limit: number, matches: Match[]): void {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split(/\r?\n/);
  // The text after the last line feed is no line.
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const found = expression.exec(line);
    if (found === null) continue;
    matches.push({ line: index + 1, text: excerpt(line, found.index) });
    if (matches.length >= limit) return;
  }
}

function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, Math.min(at - MAX_LINE / 4, line.length - MAX_LINE));
  const end = start + MAX_LINE;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
