import type { Pane, Surface, Widget } from '@cmd-mods/harness';
import { described } from '../elements/fields.ts';
import { messageOf } from '../elements/message-of.ts';
import { type Drawing, NO_DRAWING } from '../elements/node.ts';
import { readNodes } from '../elements/read-nodes.ts';

/** A widget and what it drew. */
export interface DrawnWidget {
  readonly widget: Widget;
  readonly drawing: Drawing;
}

/** A pane and what it drew. */
export interface DrawnPane {
  readonly pane: Pane;
  readonly drawing: Drawing;
}

/** Sorts what mods registered by the order of the mods; a reload registers anew, and must not move anything. */
export function inLoadOrder<TItem extends { readonly mod: { readonly order: number } }>(
  items: Iterable<TItem>,
): readonly TItem[] {
  return [...items].sort((one, other) => one.mod.order - other.mod.order);
}

/** Lets the widgets of a place draw, in the order of their mods. */
export function drawWidgets(
  surface: Surface,
  placement: Widget['placement'],
  width: number,
): readonly DrawnWidget[] {
  const counts = new Map<string, number>();
  const drawn: DrawnWidget[] = [];
  for (const widget of inLoadOrder(surface.widgets)) {
    // Counted over both places, so that the ids of their buttons differ.
    const count = (counts.get(widget.mod.name) ?? 0) + 1;
    counts.set(widget.mod.name, count);
    if (widget.placement !== placement) continue;
    const prefix = `widget:${widget.mod.name}/${count}`;
    drawn.push({
      widget,
      drawing: drawFor(surface, widget, 'ui.widget', { pane: undefined, prefix }, width),
    });
  }
  return drawn;
}

/** Lets the open panes draw, the newest last. */
export function drawPanes(surface: Surface, width: number): readonly DrawnPane[] {
  const drawn: DrawnPane[] = [];
  for (const id of surface.openPanes) {
    const pane = surface.panes.get(id);
    if (pane === undefined) continue;
    drawn.push({
      pane,
      drawing: drawFor(surface, pane, 'ui.pane', { pane: id, prefix: `pane:${id}` }, width),
    });
  }
  return drawn;
}

/** Calls the render of a mod. Whatever it does, a drawing comes back: with one warning in it when it failed. */
function drawFor(
  surface: Surface,
  registration: Widget | Pane,
  hook: string,
  owner: { readonly pane: string | undefined; readonly prefix: string },
  width: number,
): Drawing {
  const { mod, render } = registration;
  let drawing: Drawing;
  try {
    const nodes: unknown = surface.draw(registration, hook, () => render({ width }));
    if (!Array.isArray(nodes)) throw new TypeError(notNodes(nodes));
    drawing = readNodes(nodes, { mod, ...owner });
  } catch (error) {
    surface.reportOnce(registration, hook, error);
    return {
      ...NO_DRAWING,
      nodes: [{ type: 'warning', message: `the drawing failed: ${messageOf(error)}` }],
    };
  }
  const [problem] = drawing.problems;
  if (problem !== undefined) surface.reportOnce(registration, hook, new TypeError(problem));
  return drawing;
}

/** Why something is no list of nodes. A promise among them is kept from ending the process when it rejects. */
export function notNodes(value: unknown): string {
  if (value instanceof Promise) {
    value.catch(() => undefined);
    return 'a render returns an array of nodes at once, not a promise';
  }
  return `a render returns an array of nodes, not ${described(value)}`;
}
