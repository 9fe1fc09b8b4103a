import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import type { Problem } from '../rules/problem.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import type { JsonPath } from './json-path.ts';
import { countKeys, DEEPEST, type Layout, readLayout, tooDeepAt } from './layout.ts';
import { type Aspect, nodeAt, type Range, rangeAt } from './nodes.ts';
import { normalizeShape } from './shape.ts';
import { parseTolerantly } from './syntax.ts';

/** A registry file that was read, as far as it can be read. Positions are worked out only when somebody asks. */
export interface RegistryDocument {
  /** As it was given, for findings. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly hasBom: boolean;
  /** What was read, brought into the shape `{mods: [...]}` where the file has another one. */
  readonly content: unknown;
  /** Absent when the text is not JSON. */
  readonly layout?: Layout;
  /** Mistakes of syntax, duplicate keys, a wrong outer shape. */
  readonly problems: readonly Problem[];
  /** From a path in `content` to the path in the file. */
  filePath(path: JsonPath): JsonPath;
  /** The part of the text to point at. */
  range(path: JsonPath, aspect: Aspect): Range;
  /** The node at a path of `content`, or the nearest one above it; absent when there is no value at all. */
  node(path: JsonPath): Node | undefined;
}

/** Reads a registry file's text. Never throws for what it holds. */
export function readDocument(file: string, fileText: string): RegistryDocument {
  const hasBom = fileText.startsWith('\ufeff');
  const text = hasBom ? fileText.slice(1) : fileText;
  const strict = parseStrictly(text);
  const { value, problems, layout, root } = strict ?? readBroken(text);
  const { content, filePath, problem } = normalizeShape(value);

  let whole = root;
  const tree = (): Node | undefined => {
    whole ??= parseTree(text);
    return whole;
  };
  const entryTree = memoized((index: number) => entryNode(text, layout, index));
  const find = (path: JsonPath): { node: Node; rest: JsonPath } | undefined => {
    const inFile = filePath(path);
    const [list, index] = inFile;
    const entry = list === 'mods' && typeof index === 'number' ? entryTree(index) : undefined;
    if (entry !== undefined) return { node: entry, rest: inFile.slice(2) };
    const node = tree();
    return node && { node, rest: inFile };
  };
  return {
    file,
    text,
    hasBom,
    content,
    ...(layout === undefined ? {} : { layout }),
    problems: [...problems, ...(problem === undefined ? [] : [problem])],
    filePath,
    range: (path, aspect) => {
      const found = find(path);
      return found ? rangeAt(found.node, found.rest, aspect) : { offset: 0, length: 0 };
    },
    node: (path) => {
      const found = find(path);
      return found && nodeAt(found.node, found.rest);
    },
  };
}

interface Reading {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  readonly layout?: Layout;
  readonly root?: Node;
}

/** The quick way, for valid JSON; nothing when it is not. */
function parseStrictly(text: string): Reading | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // The tolerant parser finds out what is wrong, and where.
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
  const layout = readLayout(text);
  if (layout.tooDeepAt !== undefined) return tooDeep(layout.tooDeepAt);
  if (layout.keyCount === countKeys(value)) return { value, layout, problems: [] };
  const root = parseTree(text);
  // With two lists of mods, the offsets are those of both.
  const unlisted = { ...layout, entryOffsets: [] };
  return root ? { value, layout: unlisted, root, problems: duplicateKeys(root) } : undefined;
}

function readBroken(text: string): Reading {
  if (text.trim() === '') {
    const hint = 'An empty registry is {"mods": []}.';
    const range = { offset: 0, length: 0 };
    return {
      value: undefined,
      problems: [{ rule: 'json-syntax', path: [], range, message: 'The file is empty.', hint }],
    };
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined) return tooDeep(deep);
  const { root, problems } = parseTolerantly(text);
  if (root === undefined) return { value: undefined, problems };
  return { value: getNodeValue(root), root, problems: [...problems, ...duplicateKeys(root)] };
}

function tooDeep(offset: number): Reading {
  const message = `The nesting is deeper than ${DEEPEST} levels; a registry has five.`;
  return {
    value: undefined,
    problems: [{ rule: 'schema', path: [], range: { offset, length: 1 }, message }],
  };
}

/** Parses one entry alone: with thousands of them, the whole tree would cost more than all the rules. */
function entryNode(text: string, layout: Layout | undefined, index: number): Node | undefined {
  const start = layout?.entryOffsets[index];
  if (start === undefined) return undefined;
  const root = parseTree(text.slice(start, layout?.entryOffsets[index + 1]));
  return root && shifted(root, start);
}

function shifted(node: Node, by: number): Node {
  return {
    ...node,
    offset: node.offset + by,
    ...(node.children === undefined ? {} : { children: node.children.map((child) => shifted(child, by)) }),
  };
}

function memoized<TValue>(make: (key: number) => TValue): (key: number) => TValue {
  const made = new Map<number, TValue>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
