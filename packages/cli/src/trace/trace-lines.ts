/** One line of a file, without what ends it. */
export interface Line {
  /** From 1 on. */
  readonly number: number;
  /** Undefined when the line is longer than a text can be. */
  readonly text: string | undefined;
}

const NEWLINE = 10;

/**
 * The lines of a stream of bytes, one at a time, so that a file of any size needs the room of its longest line. Only a line feed ends a
 * line: in JSON the other separators of Unicode may stand in a text. Empty lines are left out, but counted.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let waiting: Buffer[] = [];
  let number = 1;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      waiting.push(chunk.subarray(start, end));
      yield* lineOf(waiting, number);
      waiting = [];
      number++;
      start = end + 1;
    }
    if (start < chunk.length) waiting.push(chunk.subarray(start));
  }
  yield* lineOf(waiting, number);
}

function* lineOf(parts: readonly Buffer[], number: number): Generator<Line> {
  const [only] = parts;
  const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === 13)) return;
  yield { number, text: textOf(bytes) };
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return bytes.toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG') return undefined;
    throw error;
  }
}
