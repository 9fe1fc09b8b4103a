import { createHash } from 'node:crypto';
import { Html, html } from '@cmd-mods/registry/html';
import type { Change } from '../trace/changes.ts';
import type { TracedRound, TraceReport } from '../trace/trace-report.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './trace-page-assets.ts';
import { countText, msText, requestText, roundName } from './trace-text.ts';
import { timeline } from './trace-timeline.ts';

/** How many rounds the page shows. */
const ROUNDS = 2_000;

/** The heads of the table of hooks; all but the first two are numbers. */
const HEADS = ['mod', 'hook', 'calls', 'total ms', 'mean ms', 'max ms', 'changed', 'errors'];

/**
 * A trace as one page that needs nothing else: its styles and its script are in it, and it may load nothing. All of it can be read
 * without the script, which only lets the arrow keys walk along the timeline.
 */
export function tracePage(report: TraceReport, name: string): string {
  const { rounds, failed } = report;
  const hash = createHash('sha256').update(PAGE_SCRIPT).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trace ${name}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<main>
<h1>Trace <code>${name}</code></h1>
<p>${countText(report)}.</p>
<h2 id="hooks">Hooks</h2>
${hooksTable(report)}
<h2 id="timeline">Timeline</h2>
${timeline(report)}
<h2 id="rounds">Rounds</h2>
${rounds.slice(0, ROUNDS).map(roundSection)}
${rounds.length > ROUNDS && html`<p>${rounds.length - ROUNDS} more rounds are not shown.</p>`}
${failed.length > 0 && html`<h2 id="failed">Failed calls</h2><ul>${failed.map(({ mod, hook, error, line }) => html`<li class="bad"><code>${mod} ${hook}</code>: ${error} (line ${line})</li>`)}</ul>`}
</main>
<script>${new Html(PAGE_SCRIPT)}</script>
</body>
</html>
`.text;
}

function hooksTable({ mods }: TraceReport): Html {
  if (mods.length === 0) return html`<p>No hook was called.</p>`;
  const lines = mods.flatMap(({ mod, hooks }) =>
    hooks.map(
      (
        each,
      ) => html`<tr><th scope="row"><code>${mod}</code></th><td><code>${each.hook}</code></td><td>${each.calls}</td><td>${msText(each.totalMs)}</td><td>${msText(each.meanMs)}</td><td>${msText(each.maxMs)}</td><td>${each.changed}</td><td class="${each.errors > 0 && 'bad'}">${each.errors}</td></tr>
`,
    ),
  );
  return html`<div class="wide" role="region" aria-labelledby="hooks" tabindex="0"><table>
<thead><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${lines}</tbody>
</table></div>`;
}

function roundSection(round: TracedRound, index: number): Html {
  const { requests, calls, hookMs, changedBy, tools, changes } = round;
  const title = round.turnNumber === 0 ? 'Before the first round' : `Round ${roundName(round)}`;
  return html`<details id="round-${index}"${new Html(changes.length > 0 && index < 3 ? ' open' : '')}>
<summary><strong>${title}</strong> ${calls} hook calls, ${msText(hookMs)} ms${changedBy.length > 0 && `; changed by ${[...new Set(changedBy.map(({ by }) => by.split(' ')[0]))].join(', ')}`}</summary>
<ul>
${requests.map((request) => html`<li>${requestText(request)}</li>`)}
${changedBy.map(({ by, times }) => html`<li><code>${by}</code> made a difference ${times === 1 ? 'once' : `${times} times`}</li>`)}
${tools.length > 0 && html`<li>asked for ${tools.join(', ')}</li>`}
</ul>
${changes.map(changeFigure)}
</details>
`;
}

function changeFigure({ what, before, after, sameBefore, isLeftOut, isFirst }: Change): Html {
  const caption =
    what === 'answer'
      ? 'The answer as the model gave it, and as it was kept'
      : `The ${what}${isFirst ? ' of the first request' : ', against the request before'}`;
  if (isLeftOut) return html`<p>${caption}: too long to be shown here.</p>`;
  return html`<figure>
<figcaption>${caption}${sameBefore > 0 && ` (after ${sameBefore} that ${sameBefore === 1 ? 'is' : 'are'} the same)`}</figcaption>
<pre tabindex="0">${before.map(
    (line) => html`<del>- ${line}</del>
`,
  )}${after.map(
    (line) => html`<ins>+ ${line}</ins>
`,
  )}</pre>
</figure>`;
}
