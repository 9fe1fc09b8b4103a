import { extname } from 'node:path';
import type { TransformOptions } from 'jiti';
import { createImportCollector, type StaticImport } from './collect-imports.ts';
import type { CompileCache } from './compile-cache.ts';

/** The compiler's version. Cached text of another one is not used. A test holds it against the installed jiti. */
export const COMPILER_VERSION = '2.7';

/**
 * How the compiled text asks for other modules: `import` awaits each, and allows top-level await; `require` does not wait,
 * for files that CommonJS code requires.
 */
export type CompileMode = 'import' | 'require';

/** One file, ready to be evaluated. */
export interface CompiledFile {
  /** A CommonJS body with the lines of the source. In `import` mode it awaits `jitiImport(specifier)`. */
  readonly code: string;
  /** The static imports that are left at run time: those of types alone are gone. */
  readonly imports: readonly StaticImport[];
}

/** The source does not parse. `line` and `column` start at 1 and are left out where the parser names none. */
export class CompileError extends Error {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, file: string, line: number | undefined, column: number | undefined) {
    super(message);
    this.file = file;
    this.line = line;
    this.column = column;
  }
}

interface CacheEntry extends CompiledFile {
  readonly compiler: string;
  readonly file: string;
  readonly source: string;
}

/**
 * Compiles TypeScript or JavaScript through jiti's Babel, or takes the text of an earlier run from the cache.
 * The compiler itself is loaded only when the cache has nothing: it costs more than everything else of a start.
 *
 * @throws CompileError when the source does not parse.
 */
export async function compile(
  file: string,
  source: string,
  mode: CompileMode,
  cache: CompileCache,
): Promise<CompiledFile> {
  return (
    readCached(file, source, mode, cache) ?? compileWith(await loadTransform(), file, source, mode, cache)
  );
}

/**
 * The same at once, for `require`. Needs the compiler only when the cache has nothing.
 *
 * @throws CompileError when the source does not parse.
 */
export function compileSync(
  file: string,
  source: string,
  mode: CompileMode,
  cache: CompileCache,
  requireModule: (specifier: string) => unknown,
): CompiledFile {
  const cached = readCached(file, source, mode, cache);
  if (cached !== undefined) return cached;
  const { createJiti } = requireModule('jiti') as typeof import('jiti');
  return compileWith(createJiti(file, { fsCache: false }).transform, file, source, mode, cache);
}

function readCached(
  file: string,
  source: string,
  mode: CompileMode,
  cache: CompileCache,
): CompiledFile | undefined {
  const text = cache.read(cacheKey(file, mode));
  if (text === undefined) return undefined;
  const entry = parseEntry(text);
  if (entry?.compiler !== COMPILER_VERSION || entry.file !== file || entry.source !== source)
    return undefined;
  return { code: entry.code, imports: entry.imports };
}

function parseEntry(text: string): CacheEntry | undefined {
  try {
    return JSON.parse(text) as CacheEntry;
  } catch {
    return undefined; // Half written by a program that was killed: it is compiled again.
  }
}

function cacheKey(file: string, mode: CompileMode): string {
  return mode === 'import' ? file : `${file}?require`;
}

let transform: Promise<(options: TransformOptions) => string> | undefined;

/** Loads jiti at the first file that has to be compiled. */
function loadTransform(): Promise<(options: TransformOptions) => string> {
  transform ??= import('jiti').then(
    ({ createJiti }) => createJiti(import.meta.url, { fsCache: false }).transform,
  );
  return transform;
}

function compileWith(
  transform: (options: TransformOptions) => string,
  file: string,
  source: string,
  mode: CompileMode,
  cache: CompileCache,
): CompiledFile {
  const imports: StaticImport[] = [];
  const extension = extname(file);
  const code = transform({
    source: withoutFirstLineMarks(source),
    filename: file,
    ts: /^\.[mc]?tsx?$/.test(extension),
    jsx: /x$/.test(extension),
    async: mode === 'import',
    interopDefault: false,
    retainLines: true,
    babel: { plugins: [createImportCollector(imports)] },
  });
  throwIfFailed(code);
  const entry: CacheEntry = { compiler: COMPILER_VERSION, file, source, code, imports };
  cache.write(cacheKey(file, mode), JSON.stringify(entry));
  return { code, imports };
}

/** A byte order mark goes; a `#!` line becomes a comment, so that the lines stay where they are. */
function withoutFirstLineMarks(source: string): string {
  return source.replace(/^\uFEFF/, '').replace(/^#!/, '//');
}

const FAILURE = 'exports.__JITI_ERROR__ = ';

/** jiti does not throw: it compiles a broken source to a text that carries the error. */
function throwIfFailed(code: string): void {
  if (!code.startsWith(FAILURE)) return;
  const { filename, line, column, message } = JSON.parse(code.slice(FAILURE.length)) as {
    filename: string;
    line: number;
    column: number;
    message: string;
  };
  const isPlaced = line > 0;
  throw new CompileError(
    message.trim(),
    filename,
    isPlaced ? line : undefined,
    isPlaced ? column + 1 : undefined,
  );
}
