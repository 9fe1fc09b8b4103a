/** A line that resembles what was looked for. */
export interface NearLine {
  readonly number: number;
  readonly text: string;
  /** It differs in white space only. */
  readonly isSameButSpace: boolean;
}

/** Beyond these sizes nothing is measured: a hint is not worth the time. */
const MAX_LINES = 20_000;
const MAX_LINE_LENGTH = 300;

/**
 * The line of `text` that is most like the first line of `wanted` that holds anything.
 * @returns `undefined` when none is alike for more than half.
 */
export async function nearestLine(text: string, wanted: string): Promise<NearLine | undefined> {
  const needle = wanted.split(/\r?\n/).find((line) => line.trim() !== '');
  if (needle === undefined) return undefined;
  const lines = text.split(/\r?\n/, MAX_LINES);
  const squeezed = squeeze(needle);
  const same = lines.findIndex(
    (line) => squeeze(line) === squeezed || (squeezed.length > 8 && squeeze(line).includes(squeezed)),
  );
  if (same !== -1)
    return {
      number: same + 1,
      text: lines[same] ?? '',
      isSameButSpace: !(lines[same] ?? '').includes(needle),
    };
  const { distance } = await import('fastest-levenshtein');
  const target = squeezed.slice(0, MAX_LINE_LENGTH);
  let best = { index: -1, apart: target.length / 2 };
  for (const [index, line] of lines.entries()) {
    const candidate = squeeze(line).slice(0, MAX_LINE_LENGTH);
    if (Math.abs(candidate.length - target.length) >= best.apart) continue;
    const apart = distance(candidate, target);
    if (apart < best.apart) best = { index, apart };
  }
  if (best.index === -1) return undefined;
  return { number: best.index + 1, text: lines[best.index] ?? '', isSameButSpace: false };
}

function squeeze(line: string): string {
  return line.replace(/\s+/g, '');
}
