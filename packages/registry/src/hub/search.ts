import type { HubMod } from './hub-file.ts';
import { type CardData, cardData } from './pages/card.ts';

/** The mods as the list shows them first: most downloads, then most stars, then by name. */
export function byDownloads(mods: readonly HubMod[]): HubMod[] {
  return mods.toSorted(
    ({ live: one, name: a }, { live: other, name: b }) =>
      (other?.downloads ?? -1) - (one?.downloads ?? -1) ||
      (other?.stars ?? -1) - (one?.stars ?? -1) ||
      (a < b ? -1 : a > b ? 1 : 0),
  );
}

/** What `search.json` holds for the script of the page: the rows of the cards, in the order of the list. */
export function searchRows(mods: readonly HubMod[]): CardData[] {
  return byDownloads(mods).map(cardData);
}
