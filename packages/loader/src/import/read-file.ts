import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { CompileError } from './compile.ts';
import { ImportFailure } from './import-failure.ts';

/** Whether a file is source text to compile; the rest is data or a native add-on. */
export function isCode(file: string): boolean {
  return !['.json', '.node'].includes(extname(file));
}

/**
 * A file's text.
 *
 * @param importer the file that asked, for the error.
 * @throws ImportFailure of kind `unreadable`.
 */
export function readSource(file: string, importer: string | undefined): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { message } = cause as Error;
    throw new ImportFailure('unreadable', { message, specifier: file, importer: importer ?? file, cause });
  }
}

/**
 * What a JSON file or a native add-on exports.
 *
 * @throws ImportFailure when it cannot be read, CompileError when it is no JSON.
 */
export function readData(file: string, importer: string | undefined): unknown {
  if (extname(file) === '.node') return createRequire(file)(file);
  const text = readSource(file, importer);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CompileError((error as Error).message, file, undefined, undefined);
  }
}
