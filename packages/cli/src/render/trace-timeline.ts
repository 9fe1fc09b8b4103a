import { type Html, html } from '@cmd-mods/registry/html';
import type { TracedCall, TraceReport } from '../trace/trace-report.ts';
import { msText, roundName } from './trace-text.ts';

/** The width of the drawing in units of its own; the page stretches it. */
const WIDTH = 1_000;

/** How high a lane is, in the same units. */
const HEIGHT = 20;

/** The least width of a call that can still be seen. */
const LEAST = 2;

/** How many marks of rounds are drawn before they would hide the calls. */
const MARKS = 200;

/** The longest calls of a trace as bars on a lane for each hook of each mod, in the order of time. */
export function timeline(report: TraceReport): Html {
  const { slowest, mods, rounds, isTimed, isCut } = report;
  if (slowest.length === 0) return html`<p>There is nothing to draw.</p>`;
  const duration = Math.max(report.duration, ...rounds.map(({ start }) => start), 0.001);
  const scale = WIDTH / duration;
  const byLane = grouped(slowest);
  const marks = rounds.length <= MARKS ? rounds.map(({ start }) => start * scale) : [];
  const lanes = mods.flatMap(({ mod, hooks }) =>
    hooks.map(({ hook }) => {
      const calls = (byLane.get(laneOf(mod, hook)) ?? []).toSorted((a, b) => a.line - b.line);
      return html`<div class="lane"><span><code>${mod}</code> ${hook}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${marks.map((x) => html`<path class="mark" d="M${x.toFixed(1)} 0V${HEIGHT}"/>`)}${calls.map((call) => bar(call, scale, report))}</svg></div>
`;
    }),
  );
  return html`<p>${isTimed ? `From the start of the trace to its end, ${msText(duration)} ms.` : 'The trace has no times: calls stand end to end.'} A low bar changed nothing, a full one made a difference, a striped one failed. Thin lines are rounds.${isCut && ` The ${slowest.length} longest calls are drawn.`}</p>
<div class="wide timeline" role="group" aria-label="Timeline of the hook calls; the arrow keys walk along it" tabindex="0">
<svg class="pattern" aria-hidden="true"><defs><pattern id="stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" class="stripe"/></pattern></defs></svg>
${lanes}</div>
<p role="status" id="call"></p>`;
}

function bar(call: TracedCall, scale: number, { rounds }: TraceReport): Html {
  const width = Math.max(LEAST, call.ms * scale);
  const x = Math.min(call.start * scale, WIDTH - width);
  const kind = call.error !== undefined ? 'failed' : call.changed ? 'changed' : 'same';
  const height = kind === 'same' ? HEIGHT * 0.4 : HEIGHT - 2;
  const round = rounds[call.round];
  const words = {
    failed: `failed with ${call.error}`,
    changed: 'made a difference',
    same: 'changed nothing',
  }[kind];
  const title = `${call.mod} ${call.hook}, round ${round === undefined ? '-' : roundName(round)}, line ${call.line}: ${msText(call.ms)} ms, ${words}`;
  return html`<rect class="${kind}" x="${x.toFixed(1)}" y="${HEIGHT - 1 - height}" width="${width.toFixed(1)}" height="${height}" data-round="${call.round}"><title>${title}</title></rect>`;
}

function laneOf(mod: string, hook: string): string {
  return JSON.stringify([mod, hook]);
}

function grouped(calls: readonly TracedCall[]): ReadonlyMap<string, readonly TracedCall[]> {
  const lanes = new Map<string, TracedCall[]>();
  for (const call of calls) {
    const lane = laneOf(call.mod, call.hook);
    const already = lanes.get(lane);
    if (already === undefined) lanes.set(lane, [call]);
    else already.push(call);
  }
  return lanes;
}
