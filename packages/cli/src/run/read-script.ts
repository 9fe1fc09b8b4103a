import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseScript, type ScriptReading } from '@cmd-mods/harness';
import { diagnostic } from '../diagnostics.ts';
import type { Io } from '../io.ts';

/** Reads a script file; a file that cannot be read is a diagnostic like any other mistake in it. */
export async function readScript(path: string, io: Io): Promise<ScriptReading> {
  const file = resolve(io.cwd, path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const message = `The script ${path} cannot be read: ${error instanceof Error ? error.message : error}.`;
    return {
      ok: false,
      diagnostics: [diagnostic('SCRIPT_UNREADABLE', { message, where: { file }, cause: error })],
    };
  }
  return parseScript(text, file);
}
