import type { Override, Surface } from '@cmd-mods/harness';
import type { ElementNode, OverridableComponent } from '@cmd-mods/mod-api';
import { drawNodes } from '../elements/draw-nodes.ts';
import { IDLE_FIELDS } from '../elements/field-state.ts';
import { readNodes } from '../elements/read-nodes.ts';
import type { Line } from '../text/line.ts';
import { drawBuiltInRow, type RowProps } from './built-in-rows.ts';
import { inLoadOrder, notNodes } from './draw-surface.ts';

/** What an override drew: as it returned it, for the mods before it, and as lines. */
interface Answer {
  readonly nodes: readonly ElementNode[];
  readonly lines: readonly Line[];
}

/**
 * Draws a row of the host, through the overrides of the mods: they are asked in load order and the first answer wins;
 * `undefined` passes on, at last to the built-in row. One that throws or draws something malformed counts as `undefined` and
 * is reported once for its registration.
 *
 * Source: mods page, "How overrides compose and fail".
 */
export function drawRow<TComponent extends OverridableComponent>(
  surface: Surface,
  component: TComponent,
  props: RowProps[TComponent],
  width: number,
): readonly Line[] {
  const overrides = inLoadOrder(surface.overrides).filter((override) => override.component === component);
  const given = Object.freeze({ ...props });
  const answers: { answer: Answer | undefined }[] = [];

  /** What the overrides from an index on draw; each is run once a row, however often it is asked for. */
  const answerFrom = (index: number): Answer | undefined => {
    const override = overrides[index];
    if (override === undefined) return undefined;
    const known = answers[index];
    if (known !== undefined) return known.answer;
    const own = askOverride(surface, override, given, width, () => answerFrom(index + 1)?.nodes);
    const answer = own ?? answerFrom(index + 1);
    answers[index] = { answer };
    return answer;
  };

  return answerFrom(0)?.lines ?? drawBuiltInRow(component, props, width);
}

function askOverride(
  surface: Surface,
  override: Override,
  props: Readonly<Record<string, unknown>>,
  width: number,
  next: () => readonly ElementNode[] | undefined,
): Answer | undefined {
  const { mod, component, render } = override;
  const hook = `ui.override:${component}`;
  try {
    const nodes: unknown = surface.draw(override, hook, () => render(props, next));
    if (nodes === undefined) return undefined;
    if (!Array.isArray(nodes)) throw new TypeError(notNodes(nodes));
    const drawing = readNodes(nodes, { mod, pane: undefined, prefix: `row:${component}` });
    const [problem] = drawing.problems;
    if (problem !== undefined) throw new TypeError(problem);
    return { nodes, lines: drawNodes(drawing.nodes, width, { mod, fields: IDLE_FIELDS }).map(withoutHits) };
  } catch (error) {
    surface.reportOnce(override, hook, error);
    return undefined;
  }
}

/** A row is drawn once and scrolls away, so nothing in it can be pressed. */
function withoutHits(line: Line): Line {
  if (line.spans.every(({ hit }) => hit === undefined)) return line;
  return { ...line, spans: line.spans.map(({ text, width, style }) => ({ text, width, style })) };
}
