import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';

/** Byte order mark, line ends, final newline and indentation; nothing about a text that is not JSON. */
export function* checkFormat({ document }: OfflineContext): Generator<Problem> {
  const { text, hasBom, layout } = document;
  if (hasBom) yield format('The file begins with a byte order mark.', 0, 0);
  if (layout === undefined) return;
  const carriageReturn = text.indexOf('\r');
  if (carriageReturn !== -1) yield format('Lines end with CR LF; LF is usual.', carriageReturn, 1);
  if (!text.endsWith('\n')) yield format('The file does not end with a newline.', text.length, 0);
  const wrong = layout.edits.filter(
    ({ offset, length, content }) =>
      text.slice(offset, offset + length).replaceAll('\r', '') !== content &&
      !(content === '\n' && !text.endsWith('\n')),
  );
  const [first] = wrong;
  if (first === undefined) return;
  const others = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more like it`;
  const place = first.offset + first.length;
  yield format(
    `The white space before this is not as JSON.stringify(value, null, 2) prints it${others}.`,
    place,
    1,
  );
}

function format(message: string, offset: number, length: number): Problem {
  return {
    rule: 'format',
    path: [],
    range: { offset, length },
    message,
    key: message.replace(/, and .*/, ''),
  };
}
