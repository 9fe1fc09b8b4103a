/** The styles of the page of a trace: light or dark, as the reader has it. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1d1c1a; --soft: #5c5952; --line: #dcd8d0; --back: #fbfaf8; --code: #f1eee8; --same: #6f8aa0; --changed: #0b5e8a; --bad: #a3211b; --gone: #8a1c16; --came: #1a5c33; }
@media (prefers-color-scheme: dark) { :root { --text: #ecebe8; --soft: #b0aea7; --line: #3a3d43; --back: #16171a; --code: #26292e; --same: #7d8f9e; --changed: #86c8ef; --bad: #ff9a92; --gone: #ffb0a9; --came: #93dfae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .3rem .8rem .3rem 0; text-align: left; white-space: nowrap; }
td:nth-child(n+3), thead th:nth-child(n+3) { text-align: right; font-variant-numeric: tabular-nums; }
thead th { border: 0; color: var(--soft); font-weight: 500; }
tbody th { font-weight: 400; }
.bad { color: var(--bad); font-weight: 600; }
.timeline { padding: .25rem 0; }
.pattern { height: 0; position: absolute; width: 0; }
.stripe { stroke: var(--bad); stroke-width: 5; }
.lane { align-items: center; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(9rem, 18rem) minmax(16rem, 1fr); min-height: 1.9rem; }
.lane span { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; padding-right: .75rem; }
.lane svg { display: block; height: 1.5rem; width: 100%; }
.mark { stroke: var(--line); vector-effect: non-scaling-stroke; }
rect { cursor: pointer; }
.same { fill: var(--same); }
.changed { fill: var(--changed); }
.failed { fill: url(#stripes); stroke: var(--bad); vector-effect: non-scaling-stroke; }
rect.at { stroke: var(--text); stroke-width: 3; vector-effect: non-scaling-stroke; }
#call { min-height: 1.5rem; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--changed); outline-offset: 2px; }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
ul { margin: .4rem 0; padding-left: 1.4rem; }
li { overflow-wrap: anywhere; }
figure { margin: .8rem 0; }
figcaption { color: var(--soft); font-size: .9rem; }
pre { background: var(--code); border-radius: 6px; margin: .25rem 0 0; max-height: 24rem; overflow: auto; padding: .6rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
del { color: var(--gone); text-decoration: none; }
ins { color: var(--came); text-decoration: none; }
`;

/**
 * The script of the page. A click on a bar, or the arrow keys on the timeline, choose a call and say what it was: left and right in the
 * order of time on its lane, up and down to the nearest call of another lane. Enter opens its round.
 */
export const PAGE_SCRIPT = `
(() => {
  const timeline = document.querySelector('.timeline');
  if (timeline === null) return;
  const lanes = [...timeline.querySelectorAll('.lane')].map((lane) => [...lane.querySelectorAll('rect')]).filter((lane) => lane.length > 0);
  const words = document.getElementById('call');
  let chosen = null;
  const choose = (bar) => {
    if (bar === undefined) return;
    if (chosen !== null) chosen.classList.remove('at');
    chosen = bar;
    bar.classList.add('at');
    words.textContent = bar.querySelector('title').textContent;
  };
  const place = (bar) => Number(bar.getAttribute('x'));
  const nearest = (lane, bar) => lane.reduce((best, each) => Math.abs(place(each) - place(bar)) < Math.abs(place(best) - place(bar)) ? each : best);
  timeline.addEventListener('click', ({ target }) => { if (target instanceof SVGRectElement) choose(target); });
  timeline.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || lanes.length === 0) return;
    const row = chosen === null ? -1 : lanes.findIndex((lane) => lane.includes(chosen));
    const at = row < 0 ? -1 : lanes[row].indexOf(chosen);
    const steps = {
      ArrowRight: () => lanes[Math.max(row, 0)][at + 1],
      ArrowLeft: () => lanes[Math.max(row, 0)][Math.max(at - 1, 0)],
      ArrowDown: () => row < 0 ? lanes[0][0] : lanes[row + 1] && nearest(lanes[row + 1], chosen),
      ArrowUp: () => row < 0 ? lanes[0][0] : lanes[row - 1] && nearest(lanes[row - 1], chosen),
      Home: () => lanes[Math.max(row, 0)][0],
      End: () => lanes[Math.max(row, 0)].at(-1),
    };
    if (event.key === 'Enter' && chosen !== null) {
      const round = document.getElementById('round-' + chosen.dataset.round);
      if (round !== null) {
        round.open = true;
        round.querySelector('summary').focus();
      }
    } else if (Object.hasOwn(steps, event.key)) choose(steps[event.key]());
    else return;
    event.preventDefault();
  });
})();
`;
