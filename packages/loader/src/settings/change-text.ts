import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { appendTo } from './append-item.ts';
import { removeItem } from './remove-item.ts';

/** One change: what stands at a path from now on; `undefined` takes it away. A path that ends in `-1` appends to an array. */
export interface JsonChange {
  readonly path: JSONPath;
  readonly value: string | undefined;
}

/**
 * Makes one change in a JSON text with comments, and touches nothing else: what stands on one line stays on one line, what is
 * spread over lines gets its new line in the file's own indentation and line ends, and a comment stays beside what it is about.
 * What is missing on the way of an append is made.
 *
 * @param text must parse.
 */
export function changeText(text: string, { path, value }: JsonChange): string {
  const tree = parseTree(text);
  const found = tree && findNodeAtLocation(tree, path);
  if (value === undefined) return found === undefined ? text : removeItem(text, found);
  const item = JSON.stringify(value);
  if (found !== undefined) return splice(text, found, item);
  const way = path.slice(0, -1);
  for (let length = way.length; length >= 0; length -= 1) {
    const node = tree && findNodeAtLocation(tree, way.slice(0, length));
    if (node !== undefined) return appendTo(text, node, newItem(way.slice(length), value));
  }
  return text;
}

/** What has to be appended to the deepest part that is there: the value itself, or a key with all that lies below it. */
function newItem(missing: JSONPath, value: string): { readonly key?: string; readonly value: unknown } {
  const [key, ...deeper] = missing;
  if (key === undefined) return { value };
  const inner = deeper.reduceRight<unknown>((below, name) => ({ [name]: below }), [value]);
  return { key: String(key), value: inner };
}

function splice(text: string, { offset, length }: Node, replacement: string): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}
