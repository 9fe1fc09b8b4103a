import type { Dialog, Surface } from '@cmd-mods/harness';
import { drawNodes } from './elements/draw-nodes.ts';
import type { FieldState } from './elements/field-state.ts';
import { DIM } from './elements/look.ts';
import type { ButtonTarget, Target } from './elements/node.ts';
import { draftOf, type InputState, NO_INPUT } from './input/input-state.ts';
import { type Area, areasOf } from './parts/areas.ts';
import { drawDialog } from './parts/dialog.ts';
import { type DrawnWidget, drawPanes, drawWidgets } from './parts/draw-surface.ts';
import { drawFeedItem, type FeedItem } from './parts/feed.ts';
import { type Focus, focusOf, hotkeysOf } from './parts/focus.ts';
import { dockWidth, drawPaneStack, PANE_FRAME } from './parts/panes.ts';
import { drawPrompt, drawPromptAside, type Prompt } from './parts/prompt.ts';
import { drawStatusRow, type StatusItems } from './parts/status-row.ts';
import { drawToasts, liveToasts } from './parts/toasts.ts';
import { beside } from './text/layout.ts';
import { cut, EMPTY_LINE, type Line, lineOf, plainText } from './text/line.ts';
import { readLine } from './text/read-text.ts';

/** What a screen is drawn for. */
export interface ScreenView {
  /** In columns; at least 1. */
  readonly width: number;
  /** In rows; as many as are needed when left out. */
  readonly height?: number;
  /** The time that toasts end by, in milliseconds, by the clock of the host's screen. */
  readonly now: number;
  /** What the keyboard did so far. */
  readonly input?: InputState;
  readonly prompt?: Prompt;
  /** The host's own part of the status row; `false` hides the row. */
  readonly status?: StatusItems | false;
  /** What stands above all the rest, the newest last. */
  readonly feed?: readonly FeedItem[];
}

/** A drawn screen: plain lines, and what the next key or click means. */
export interface Screen {
  readonly width: number;
  /** None is wider than `width`; there are at most `height`. */
  readonly lines: readonly Line[];
  readonly areas: readonly Area[];
  /** Everything that can be pressed or filled in, widgets first, then panes, each in its order. */
  readonly targets: readonly Target[];
  readonly focus: Focus;
  /** What Alt and a character press. */
  readonly hotkeys: ReadonlyMap<string, ButtonTarget>;
  /** The ids of the open panes, the newest last. */
  readonly panes: readonly string[];
  /** The question that has the screen and the keyboard. */
  readonly dialog: Dialog | undefined;
  /** The terminal's title as a mod wants it. */
  readonly title: string | undefined;
  /** When the next toast ends; there is nothing to wait for when `undefined`. */
  readonly changesAt: number | undefined;
}

/**
 * Draws everything that mods put on a host's surface, around the prompt. It alters nothing, calls the renders of the mods
 * once each, and never throws: what fails in them is a warning line on the screen and a `mod_error`.
 *
 * Source: mods page, "UI surface".
 */
export function renderScreen(surface: Surface, view: ScreenView): Screen {
  const width = Math.max(1, Math.floor(view.width));
  const height = view.height === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(view.height));
  const [dialog] = surface.dialogs;
  const lines =
    dialog === undefined
      ? renderSurface(surface, view, width, height)
      : renderDialog(surface, view, dialog, width, height);
  return {
    width,
    dialog,
    title: titleOf(surface),
    changesAt: liveToasts(surface, view.now).reduce<number | undefined>(
      (first, { endsAt }) => (first === undefined || endsAt < first ? endsAt : first),
      undefined,
    ),
    ...lines,
    areas: areasOf(lines.lines),
  };
}

type Drawn = Pick<Screen, 'lines' | 'targets' | 'focus' | 'hotkeys' | 'panes'>;

/** A question has the screen to itself, but for toasts and the status row. */
function renderDialog(
  surface: Surface,
  view: ScreenView,
  dialog: Dialog,
  width: number,
  height: number,
): Drawn {
  const status = statusRow(surface, view, width);
  const draft = draftOf(view.input ?? NO_INPUT, dialog);
  const question = drawDialog(dialog, draft, width, height - status.length);
  const toasts = drawToasts(liveToasts(surface, view.now), width);
  return {
    lines: bottom([...feedOf(surface, view, width), ...toasts, ...question, ...status], width, height),
    targets: [],
    focus: { pane: undefined, target: undefined },
    hotkeys: new Map(),
    panes: openPanes(surface),
  };
}

