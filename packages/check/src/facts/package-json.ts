/** A package.json with the places of what it says. */

import { readFileSync } from 'node:fs';
import {
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Edit, Span } from '../problem.ts';

/** See the head of this file. */
export interface PackageJsonFacts {
  readonly file: string;
  /** The content; empty when the text is no object of JSON. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Where the text is no JSON, and what is wrong there. */
  readonly faults: readonly { readonly at: Span; readonly message: string }[];
  /** The place of a value, or of the nearest value around it. */
  place(path: JSONPath): Span;
  /** The edits that set a value; `undefined` removes it. */
  edit(path: JSONPath, value: unknown): readonly Edit[];
}

/** Reads a package.json. Never throws for what it holds. */
export function readPackageJson(file: string): PackageJsonFacts {
  const raw = readFileSync(file, 'utf8');
  const shift = raw.startsWith('\ufeff') ? 1 : 0;
  const text = raw.slice(shift);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const span = (offset: number, length: number): Span => ({
    file,
    start: offset + shift,
    end: offset + shift + Math.max(1, length),
  });
  const content = errors.length === 0 && tree?.type === 'object' ? JSON.parse(text) : {};
  const formattingOptions = {
    insertSpaces: !/\n\t/.test(text),
    tabSize: /\n( +)/.exec(text)?.[1]?.length ?? 2,
  };
  return {
    file,
    content,
    faults: errors.map(({ error, offset, length }) => ({
      at: span(offset, length),
      message: `package.json is no JSON: ${words(printParseErrorCode(error))}.`,
    })),
    place: (path) => {
      const node = tree && nearestNode(tree, path);
      // A whole object would mark half a file: its brace stands for it.
      return node === undefined ? span(0, 1) : span(node.offset, node.type === 'object' ? 1 : node.length);
    },
    edit: (path, value) =>
      modify(text, path, value, { formattingOptions }).map(({ offset, length, content: inserted }) => ({
        file,
        start: offset + shift,
        end: offset + shift + length,
        text: inserted,
      })),
  };
}

/** `PropertyNameExpected` as words. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function nearestNode(tree: Node, path: JSONPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

/** A member that should be an object, and is taken for an empty one where it is not. */
export function recordAt(
  content: Readonly<Record<string, unknown>>,
  key: string,
): Readonly<Record<string, unknown>> {
  const value = content[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
