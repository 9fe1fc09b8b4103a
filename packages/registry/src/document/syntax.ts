import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Problem } from '../rules/problem.ts';
import { lineMap } from './line-map.ts';

/** What to say of each code of jsonc-parser. */
const MESSAGES: Readonly<Record<string, string>> = {
  CommaExpected: 'A comma is missing before this.',
  ColonExpected: 'A colon is missing between a key and its value.',
  PropertyNameExpected: 'A key in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  CloseBraceExpected: 'A closing brace } is missing.',
  CloseBracketExpected: 'A closing bracket ] is missing.',
  EndOfFileExpected: 'The file goes on after its value has ended.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'A comment is not closed, and JSON has no comments.',
  UnexpectedEndOfString: 'A text is not closed before its line ends.',
  UnexpectedEndOfNumber: 'A number is not complete.',
  InvalidUnicode: 'The escape \\u needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'This escape does not exist in JSON.',
  InvalidCharacter: 'A control character must be written as an escape.',
  InvalidNumberFormat: 'This is not a number of JSON.',
  InvalidSymbol: 'This is no value of JSON; texts stand in double quotes.',
};

/** What could be read of a text in spite of its mistakes, and the mistakes. */
export interface Parsed {
  /** Absent when there is no value at all. */
  readonly root?: Node;
  readonly problems: readonly Problem[];
}

/**
 * Parses a text that is not quite JSON. One mistake makes jsonc-parser report several things: of each line only the first
 * counts, and not what is missing right behind a word that does not belong there. A trailing comma is reported at the comma.
 */
export function parseTolerantly(text: string): Parsed {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const lineOf = lineMap(text);
  const lines = new Set<number>();
  const problems: Problem[] = [];
  for (const [index, error] of errors.entries()) {
    const problem = explain(text, error);
    const { line } = lineOf(problem.range?.offset ?? 0);
    if (lines.has(line) || follows(text, errors[index - 1], error)) continue;
    lines.add(line);
    problems.push(problem);
  }
  if (root === undefined) return { problems: problems.slice(0, 1) };
  return { root, problems };
}

/** Whether an error only says what is missing behind a word that does not belong there, or repeats the one before it. */
function follows(text: string, before: ParseError | undefined, { error, offset }: ParseError): boolean {
  if (before === undefined) return false;
  const [code, codeBefore] = [printParseErrorCode(error), printParseErrorCode(before.error)];
  // After a key that is none, jsonc-parser skips to the next comma or brace, and complains there once more.
  if (codeBefore === 'PropertyNameExpected') return code === 'ValueExpected';
  const isBehind = text.slice(before.offset + before.length, offset).trim() === '';
  return codeBefore === 'InvalidSymbol' && code.endsWith('Expected') && isBehind;
}

function explain(text: string, { error, offset, length }: ParseError): Problem {
  const code = printParseErrorCode(error);
  const before = text.slice(0, offset).trimEnd();
  const isAtClosing = '}]'.includes(text[offset] ?? ' ');
  if (isAtClosing && before.endsWith(',') && (code === 'PropertyNameExpected' || code === 'ValueExpected')) {
    return syntax('A comma stands before a closing bracket.', before.length - 1, 1, 'Delete the comma.');
  }
  if (text[offset] === "'") {
    return syntax('Texts stand in double quotes, not in single ones.', offset, length);
  }
  if (
    text.startsWith('<<<<<<<', offset) ||
    text.startsWith('=======', offset) ||
    text.startsWith('>>>>>>>', offset)
  ) {
    return syntax('A merge conflict was left here.', offset, 7, 'Resolve it and delete the marks.');
  }
  return syntax(MESSAGES[code] ?? `This is not JSON (${code}).`, offset, length);
}

function syntax(message: string, offset: number, length: number, hint?: string): Problem {
  return {
    rule: 'json-syntax',
    path: [],
    message,
    range: { offset, length },
    ...(hint === undefined ? {} : { hint }),
  };
}
