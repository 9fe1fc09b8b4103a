import type { Surface, Toast } from '@cmd-mods/harness';
import { ACCENT, DIM, ERROR, SUCCESS, WARNING } from '../elements/look.ts';
import { cut, join, type Line, lineOf } from '../text/line.ts';
import { readLine } from '../text/read-text.ts';

const MOST = 5;

/** Texts, not lines: the first line with a wide character makes the tables of widths, which a start without toasts can do without. */
const MARKS = {
  info: ['• ', ACCENT],
  success: ['✓ ', SUCCESS],
  warning: ['⚠ ', WARNING],
  error: ['✗ ', ERROR],
} as const;

/** The toasts that have not ended, the newest last. */
export function liveToasts(surface: Surface, now: number): readonly Toast[] {
  return [...surface.toasts].filter(({ endsAt }) => endsAt > now);
}

/** Draws the newest toasts, a line each: whose it is, then what it says. */
export function drawToasts(toasts: readonly Toast[], width: number): readonly Line[] {
  return toasts.slice(-MOST).map(({ mod, text, level }) => {
    const [mark, style] = MARKS[level] ?? MARKS.info;
    return cut(
      join(lineOf(mark, style), readLine(mod.name, DIM), lineOf(' · ', DIM), readLine(String(text))),
      width,
    );
  });
}
