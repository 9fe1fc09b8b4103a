import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { parseJson } from '../pipeline/parse-json.ts';
import type { JsonChange } from './change-text.ts';

/** How long to wait for another process that writes the same file. */
const RETRIES = { retries: 60, minTimeout: 20, maxTimeout: 250, factor: 1.3 };

/**
 * Changes a JSON file with comments in place: comments, order, indentation, line ends and unknown keys stay as they are.
 * The change is computed from the file as it is at that moment, under a lock that other processes take turns for, and the
 * file is replaced whole. A missing file is created; when there is nothing to change, nothing is written.
 *
 * @param change what to change, from the parsed content; called once.
 * @returns whether the file was written.
 * @throws ModError SETTINGS_BROKEN for a file that does not parse, which is left byte for byte as it is;
 *   SETTINGS_NOT_WRITABLE when it cannot be locked or written.
 */
export async function editJsonFile(
  file: string,
  change: (content: unknown) => readonly JsonChange[],
): Promise<boolean> {
  const text = await readText(file);
  if ((await changesFor(text, file, change)).length === 0) return false;
  try {
    await mkdir(dirname(file), { recursive: true });
    return await withFileLock(file, async () => {
      const current = await readText(file);
      const changes = await changesFor(current, file, change);
      const next = await apply(current, changes);
      if (next === current) return false;
      const { default: writeFileAtomic } = await import('write-file-atomic');
      await writeFileAtomic(file, next);
      return true;
    });
  } catch (cause) {
    if (ModError.isInstance(cause)) throw cause;
    const message = `${file} cannot be written: ${(cause as Error).message}.`;
    throw new ModError(pipelineDiagnostic('SETTINGS_NOT_WRITABLE', { message, where: { file }, cause }));
  }
}

/** Runs `use` while no other process changes this file. The folder has to be there, the file need not. */
export async function withFileLock<TResult>(file: string, use: () => Promise<TResult>): Promise<TResult> {
  const { default: lockfile } = await import('proper-lockfile');
  const release = await lockfile.lock(file, { realpath: false, retries: RETRIES });
  try {
    return await use();
  } finally {
    await release();
  }
}

async function changesFor(
  text: string,
  file: string,
  change: (content: unknown) => readonly JsonChange[],
): Promise<readonly JsonChange[]> {
  if (text.trim() === '') return change({});
  const parsed = await parseJson(text, file, { withComments: true });
  if (parsed.ok) return change(parsed.value);
  const message = `The file does not parse: ${parsed.message}. It was not changed.`;
  throw new ModError(pipelineDiagnostic('SETTINGS_BROKEN', { message, where: parsed.where }));
}

async function apply(text: string, changes: readonly JsonChange[]): Promise<string> {
  const { changeText } = await import('./change-text.ts');
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.trim() === '' ? '{}\n' : text.slice(mark.length);
  return mark + changes.reduce(changeText, body);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ModError(
      pipelineDiagnostic('SETTINGS_NOT_WRITABLE', {
        message: `${file} cannot be read: ${message}.`,
        where: { file },
        cause,
      }),
    );
  }
}
