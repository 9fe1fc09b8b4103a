import { ACCENT, DIM, FOCUSED } from '../elements/look.ts';
import { clustersOf } from '../text/clusters.ts';
import { framed, insideOf } from '../text/layout.ts';
import { cut, EMPTY_LINE, join, type Line, lineOf } from '../text/line.ts';
import { readLine, readLines } from '../text/read-text.ts';
import { wrap } from '../text/wrap.ts';

/** What stands in the prompt. */
export interface Prompt {
  readonly text: string;
  /** Where the next character goes, in UTF-16 units; no cursor is drawn when it is left out. */
  readonly cursor?: number;
  readonly placeholder?: string;
}

/** The cursor behind the last character. */
const CURSOR = '█';

/** Draws the prompt in its frame. */
export function drawPrompt(prompt: Prompt, width: number): readonly Line[] {
  const frame = { width, padding: width < 10 ? 0 : 1, style: DIM, title: EMPTY_LINE, footer: EMPTY_LINE };
  const room = Math.max(1, insideOf(frame) - 2);
  const lines = promptLines(prompt).flatMap((line) => wrap(line, room));
  const marked = lines.map((line, index) => join(lineOf(index === 0 ? '› ' : '  ', ACCENT), line));
  return framed(marked, frame);
}

/** The prompt while a pane has the keyboard: what was typed stays, in one quiet line. */
export function drawPromptAside({ text, placeholder = '' }: Prompt, width: number): readonly Line[] {
  return [cut(join(lineOf('› ', DIM), readLine(text === '' ? placeholder : text, DIM)), width)];
}

function promptLines({ text, cursor, placeholder = '' }: Prompt): readonly Line[] {
  if (text === '') {
    const hint = readLine(placeholder, DIM);
    return [cursor === undefined ? hint : join(lineOf(CURSOR), hint)];
  }
  if (cursor === undefined) return readLines(text);
  const before = readLines(text.slice(0, cursor));
  const rest = text.slice(cursor);
  const [at] = clustersOf(rest);
  const isInLine = at !== undefined && at.width > 0;
  const mark = isInLine ? lineOf(at.text, FOCUSED) : lineOf(CURSOR);
  const after = readLines(isInLine ? rest.slice(at.text.length) : rest);
  const middle = join(before.at(-1) ?? EMPTY_LINE, mark, after[0] ?? EMPTY_LINE);
  return [...before.slice(0, -1), middle, ...after.slice(1)];
}
