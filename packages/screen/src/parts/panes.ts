import { drawNodes } from '../elements/draw-nodes.ts';
import type { FieldState } from '../elements/field-state.ts';
import { BOLD, DIM, LIT } from '../elements/look.ts';
import type { ButtonTarget } from '../elements/node.ts';
import { framed } from '../text/layout.ts';
import { join, type Line, lineOf } from '../text/line.ts';
import { readLine } from '../text/read-text.ts';
import type { DrawnPane } from './draw-surface.ts';

/** From this width on, panes stand beside the prompt. */
const DOCK_FROM = 140;

/** Columns of a pane's border and the space inside it. */
export const PANE_FRAME = 4;

/** The columns of the panes beside the prompt; `undefined` where they stand above it. */
export function dockWidth(width: number): number | undefined {
  return width < DOCK_FROM ? undefined : Math.min(72, Math.max(40, Math.round(width * 0.4)));
}

/** What panes are drawn with. */
export interface PanesView {
  readonly width: number;
  /** Rows that they may take together. */
  readonly rows: number;
  readonly focusedPane: string | undefined;
  readonly fields: FieldState;
  /** What Alt and a character press, so that a pane lists no key that would press another one's button. */
  readonly hotkeys: ReadonlyMap<string, ButtonTarget>;
}

/**
 * Draws panes below one another, the newest last. Where the rows are too few, the focused pane comes first, then the newest
 * ones; a pane that is cut shows the part with the focus, and one that gets fewer than three rows is not drawn.
 */
export function drawPaneStack(panes: readonly DrawnPane[], view: PanesView): readonly Line[] {
  const bodies = panes.map(({ pane, drawing }) =>
    drawNodes(drawing.nodes, Math.max(1, view.width - PANE_FRAME), { mod: pane.mod, fields: view.fields }),
  );
  const rows = sharesOf(panes, bodies, view);
  return panes.flatMap((drawn, index) => {
    const share = rows[index] ?? 0;
    const body = bodies[index] ?? [];
    if (share < 3) return [];
    return drawPane(drawn, windowOf(body, share - 2, view.fields.focused), body.length, {
      ...view,
      isNewest: index === panes.length - 1,
    });
  });
}

function sharesOf(
  panes: readonly DrawnPane[],
  bodies: readonly (readonly Line[])[],
  { rows, focusedPane }: PanesView,
): readonly number[] {
  const rank = (index: number) => (panes[index]?.pane.id === focusedPane ? panes.length : index);
  const order = panes.map((_, index) => index).sort((one, other) => rank(other) - rank(one));
  const shares = panes.map(() => 0);
  let left = rows;
  for (const index of order) {
    const share = Math.min(left, Math.max(1, bodies[index]?.length ?? 0) + 2);
    if (share < 3) continue;
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** As many lines as fit, with the focus among them. */
function windowOf(lines: readonly Line[], rows: number, focused: string | undefined): readonly Line[] {
  if (lines.length <= rows) return lines;
  const at = lines.findIndex((line) =>
    line.spans.some(({ hit }) => hit !== undefined && hit.target === focused),
  );
  const start = Math.max(0, Math.min(at - Math.floor(rows / 2), lines.length - rows));
  return lines.slice(start, start + rows);
}

function drawPane(
  { pane, drawing }: DrawnPane,
  lines: readonly Line[],
  total: number,
  { width, focusedPane, hotkeys, isNewest }: PanesView & { readonly isNewest: boolean },
): readonly Line[] {
  const isFocused = pane.id === focusedPane;
  const buttons = drawing.targets.filter(
    (target): target is ButtonTarget =>
      target.kind === 'button' && target.hotkey !== undefined && hotkeys.get(target.hotkey) === target,
  );
  const keys = [
    ...(total > lines.length ? [lineOf(`… ${total - lines.length} more`)] : []),
    ...buttons.map(({ hotkey, label }) => join(lineOf(`Alt+${hotkey} `), readLine(label))),
    ...(isNewest ? [lineOf('Alt+0 close')] : []),
    ...(isFocused ? [lineOf('Esc prompt')] : []),
  ];
  const style = isFocused ? LIT : DIM;
  return framed(lines.length === 0 ? [lineOf('')] : lines, {
    width,
    padding: 1,
    style,
    title: readLine(pane.title, isFocused ? LIT : BOLD),
    footer: join(...keys.flatMap((key, index) => (index === 0 ? [key] : [lineOf(' · ', DIM), key]))),
  });
}
