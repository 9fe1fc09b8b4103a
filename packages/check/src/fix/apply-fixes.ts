/** What `--fix` does: edits of the findings, all of a finding's or none, none over another, and no file that stops parsing. */

import { readFileSync } from 'node:fs';
import { loadCompiler } from '@cmd-mods/inspect';
import writeFileAtomic from 'write-file-atomic';
import { checkError } from '../diagnostics.ts';
import type { Finding } from '../finding.ts';
import type { Edit } from '../problem.ts';

/** A file before and after. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** How many findings it mends. */
  readonly count: number;
}

/** Works out what the files would be; writes nothing. */
export function planFixes(findings: readonly Finding[]): readonly FixedFile[] {
  const accepted = new Map<string, { edits: Edit[]; count: number }>();
  for (const { problem } of findings) {
    const { edits = [] } = problem;
    const files = new Set(edits.map(({ file }) => file));
    const [file] = files;
    if (file === undefined || files.size > 1) continue;
    const plan = accepted.get(file) ?? { edits: [], count: 0 };
    if (edits.some((edit) => plan.edits.some((other) => overlap(edit, other)))) continue;
    plan.edits.push(...edits);
    plan.count += 1;
    accepted.set(file, plan);
  }
  return [...accepted].flatMap(([file, { edits, count }]): FixedFile[] => {
    const before = readFileSync(file, 'utf8');
    const after = applied(before, edits);
    return parses(file, after) || !parses(file, before) ? [{ file, before, after, count }] : [];
  });
}

/** Writes each file whole, so that nobody reads half of one. Throws `ModError` when one cannot be written. */
export async function writeFixes(files: readonly FixedFile[]): Promise<void> {
  for (const { file, after } of files)
    await writeFileAtomic(file, after).catch((cause: unknown) => {
      throw checkError('CHECK_FILE_UNWRITABLE', {
        message: `${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
        where: { file },
        cause,
      });
    });
}

function overlap(one: Edit, other: Edit): boolean {
  const isSamePlace = one.start === other.start && one.end === other.end;
  return isSamePlace || (one.start < other.end && other.start < one.end);
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  // From the end, so that offsets before an edit stay right; what is inserted at an end comes after what is cut there.
  for (const { start, end, text: inserted } of edits.toSorted(
    (one, other) => other.start - one.start || other.end - one.end,
  ))
    result = result.slice(0, start) + inserted + result.slice(end);
  return result;
}

function parses(file: string, text: string): boolean {
  if (file.endsWith('.json')) {
    try {
      JSON.parse(text.replace(/^\ufeff/, ''));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }
  const ts = loadCompiler();
  const { diagnostics = [] } = ts.transpileModule(text, { fileName: file, reportDiagnostics: true });
  return diagnostics.length === 0;
}
