import { KINDS } from '../../types.ts';
import { html, type Part } from '../html.ts';
import { type CardData, card, EMPTY } from './card.ts';
import { layout } from './layout.ts';

/** How many cards a page has. */
export const PAGE_SIZE = 60;

/** The place of a page of the list, from the top of the site; they start at 1. */
export function listPath(page: number): string {
  return page === 1 ? 'index.html' : `page/${page}/index.html`;
}

/** One page of the list. Without scripts it is a list with links to the next; with them, the whole list can be searched. */
export function listPage(cards: readonly CardData[], page: number, total: number, hasFeed: boolean): string {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const root = page === 1 ? '' : '../../';
  const shown = cards.map((data) => card(data, root));
  const content = html`<h1>Mods</h1>
<p class="lead">${total} reviewed ${total === 1 ? 'mod' : 'mods'}. Add one with <code>cmd mods add</code>.</p>
<form class="search" role="search" hidden>
<label for="q">Search names, descriptions, tags and authors</label>
<input id="q" name="q" type="search" autocomplete="off" spellcheck="false">
<fieldset><legend>Kind</legend>${KINDS.map(
    (kind) => html`<label class="choice"><input type="checkbox" name="kind" value="${kind}"> ${kind}</label>`,
  )}</fieldset>
<fieldset><legend>Maintained by</legend><label class="choice"><input type="checkbox" name="official" value="1"> the team</label></fieldset>
<div class="sort"><label for="sort">Sort by</label>
<select id="sort" name="sort"><option value="downloads">downloads</option><option value="stars">stars</option><option value="updated">updated</option><option value="added">added</option></select></div>
</form>
<h2 class="count"><span id="count" role="status">${plain(page, pages, total)}</span></h2>
<ul class="cards" id="cards" data-root="${root}">
${shown}</ul>
<p class="more"><button type="button" id="more" hidden>Show more</button></p>
${pages > 1 && pager(page, pages, root)}
<template id="card">${card(EMPTY)}</template>`;
  const title = page === 1 ? 'Mods' : `Mods, page ${page}`;
  return layout({ title, description: `${total} reviewed mods for Command Code.`, root, hasFeed }, content);
}

function plain(page: number, pages: number, total: number): string {
  return pages === 1 ? `${total} ${total === 1 ? 'mod' : 'mods'}` : `Page ${page} of ${pages}`;
}

function pager(page: number, pages: number, root: string): Part {
  const link = (to: number, text: string) => html`<a href="${root}${listPath(to)}">${text}</a> `;
  return html`<nav class="pager" id="pager" aria-label="Pages">${page > 1 && link(page - 1, 'Previous page')}${page < pages && link(page + 1, 'Next page')}</nav>`;
}
