import type { Surface, Toast } from '@cmd-mods/harness';
import { drawNodes } from './elements/draw-nodes.ts';
import { IDLE_FIELDS } from './elements/field-state.ts';
import type { Target } from './elements/node.ts';
import { type ThemedSpan, toThemed } from './output/theme.ts';
import { drawPanes, drawWidgets } from './parts/draw-surface.ts';
import { drawStatusRow, type StatusItems } from './parts/status-row.ts';
import { liveToasts } from './parts/toasts.ts';
import { plainText } from './text/line.ts';
import { readLine } from './text/read-text.ts';

/** The columns that a desktop window draws in, whatever its size. */
export const WINDOW_COLUMNS = 80;

/** Lines of a window. */
export type ThemedLines = readonly (readonly ThemedSpan[])[];

/** A card above the composer. */
export interface WindowPane {
  readonly id: string;
  readonly title: string;
  readonly lines: ThemedLines;
}

/** What a desktop window shows of a surface: plain data that can be sent to another process. */
export interface WindowContent {
  readonly above: ThemedLines;
  readonly below: ThemedLines;
  /** The newest last. */
  readonly panes: readonly WindowPane[];
  readonly status: ThemedLines;
  readonly toasts: readonly {
    readonly title: string;
    readonly text: string;
    readonly level: Toast['level'];
  }[];
}

/** A drawn window. */
export interface Window {
  readonly content: WindowContent;
  /** What the ids in the content stand for. They stay where the mods run. */
  readonly targets: ReadonlyMap<string, Target>;
}

/**
 * Draws a surface for a desktop window: widgets and panes at 80 columns, as lines and ids of buttons. Inputs and selects are
 * drawn, but nothing there has the focus.
 *
 * Source: mods page, "In the desktop app".
 */
export function renderWindow(
  surface: Surface,
  view: { readonly now: number; readonly status?: StatusItems },
): Window {
  const above = drawWidgets(surface, 'above-editor', WINDOW_COLUMNS);
  const below = drawWidgets(surface, 'below-editor', WINDOW_COLUMNS);
  const panes = drawPanes(surface, WINDOW_COLUMNS);
  const linesOf = (drawn: typeof above): ThemedLines =>
    toThemed({
      lines: drawn.flatMap(({ widget: { mod }, drawing }) =>
        drawNodes(drawing.nodes, WINDOW_COLUMNS, { mod, fields: IDLE_FIELDS }),
      ),
    });
  return {
    content: {
      above: linesOf(above),
      below: linesOf(below),
      panes: panes.map(({ pane, drawing }) => ({
        id: pane.id,
        title: plainText(readLine(pane.title)),
        lines: toThemed({
          lines: drawNodes(drawing.nodes, WINDOW_COLUMNS, { mod: pane.mod, fields: IDLE_FIELDS }),
        }),
      })),
      status: toThemed({ lines: [drawStatusRow(surface, view.status ?? {}, WINDOW_COLUMNS)] }),
      toasts: liveToasts(surface, view.now).map(({ mod, text, level }) => ({
        title: mod.name,
        text: plainText(readLine(text)),
        level,
      })),
    },
    targets: new Map(
      [...above, ...below, ...panes].flatMap(({ drawing }) =>
        drawing.targets.map((target) => [target.id, target] as const),
      ),
    ),
  };
}
