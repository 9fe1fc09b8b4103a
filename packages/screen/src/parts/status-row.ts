import type { Surface } from '@cmd-mods/harness';
import { DIM } from '../elements/look.ts';
import { blank, cut, join, type Line, lineOf } from '../text/line.ts';
import { readLine } from '../text/read-text.ts';
import { inLoadOrder } from './draw-surface.ts';

/** The host's own part of the status row. */
export interface StatusItems {
  /** Stand before the segments of the mods. */
  readonly items?: readonly string[];
  /** Stands at the right edge: the phase and the model. */
  readonly pinned?: string;
}

const SEPARATOR: Line = lineOf(' · ', DIM);

/**
 * Draws the status row: the host's items, then the mods' segments in load order, cut with an ellipsis before what is pinned
 * at the right. The segments are text as foreign as any.
 *
 * Source: mods page, "Footer status segments".
 */
export function drawStatusRow(
  surface: Surface,
  { items = [], pinned = '' }: StatusItems,
  width: number,
): Line {
  const right = cut(readLine(pinned, DIM), Math.floor(width / 2));
  const room = right.width === 0 ? width : width - right.width - 1;
  const parts = [
    ...items.map((item) => readLine(item, DIM)),
    ...inLoadOrder(surface.statuses.values()).map(({ text }) => readLine(text)),
  ].filter((part) => part.width > 0);
  const left = cut(join(...parts.flatMap((part, index) => (index === 0 ? [part] : [SEPARATOR, part]))), room);
  return right.width === 0 ? left : join(left, blank(width - left.width - right.width), right);
}
