import type { ReachSummary } from '../../audit/audit-file.ts';
import { repositoryUrl } from '../../rules/online/slugs.ts';
import { type Html, html, type Part } from '../html.ts';
import type { HubMod } from '../hub-file.ts';
import { layout } from './layout.ts';
import { count, day, REACH_LABELS } from './words.ts';

/** The page of one mod: how to add it, what it can reach, its README. */
export function modPage(mod: HubMod, readme: Html | undefined, hasFeed: boolean): string {
  const { name, description, official, kinds, tags = [], source, live } = mod;
  const add = `cmd mods add ${source}`;
  const filter = JSON.stringify({ mods: { sources: [{ source, mods: [name] }] } }, null, 2);
  const content = html`<p><a href="../../index.html">All mods</a></p>
<h1>${name} ${official === true && html`<span class="official">official</span>`}</h1>
<p class="lead">${description}</p>
<p class="kinds">${kinds.map((kind) => html`<a class="kind" href="../../index.html?kind=${kind}">${kind}</a> `)}${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</p>
<section aria-labelledby="add"><h2 id="add">Add it</h2>
${copyable('add-line', add)}
<p>To load only some of its mods, write the source with a filter into a settings file:</p>
${copyable('filter-lines', filter)}</section>
<section aria-labelledby="facts"><h2 id="facts">Facts</h2>
<dl class="facts">
<div><dt>By</dt><dd>${author(mod)}</dd></div>
<div><dt>Version</dt><dd>${live?.version ?? '-'}</dd></div>
<div><dt>Updated</dt><dd>${live === undefined ? '-' : html`<time datetime="${day(live.publishedAt)}">${day(live.publishedAt)}</time>`}</dd></div>
<div><dt>Downloads a month</dt><dd>${count(live?.downloads)}</dd></div>
<div><dt>Stars</dt><dd>${count(live?.stars)}</dd></div>
<div><dt>Links</dt><dd>${links(mod)}</dd></div>
</dl>${live?.stale === true && html`<p class="note">These figures could not be renewed; they are of ${day(live.fetchedAt)}.</p>`}</section>
${reachSection(mod.reach)}
<section aria-labelledby="readme"><h2 id="readme">README</h2>
${readme === undefined ? html`<p>There is none to show.</p>` : html`<div class="readme">${readme}</div>`}</section>`;
  return layout({ title: `${name} - Mods`, description, root: '../../', hasFeed }, content);
}

function copyable(id: string, text: string): Html {
  return html`<div class="copy"><pre id="${id}" tabindex="0"><code>${text}</code></pre><button type="button" data-copy="${id}" hidden>Copy</button></div>`;
}

function author({ author: { name, url } }: HubMod): Part {
  return url === undefined ? name : html`<a href="${url}" rel="nofollow noopener">${name}</a>`;
}

function links({ npm, repo, source }: HubMod): Part {
  const repository = repositoryUrl(repo ?? source);
  return [
    npm !== undefined && html`<a href="https://www.npmjs.com/package/${npm}">npm</a> `,
    repository !== undefined && html`<a href="${repository}" rel="nofollow noopener">repository</a>`,
  ];
}

function reachSection(reach: ReachSummary | undefined): Html {
  return html`<section aria-labelledby="reach"><h2 id="reach">What it can reach</h2>
${reach === undefined ? html`<p>It has not been scanned yet. <code>cmd mods inspect</code> does it on your computer.</p>` : scanned(reach)}</section>`;
}

function scanned({ version, scannedAt, states, hooks, adds, env, hosts, scripts }: ReachSummary): Html {
  const kinds = Object.keys(REACH_LABELS).filter((kind) => kind in states);
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Hooks', hooks],
    ['Adds', adds.map(({ kind, name }) => `${kind} ${name ?? '(name known at run time)'}`)],
    ['Environment variables', env],
    ['Hosts', hosts],
    ['Install scripts, which never run', scripts],
  ];
  return html`<p class="badge">Scanned <time datetime="${scannedAt}">${scannedAt}</time>, version ${version.slice(0, 20)}</p>
<ul class="reach">${kinds.map((kind) => reachRow(kind, states[kind] ?? 'unknown'))}</ul>
<dl class="facts">${lists.map(
    ([title, items]) =>
      items.length > 0 &&
      html`<div><dt>${title}</dt><dd>${items.map((item) => html`<code>${item}</code> `)}</dd></div>`,
  )}</dl>
<p class="note">This is a lexical scan: it reads the text and runs nothing. Code that a mod imports, and names that it builds while it runs, can reach further.</p>`;
}

function reachRow(kind: string, state: 'yes' | 'no' | 'unknown'): Html {
  return html`<li class="${state}"><span class="state">${state}</span> ${REACH_LABELS[kind] ?? kind}</li>
`;
}
