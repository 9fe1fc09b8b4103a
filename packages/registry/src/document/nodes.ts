import type { Node } from 'jsonc-parser';
import type { JsonPath } from './json-path.ts';

/** A part of a text. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/**
 * The node at a path, or the nearest one above it. Of a key that is written twice the last one counts, as with
 * `JSON.parse`; jsonc-parser's own search takes the first.
 */
export function nodeAt(root: Node, path: JsonPath): Node {
  let node = root;
  for (const part of path) {
    const next = typeof part === 'number' ? node.children?.[part] : propertyOf(node, part)?.children?.[1];
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** The property with this key; the last of several. */
export function propertyOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** The value itself; its key; or, for what an entry lacks, its name or else its opening brace. */
export type Aspect = 'value' | 'key' | 'entry';

/** The part of the text that a finding at this path should point at. */
export function rangeAt(root: Node, path: JsonPath, aspect: Aspect): Range {
  if (aspect === 'key') {
    const parent = nodeAt(root, path.slice(0, -1));
    const key = propertyOf(parent, String(path.at(-1)))?.children?.[0];
    return rangeOf(key ?? parent);
  }
  const node = nodeAt(root, path);
  if (aspect === 'value' || node.type !== 'object') return rangeOf(node);
  const name = propertyOf(node, 'name')?.children?.[1];
  return name?.type === 'string' ? rangeOf(name) : { offset: node.offset, length: 1 };
}

function rangeOf({ offset, length, type }: Node): Range {
  return type === 'object' || type === 'array' ? { offset, length: 1 } : { offset, length };
}
