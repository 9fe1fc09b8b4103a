import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Node, ParseError } from 'jsonc-parser';
import { diagnostic } from '../diagnostics.ts';
import { nearest } from '../nearest.ts';
import type { Script } from './script.ts';

/** A script that was read, or everything that is wrong with it. */
export type ScriptReading =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the text of a script file. All mistakes are found at once, each with line and column. An empty list of turns is a script
 * that answers nothing.
 *
 * @param file - The path to show.
 */
export async function parseScript(text: string, file: string): Promise<ScriptReading> {
  if (text.trim() === '') {
    const where = { file };
    return {
      ok: false,
      diagnostics: [diagnostic('SCRIPT_NOT_JSON', { message: 'The script is empty.', where })],
    };
  }
  // Loaded here: a run without a script does not need it.
  const { getNodeValue, parseTree, printParseErrorCode } = await import('jsonc-parser');
  const place = placesIn(text, file);
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true });
  if (errors.length > 0 || root === undefined) {
    const diagnostics = errors.map(({ error, offset }) =>
      diagnostic('SCRIPT_NOT_JSON', {
        message: `The script is not JSON: ${wordsOf(printParseErrorCode(error))}.`,
        where: place(offset),
      }),
    );
    return { ok: false, diagnostics };
  }
  const found = checkRoot(root).map(({ node, message, hint }) =>
    diagnostic('SCRIPT_INVALID', {
      message,
      where: place(node.offset),
      ...(hint === undefined ? {} : { hint }),
    }),
  );
  return found.length > 0 ? { ok: false, diagnostics: found } : { ok: true, script: getNodeValue(root) };
}

function placesIn(text: string, file: string) {
  return (offset: number) => {
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    return { file, line: before.split('\n').length, column: offset - lineStart + 1 };
  };
}

/** `CommaExpected` as `comma expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

interface Fault {
  readonly node: Node;
  readonly message: string;
  readonly hint?: string;
}

type Check = (node: Node, path: string) => readonly Fault[];

const text: Check = ofType('string');
const flag: Check = ofType('boolean');
const record: Check = ofType('object');
const count: Check = (node, path) =>
  node.type === 'number' && Number.isInteger(node.value) && node.value >= 0
    ? []
    : [{ node, message: `${path} must be a whole number from 0 on.` }];

const checkCall = object({ name: text, input: record, id: text }, ['name', 'input']);
const checkUsage = object({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
});
const checkError = object({ message: text, retryable: flag }, ['message']);
const checkFields = object({
  text,
  deltas: list(text),
  thinking: text,
  toolCalls: list(checkCall),
  stopReason: text,
  usage: checkUsage,
  stream: flag,
  error: checkError,
  afterDeltas: count,
});

const checkTurn: Check = (node, path) => [
  ...checkFields(node, path),
  ...(node.type === 'object' ? checkTogether(node, path) : []),
];
const checkScript = object({ $schema: text, turns: list(checkTurn) }, ['turns']);

function checkRoot(root: Node): readonly Fault[] {
  return checkScript(root, 'the script');
}

/** What fields of a turn have to say together. */
function checkTogether(node: Node, path: string): readonly Fault[] {
  const { text: whole, deltas, stream, error, afterDeltas } = fieldsOf(node);
  const faults: Fault[] = [];
  const parts = deltas?.children?.map((child) => child.value);
  if (whole?.type === 'string' && parts !== undefined && parts.join('') !== whole.value) {
    faults.push({
      node: whole,
      message: `${path}.text is not what its deltas join to.`,
      hint: 'Leave one of the two out.',
    });
  }
  if (stream?.value === false && deltas !== undefined) {
    faults.push({
      node: deltas,
      message: `${path} has deltas but does not stream.`,
      hint: 'Use "text" with "stream": false.',
    });
  }
  if (afterDeltas !== undefined && error === undefined) {
    faults.push({
      node: afterDeltas,
      message: `${path}.afterDeltas says when an error is thrown, and there is no error.`,
    });
  }
  return faults;
}

function fieldsOf(node: Node): Readonly<Record<string, Node | undefined>> {
  return Object.fromEntries(
    (node.children ?? []).map((property) => [property.children?.[0]?.value, property.children?.[1]]),
  );
}

function ofType(type: Node['type']): Check {
  return (node, path) =>
    node.type === type
      ? []
      : [{ node, message: `${path} must be ${article(type)}, not ${article(node.type)}.` }];
}

function article(type: string): string {
  return type === 'null' ? type : `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
}

function list(item: Check): Check {
  return (node, path) =>
    node.type === 'array'
      ? (node.children ?? []).flatMap((child, index) => item(child, `${path}[${index}]`))
      : [{ node, message: `${path} must be an array, not ${article(node.type)}.` }];
}

function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (node, path) => {
    if (node.type !== 'object')
      return [{ node, message: `${path} must be an object, not ${article(node.type)}.` }];
    const given = fieldsOf(node);
    const missing = required
      .filter((name) => given[name] === undefined)
      .map((name) => ({ node, message: `${path} needs "${name}".` }));
    const faults = (node.children ?? []).flatMap((property) => {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) return [];
      const check = Object.hasOwn(fields, key.value) ? fields[key.value] : undefined;
      if (check !== undefined)
        return check(value, path === 'the script' ? key.value : `${path}.${key.value}`);
      const suggestion = nearest(key.value, Object.keys(fields));
      return [
        {
          node: key,
          message: `${path} has an unknown field "${key.value}".`,
          ...(suggestion === undefined ? {} : { hint: `Did you mean "${suggestion}"?` }),
        },
      ];
    });
    return [...missing, ...faults];
  };
}
