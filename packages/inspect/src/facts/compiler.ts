/**
 * TypeScript's compiler, loaded when the first file is read and never before: it is nine megabytes, and most commands do
 * not need it. With a cache folder, V8's compiled code of it is kept there, which saves most of the time to load it.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import type * as TypeScript from 'typescript';

/** The parts of the compiler that are used. */
export type Compiler = typeof TypeScript;

let loaded: Compiler | undefined;
let keptIn: string | undefined;

/**
 * The compiler. The first call loads it and takes about 150 ms, or 50 ms with a filled `cacheFolder`.
 *
 * @param cacheFolder an absolute folder that may be created; a cache that is missing, stale or unwritable is no fault.
 */
export function loadCompiler(cacheFolder?: string): Compiler {
  if (!loaded) keptIn = cacheFolder;
  loaded ??= cacheFolder === undefined ? plainly() : cached(cacheFolder);
  return loaded;
}

/** The cache folder that the compiler was loaded with, for threads that load it too. */
export function compilerCache(): string | undefined {
  return keptIn;
}

const require = createRequire(import.meta.url);

function plainly(): Compiler {
  return require('typescript') as Compiler;
}

function cached(cacheFolder: string): Compiler {
  const file = require.resolve('typescript');
  const { version } = require('typescript/package.json') as { version: string };
  const cacheFile = join(cacheFolder, `typescript-${version}-v8-${process.versions.v8}-${process.arch}.bin`);
  const cachedData = readIfThere(cacheFile);
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const compiler = module.exports as Compiler;
  if (!cachedData || script.cachedDataRejected) {
    compiler.createSourceFile('warm.ts', 'export default (a) => a.b(a);', compiler.ScriptTarget.ESNext);
    keep(cacheFile, script.createCachedData());
  }
  return compiler;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes beside and renames, so that no other process reads half a cache. A folder that cannot be written to means no cache. */
function keep(file: string, data: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, data);
    renameSync(draft, file);
  } catch {
    return;
  }
}
