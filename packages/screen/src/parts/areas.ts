import type { Line } from '../text/line.ts';

/** A place that can be clicked. */
export interface Area {
  /** The id of the target; `dialog` for an option of the question on the screen. */
  readonly target: string;
  /** Which of its options, from 0. */
  readonly choice: number | undefined;
  /** From 0. */
  readonly line: number;
  /** From 0. */
  readonly column: number;
  readonly width: number;
}

/** Finds what can be clicked in the lines of a screen. */
export function areasOf(lines: readonly Line[]): readonly Area[] {
  const areas: Area[] = [];
  for (const [line, { spans }] of lines.entries()) {
    let column = 0;
    for (const { hit, width } of spans) {
      const last = areas.at(-1);
      if (hit !== undefined) {
        const isNext = last?.line === line && last.column + last.width === column;
        if (isNext && last.target === hit.target && last.choice === hit.choice) {
          areas[areas.length - 1] = { ...last, width: last.width + width };
        } else {
          areas.push({ target: hit.target, choice: hit.choice, line, column, width });
        }
      }
      column += width;
    }
  }
  return areas;
}
