import type { Command } from 'commander';
import { candidates } from '../completion/candidates.ts';
import { completionScript, type Shell } from '../completion/scripts.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';

/** `cmd completion <shell>`: prints the script of a shell. */
export function completion(shell: Shell, io: Io): ExitCode {
  io.stdout(completionScript(shell));
  return EXIT.ok;
}

/**
 * `cmd complete -- <words>`: what may stand in place of the last word, a line each. It answers while somebody types, so it asks about mods
 * only where their names may stand.
 */
export async function complete(program: Command, words: readonly string[], io: Io): Promise<ExitCode> {
  const { words: known, kind } = candidates(program, words);
  const last = words.at(-1) ?? '';
  const values = kind === undefined ? [] : await valuesOf(kind, io);
  for (const { word, meaning } of [...known, ...values]) {
    // A name with a line feed cannot be told in a line.
    if (word.startsWith(last) && !/[\n\t]/.test(word))
      io.stdout(`${word}\t${meaning.replaceAll('\n', ' ')}\n`);
  }
  if (kind === 'files' || kind === 'folders') io.stdout(`:${kind}\n`);
  // A source may be a path.
  else if (kind === 'sources' || kind === 'sources and mods') io.stdout(':files\n');
  return EXIT.ok;
}

async function valuesOf(
  kind: NonNullable<ReturnType<typeof candidates>['kind']>,
  io: Io,
): Promise<ReturnType<typeof candidates>['words']> {
  if (kind === 'files' || kind === 'folders' || kind === 'anything') return [];
  const { valueWords } = await import('../completion/value-words.ts');
  return await valueWords(kind, io);
}
