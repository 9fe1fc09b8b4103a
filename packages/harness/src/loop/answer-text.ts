import type { Block } from '@cmd-mods/mod-api';

/** A chunk of answer text: how long it was when it came, and what the mods made of it. */
export interface RewrittenChunk {
  readonly rawLength: number;
  readonly text: string;
}

/**
 * Puts the rewritten chunks into the text blocks that they streamed into. Chunks are told apart by the length of what came: the
 * first ones fill the first text block, and so on; what is left over belongs to the last one. A block whose text was all
 * dropped goes.
 */
export function withRewrittenText(
  content: readonly Block[],
  chunks: readonly RewrittenChunk[],
): readonly Block[] {
  const texts = textPerBlock(content, chunks);
  return content.flatMap((block, index): readonly Block[] => {
    if (block.type !== 'text') return [block];
    const text = texts.get(index) ?? '';
    return text === '' ? [] : [{ ...block, text }];
  });
}

function textPerBlock(
  content: readonly Block[],
  chunks: readonly RewrittenChunk[],
): ReadonlyMap<number, string> {
  const indexes = content.flatMap((block, index) => (block.type === 'text' ? [index] : []));
  const texts = indexes.map(() => '');
  const lengths = indexes.map((index) => lengthOf(content, index));
  const last = indexes.length - 1;
  let place = 0;
  let filled = 0;
  if (last < 0) return new Map();
  for (const { rawLength, text } of chunks) {
    while (place < last && filled >= (lengths[place] ?? 0)) {
      place += 1;
      filled = 0;
    }
    texts[place] += text;
    filled += rawLength;
  }
  return new Map(indexes.map((index, at) => [index, texts[at] ?? '']));
}

function lengthOf(content: readonly Block[], index: number): number {
  const block = content[index];
  return block?.type === 'text' ? block.text.length : 0;
}
