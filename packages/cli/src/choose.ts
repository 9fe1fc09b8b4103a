import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/**
 * Asks a person at a terminal to choose by number.
 *
 * @returns the place of the choice from 0 on, or undefined for an empty answer, the end of input, or a number that is not shown.
 * @throws the signal's reason when it is aborted while waiting.
 */
export async function choose(
  question: string,
  choices: readonly string[],
  { input, output, signal }: { input: Readable; output: Writable; signal: AbortSignal },
): Promise<number | undefined> {
  // Not as a terminal: that would take Ctrl+C away from the process.
  const lines = createInterface({ input, output, terminal: false });
  try {
    output.write(`${question}\n${choices.map((choice, index) => `  ${index + 1}. ${choice}\n`).join('')}`);
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question('Number (empty for none): ', { signal }), ended]);
    const place = /^\s*\d+\s*$/.test(answer) ? Number(answer) - 1 : -1;
    return choices[place] === undefined ? undefined : place;
  } finally {
    lines.close();
  }
}
