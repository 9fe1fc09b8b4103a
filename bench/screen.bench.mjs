// A full repaint of a busy screen, 200 columns wide: 20 widgets and 5 panes, half of whose lines bring escapes, wide
// characters and emoji. The floor writes the same lines to a string without looking at them. Behind it, what 10,000 repaints
// leave in memory.
// It measures the built packages: npm run build && node bench/screen.bench.mjs [--json] [--check]
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createModHost } from '../packages/harness/dist/index.js';
import { NO_INPUT, renderScreen, sanitize, toAnsi } from '../packages/screen/dist/index.js';
import { compare, finish } from './support/measure.mjs';

const WIDTH = 200;
const LIMIT_NS = 4_000_000;
const REPAINTS = 10_000;
const LIMIT_GROWTH_MIB = 2;

const host = createModHost({ cwd: '/project', screen: { now: () => 0 } });
let count = 0;

for (let index = 0; index < 20; index += 1) {
  const factory = (cmd) => {
    const placement = index % 4 === 0 ? 'below-editor' : 'above-editor';
    cmd.ui.widget({ placement, render: () => widgetNodes(index) });
    cmd.ui.setStatus(`\u001b[3${index % 8}msegment ${index}\u001b[0m`);
  };
  await host.register({ name: `widget-${index}`, factory });
}
for (let index = 0; index < 5; index += 1) {
  const factory = (cmd) => {
    cmd.ui.pane({ id: 'main', title: `Pane ${index}`, render: () => paneNodes(index) });
    cmd.ui.openPane('main', { focus: index === 4 });
    cmd.ui.toast(`toast ${index}`);
  };
  await host.register({ name: `pane-${index}`, factory });
}

const view = {
  width: WIDTH,
  now: 1,
  input: NO_INPUT,
  prompt: { text: 'a prompt that is being typed', cursor: 10 },
  status: { items: ['~/project', 'main'], pinned: 'running · echo' },
};
const repaint = () => toAnsi(renderScreen(host.surface, view));
const lines = repaint().split('\n');
// Never the same twice: what comes again is remembered.
const texts = () => Array.from({ length: 100 }, (_, index) => `${widgetNodes(index)[0]} ${count}`);

const results = [
  ...(await compare({
    name: `a repaint of 20 widgets and 5 panes at ${WIDTH} columns (${lines.length} lines)`,
    subject: (times) => repeat(times, repaint),
    against: { floor: { run: (times) => repeat(times, () => lines.join('\n')) } },
    limitNs: LIMIT_NS,
  })),
  ...(await compare({
    name: 'clean 100 strings of mods',
    subject: (times) => repeat(times, () => texts().map(sanitize)),
    against: { floor: { run: (times) => repeat(times, () => texts().map(strip)) } },
  })),
  memoryOf(REPAINTS),
];
finish(results);

/** Two lines: one with colours in it, one with wide characters and a number that changes with every repaint. */
function widgetNodes(index) {
  count += 1;
  return [
    `\u001b[1mwidget ${index}\u001b[0m is \u001b[32mfine\u001b[39m, and \u001b[2mquiet\u001b[22m ${'.'.repeat(60)}`,
    index % 2 === 0 ? `日本語 👍🏽 ${count}` : `plain text ${count}`,
    { type: 'row', children: ['tests', { type: 'progress', value: (count % 100) / 100, width: 20 }] },
  ];
}

function paneNodes(index) {
  return [
    ...Array.from(
      { length: 8 },
      (_, line) => `line ${line} of pane ${index} \u001b[3${line}mwith colour\u001b[0m`,
    ),
    {
      type: 'box',
      border: true,
      title: 'Box',
      children: [
        {
          type: 'text',
          text: 'a text that is long enough to be wrapped at the edge of its box, once at least',
          color: 'cyan',
        },
      ],
    },
    { type: 'divider' },
    { type: 'input', key: 'name', placeholder: 'name', onSubmit() {} },
    { type: 'select', key: 'size', options: ['small', 'medium', 'large'], value: 'medium', onSelect() {} },
    {
      type: 'row',
      children: [
        { type: 'button', label: 'Save', hotkey: 's', onPress() {} },
        { type: 'button', label: 'Reset', onPress() {} },
      ],
    },
    {
      type: 'markdown',
      text: `**pane ${index}** has \`code\` and a [link](https://example.org)\n\n- one\n- two`,
    },
  ];
}

/** The least that a cleaner does: look at every character once. */
function strip(text) {
  let kept = '';
  for (const character of text) if (character >= ' ') kept += character;
  return kept;
}

/** What stays on the heap, as a result like the others: MiB in place of nanoseconds would mislead, so only `ok` says it. */
function memoryOf(times) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  repeat(500, repaint);
  collect();
  const before = process.memoryUsage().heapUsed;
  const start = process.hrtime.bigint();
  repeat(times, repaint);
  const spent = Number(process.hrtime.bigint() - start);
  collect();
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  return {
    name: `${times} repaints leave ${grown.toFixed(2)} MiB (limit ${LIMIT_GROWTH_MIB})`,
    against: 'one repaint',
    subjectNs: spent,
    againstNs: spent / times,
    ratio: times,
    limit: null,
    limitNs: null,
    ok: grown <= LIMIT_GROWTH_MIB,
  };
}

function repeat(times, work) {
  for (let done = 0; done < times; done += 1) work();
}
