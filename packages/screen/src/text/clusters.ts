import stringWidth from 'string-width';

/** What a person sees as one character. */
export interface Cluster {
  readonly text: string;
  /** In columns: 0, 1 or 2, more for a few scripts. */
  readonly width: number;
  /** Where it begins in the text, in UTF-16 units. */
  readonly index: number;
}

/** Text in which every unit is one column wide. */
const PRINTABLE = /^[\u0020-\u007e]*$/;

/** Real clusters are far shorter; what is longer is an attempt to pile up marks. */
const MAX_CLUSTER = 32;

const MAX_KNOWN = 4_096;

const segmenter = new Intl.Segmenter();
const known = new Map<string, number>();

/** Whether a text is printable ASCII alone: its width is its length. */
export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}

/** The width of a text without escapes, in columns. */
export function widthOf(text: string): number {
  if (isPrintable(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += cluster.width;
  return width;
}

/** The clusters of a text without escapes, in order. */
export function* clustersOf(text: string): Generator<Cluster> {
  for (const { segment, index } of segmenter.segment(text)) {
    const cut =
      segment.length > MAX_CLUSTER ? segment.slice(0, MAX_CLUSTER).replace(/[\ud800-\udbff]$/, '') : segment;
    yield { text: cut, width: clusterWidth(cut), index };
  }
}

function clusterWidth(cluster: string): number {
  const found = known.get(cluster);
  if (found !== undefined) return found;
  const width = stringWidth(cluster, { countAnsiEscapeCodes: true });
  // Foreign text must not make it grow for ever.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(cluster, width);
  return width;
}
