import type { Where } from '@cmd-mods/mod-api';

/** A parsed text, or what is wrong with it and where. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly where: Where };

/** Which additions to JSON a file may use. */
export interface JsonDialect {
  /** Comments and trailing commas, as in settings files. */
  readonly withComments?: boolean;
}

/**
 * Parses JSON with exact places of faults. What is plain JSON, as nearly every file is, never loads the slower parser.
 * A byte order mark is passed over; an empty file is a fault.
 */
export async function parseJson(text: string, file: string, dialect: JsonDialect = {}): Promise<ParsedJson> {
  const body = text.replace(/^\uFEFF/, '');
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return parseWithPlaces(body, file, dialect); // It names the place, which JSON.parse does not in every version of Node.
  }
}

async function parseWithPlaces(
  text: string,
  file: string,
  { withComments = false }: JsonDialect,
): Promise<ParsedJson> {
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: { error: number; offset: number; length: number }[] = [];
  const value: unknown = parse(text, errors, {
    allowTrailingComma: withComments,
    disallowComments: !withComments,
  });
  const [first] = errors;
  if (first === undefined) return { ok: true, value };
  const message = sentence(printParseErrorCode(first.error));
  return { ok: false, message, where: { file, ...placeAt(text, first.offset) } };
}

/** Line and column of an offset, both from 1. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** `CommaExpected` as `comma expected`. */
function sentence(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
