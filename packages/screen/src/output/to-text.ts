import { ansiText, type Line, plainText } from '../text/line.ts';

/** Anything with lines: a screen, or a part of a window. */
export interface WithLines {
  readonly lines: readonly Line[];
}

/** The text of a screen for a terminal. Every line begins and ends without a style; they are separated by `\n`. */
export function toAnsi({ lines }: WithLines): string {
  return lines.map(ansiText).join('\n');
}

/** The text of a screen without styles and without spaces at the ends of lines. */
export function toPlain({ lines }: WithLines): string {
  return lines.map((line) => plainText(line).trimEnd()).join('\n');
}
