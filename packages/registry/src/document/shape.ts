import type { Problem } from '../rules/problem.ts';
import type { JsonPath } from './json-path.ts';

/** A registry's content in the shape `{mods: [...]}`, whatever shape the file has. */
export interface Shaped {
  readonly content: unknown;
  /** From a path in `content` to the path in the file. */
  filePath(path: JsonPath): JsonPath;
  readonly problem?: Problem;
}

const HINT = 'A registry is {"mods": [entry, ...]}.';

/**
 * Three mistakes of the outer shape still tell what was meant: an entry alone, a bare list, and an entry where the list
 * belongs. They are reported once, and the entries are checked all the same.
 */
export function normalizeShape(value: unknown): Shaped {
  if (Array.isArray(value)) {
    const message = 'The file is a list; the list belongs under the key "mods".';
    return {
      content: { mods: value },
      filePath: (path) => path.slice(1),
      problem: shapeProblem(message, []),
    };
  }
  if (looksLikeEntry(value)) {
    const message = 'The file is a single entry, not a registry.';
    return {
      content: { mods: [value] },
      filePath: (path) => path.slice(2),
      problem: shapeProblem(message, []),
    };
  }
  if (isRecord(value) && looksLikeEntry(value.mods)) {
    const message = '"mods" is a single entry, not a list.';
    return {
      content: { ...value, mods: [value.mods] },
      filePath: (path) => (path[0] === 'mods' ? ['mods', ...path.slice(2)] : path),
      problem: shapeProblem(message, ['mods']),
    };
  }
  return { content: value, filePath: (path) => path };
}

/** Whether a value is an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function looksLikeEntry(value: unknown): boolean {
  return isRecord(value) && !('mods' in value) && 'name' in value && ('source' in value || 'kinds' in value);
}

function shapeProblem(message: string, path: JsonPath): Problem {
  return { rule: 'schema', path, message, hint: HINT };
}