function renderSurface(surface: Surface, view: ScreenView, width: number, height: number): Drawn {
  const input = view.input ?? NO_INPUT;
  const open = openPanes(surface);
  const docked = open.length === 0 ? undefined : dockWidth(width);
  const own = docked === undefined ? width : width - docked - 1;

  const panes = drawPanes(surface, Math.max(1, (docked ?? width) - PANE_FRAME));
  const above = drawWidgets(surface, 'above-editor', own);
  const below = drawWidgets(surface, 'below-editor', own);
  const focus = focusOf(surface, panes, input);
  const hotkeys = hotkeysOf(panes, [...above, ...below], focus.pane);
  const fields: FieldState = { focused: focus.target?.id, drafts: input.drafts };

  const prompt = view.prompt ?? { text: '' };
  const promptLines = focus.pane === undefined ? drawPrompt(prompt, own) : drawPromptAside(prompt, own);
  const status = statusRow(surface, view, width);
  const toasts = drawToasts(liveToasts(surface, view.now), own);
  const free = Math.max(0, height - status.length - promptLines.length - toasts.length);
  const forPanes = panes.length === 0 || docked !== undefined ? 0 : Math.min(8, Math.ceil(free / 2));
  const belowLines = cap(widgetLines(below, own, fields), Math.floor((free - forPanes) / 2));
  const aboveLines = cap(widgetLines(above, own, fields), free - forPanes - belowLines.length);

  const core = [...toasts, ...aboveLines, ...promptLines, ...belowLines];
  const rows = docked === undefined ? height - core.length - status.length : height - status.length;
  const stack = drawPaneStack(panes, {
    width: docked ?? width,
    rows,
    focusedPane: focus.pane,
    fields,
    hotkeys,
  });
  const middle =
    docked === undefined ? [...stackAbove(stack, core, toasts.length)] : dock(core, own, stack, docked);

  return {
    lines: bottom([...feedOf(surface, view, width), ...middle, ...status], width, height),
    targets: [...above, ...below, ...panes].flatMap(({ drawing }) => drawing.targets),
    focus,
    hotkeys,
    panes: open,
  };
}

/** Panes stand above the prompt and the widgets, below the toasts. */
function stackAbove(stack: readonly Line[], core: readonly Line[], toasts: number): readonly Line[] {
  return [...core.slice(0, toasts), ...stack, ...core.slice(toasts)];
}

/** Panes stand at the right; both columns end level, so that the prompt stays next to the status row. */
function dock(
  core: readonly Line[],
  width: number,
  stack: readonly Line[],
  paneWidth: number,
): readonly Line[] {
  const height = Math.max(core.length, stack.length);
  const lowered = (lines: readonly Line[]) => [
    ...Array.from({ length: height - lines.length }, () => EMPTY_LINE),
    ...lines,
  ];
  return beside(
    [
      { lines: lowered(core), width },
      { lines: lowered(stack), width: paneWidth },
    ],
    1,
  );
}

function openPanes(surface: Surface): readonly string[] {
  return [...surface.openPanes].filter((id) => surface.panes.has(id));
}

function widgetLines(widgets: readonly DrawnWidget[], width: number, fields: FieldState): readonly Line[] {
  return widgets.flatMap(({ widget, drawing }) =>
    drawNodes(drawing.nodes, width, { mod: widget.mod, fields }),
  );
}

function statusRow(surface: Surface, { status = {} }: ScreenView, width: number): readonly Line[] {
  return status === false ? [] : [drawStatusRow(surface, status, width)];
}

function feedOf(surface: Surface, { feed = [] }: ScreenView, width: number): readonly Line[] {
  return feed.flatMap((item) => drawFeedItem(surface, item, width));
}

function titleOf(surface: Surface): string | undefined {
  const newest = [...surface.titles.values()].at(-1);
  return newest === undefined ? undefined : plainText(readLine(newest));
}

/** At most `rows` lines; the last one says how many are left out. */
function cap(lines: readonly Line[], rows: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  if (rows <= 0) return [];
  return [...lines.slice(0, rows - 1), lineOf(`… ${lines.length - rows + 1} more lines`, DIM)];
}

/** The last lines: what is new stands at the bottom. */
function bottom(lines: readonly Line[], width: number, height: number): readonly Line[] {
  const shown = lines.length <= height ? lines : lines.slice(lines.length - height);
  return shown.map((line) => cut(line, width));
}
