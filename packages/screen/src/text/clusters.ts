import stringWidth from 'string-width';
import { remember } from './remember.ts';

/** What a person sees as one character. */
export interface Cluster {
  readonly text: string;
  /** In columns: 0, 1 or 2, more for a few scripts. */
  readonly width: number;
  /** Where it begins in the text, in UTF-16 units. */
  readonly index: number;
}

/**
 * Text in which every unit is a character of one column that joins no other: printable ASCII, Latin, Greek and Cyrillic
 * letters, and what frames and bars are drawn with. Most text is like that, and needs no segmenter.
 */
const SIMPLE =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2022\u2026\u203a\u2500-\u259f]*$/;

/** In UTF-16 units. Segmenting takes Node more than the length of a text in time, so long ones are done in parts. */
const CHUNK = 1_024;

/** Real clusters are far shorter; what is longer is an attempt to pile up marks. */
const MAX_CLUSTER = 32;

const segmenter = new Intl.Segmenter();
const clusterWidth = remember({ most: 4_096, longest: MAX_CLUSTER }, (cluster) =>
  stringWidth(cluster, { countAnsiEscapeCodes: true }),
);

/** Whether a text is so simple that its width is its length: it has neither escapes nor anything wide or combining in it. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/** The width of a text without escapes, in columns. */
export function widthOf(text: string): number {
  if (isSimple(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += cluster.width;
  return width;
}

/** The clusters of a text without escapes, in order. */
export function* clustersOf(text: string): Generator<Cluster> {
  for (let start = 0; start < text.length; ) {
    const found = [...segmenter.segment(text.slice(start, start + CHUNK))];
    // The last one may go on behind the chunk.
    const whole = start + CHUNK >= text.length || found.length === 1 ? found : found.slice(0, -1);
    let end = start;
    for (const { segment, index } of whole) {
      const cut = segment.length > MAX_CLUSTER ? shortened(segment) : segment;
      yield { text: cut, width: clusterWidth(cut), index: start + index };
      end = start + index + segment.length;
    }
    start = end;
  }
}

/** Cut between characters, with nothing at the end that would join what follows. */
function shortened(cluster: string): string {
  return cluster.slice(0, MAX_CLUSTER).replace(/[\ud800-\udbff\u200d]+$/, '');
}
