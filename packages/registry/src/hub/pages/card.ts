import { type Html, html } from '../html.ts';
import type { HubMod } from '../hub-file.ts';
import { count, day } from './words.ts';

/** What a card shows; the search index holds these rows, and the script of the page fills the same card with them. */
export interface CardData {
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly kinds: readonly string[];
  readonly tags: readonly string[];
  readonly official: boolean;
  readonly downloads?: number;
  readonly stars?: number;
  readonly version?: string;
  /** Days, `YYYY-MM-DD`. */
  readonly updated?: string;
  readonly added?: string;
}

/** What of a mod goes on its card. */
export function cardData({
  name,
  description,
  author,
  kinds,
  tags = [],
  official,
  addedAt,
  live,
}: HubMod): CardData {
  return {
    name,
    description,
    author: author.name,
    kinds,
    tags,
    official: official === true,
    ...(live?.downloads === undefined ? {} : { downloads: live.downloads }),
    ...(live?.stars === undefined ? {} : { stars: live.stars }),
    ...(live === undefined ? {} : { version: live.version, updated: day(live.publishedAt) }),
    ...(addedAt === undefined ? {} : { added: day(addedAt) }),
  };
}

/** A card; `root` leads to the top of the site. The script finds the places by `data-slot`, and fills `card(EMPTY)` with rows of the index. */
export function card(data: CardData, root = ''): Html {
  const { name, description, author, kinds, official, downloads, stars, version = '-', updated = '' } = data;
  return html`<li class="card"><article>
<h3><a data-slot="name" href="${root}mods/${name}/index.html">${name}</a> <span class="official" data-slot="official"${official ? '' : html` hidden`}>official</span></h3>
<p data-slot="description">${description}</p>
<p class="kinds" data-slot="kinds">${kinds.map((kind) => html`<span class="kind">${kind}</span>`)}</p>
<dl><div><dt>By</dt><dd data-slot="author">${author}</dd></div>
<div><dt>Downloads a month</dt><dd data-slot="downloads">${count(downloads)}</dd></div>
<div><dt>Stars</dt><dd data-slot="stars">${count(stars)}</dd></div>
<div><dt>Version</dt><dd data-slot="version">${version}</dd></div>
<div><dt>Updated</dt><dd><time data-slot="updated" datetime="${updated}">${updated === '' ? '-' : updated}</time></dd></div></dl>
</article></li>
`;
}

/** What the script makes its cards from. */
export const EMPTY: CardData = {
  name: '',
  description: '',
  author: '',
  kinds: [],
  tags: [],
  official: false,
};
