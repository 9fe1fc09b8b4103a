import wrapAnsi from 'wrap-ansi';
import { ansiText, blank, join, type Line } from './line.ts';
import { readLines } from './read-text.ts';
import { PLAIN } from './style.ts';

/**
 * Breaks a line at its spaces, and words that are too long where they reach the edge. An indentation is kept, and goes on in
 * the lines that follow. Hits are lost, so only text is wrapped.
 * @param width - At least 1.
 */
export function wrap(line: Line, width: number): readonly Line[] {
  if (line.width <= width) return [line];
  const text = ansiText(line);
  const indentation = Math.min(/^ */.exec(plainStart(line))?.[0].length ?? 0, Math.floor(width / 2));
  const wrapped = readLines(wrapAnsi(text, width - indentation, { hard: true }), PLAIN);
  return indentation === 0 ? wrapped : wrapped.map((part) => join(blank(indentation), part));
}

function plainStart(line: Line): string {
  return line.spans[0]?.text ?? '';
}
