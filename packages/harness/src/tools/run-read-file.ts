import { type FileHandle, open } from 'node:fs/promises';
import { ToolFailure, type ToolParams } from './define-tool.ts';
import { fileFailure } from './file-failure.ts';
import { LIMITS } from './limits.ts';
import { type Line, LineSplitter } from './line-splitter.ts';
import { resolvePath, showPath } from './paths.ts';
import { statRegularFile } from './regular-file.ts';
import { binaryKind, HEAD_BYTES } from './text-bytes.ts';

const CHUNK_BYTES = 256 * 1024;

/** Reads a part of a file; never holds more in memory than it shows. */
export async function readFile(
  cwd: string,
  input: { readonly file_path: string; readonly offset?: number; readonly limit?: number },
  { signal }: ToolParams,
): Promise<string> {
  const { file_path, offset = 1, limit = LIMITS.read.lines } = input;
  const path = resolvePath(cwd, file_path);
  const { size } = await statRegularFile('read', cwd, path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    return await show(handle, { shown: showPath(cwd, path), size, offset, limit, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw await fileFailure(error, 'read', cwd, path);
  } finally {
    await handle?.close();
  }
}

/** What to show of an open file. */
interface View {
  readonly shown: string;
  readonly size: number;
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function show(handle: FileHandle, view: View): Promise<string> {
  const lines: string[] = [];
  const notes = new Set<string>();
  let characters = 0;
  let lastNumber = 0;
  for await (const line of linesOf(handle, view)) {
    lastNumber = line.number;
    if (line.number < view.offset) continue;
    const text = numbered(line);
    if (
      lines.length === view.limit ||
      (lines.length > 0 && characters + text.length > LIMITS.read.characters)
    ) {
      notes.add(`The file goes on (${view.size} bytes in all); read on with offset ${line.number}.`);
      break;
    }
    if (line.hasCarriageReturn) notes.add('Lines end in CRLF.');
    if (line.text.includes('\uFFFD')) notes.add('Bytes that are not UTF-8 are shown as \uFFFD.');
    lines.push(text);
    characters += text.length + 1;
  }
  if (lines.length > 0) return [...lines, ...[...notes].map((note) => `[${note}]`)].join('\n');
  if (lastNumber === 0) return '[The file is empty.]';
  throw new ToolFailure(
    `\`${view.shown}\` has only ${lastNumber} line${lastNumber === 1 ? '' : 's'}; offset ${view.offset} is past its end.`,
  );
}

function numbered({ number, text, cutBytes }: Line): string {
  const cut = cutBytes > 0 ? ` [${cutBytes} more bytes of this line are left out]` : '';
  return `${number}\t${text}${cut}`;
}

async function* linesOf(handle: FileHandle, { shown, size, offset, signal }: View): AsyncGenerator<Line> {
  const splitter = new LineSplitter({ from: offset, maxLineBytes: LIMITS.read.lineBytes });
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    const kind = isFirst ? binaryKind(chunk.subarray(0, HEAD_BYTES)) : undefined;
    if (kind !== undefined)
      throw new ToolFailure(`\`${shown}\` is ${kind} of ${size} bytes; only text can be read.`);
    yield* splitter.push(chunk);
  }
  yield* splitter.end();
}
