import { readFileSync } from 'node:fs';
import type { LoadHook, ResolveHook } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCompileCache } from '@cmd-mods/loader/load';

/** What Node 20 cannot run by itself. */
const TYPESCRIPT = new Set(['.ts', '.mts', '.cts', '.tsx']);

/** Raised when what is compiled comes out differently, so that older text in the cache is not used. */
const VERSION = 1;

const cache = openCompileCache();

/**
 * Finds modules as Node does, and where that finds nothing: the toolkit's own packages for `@cmd-mods/*`, which an author need not have
 * installed, and `x.ts` for an import of `x.js` or `x`.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_UNSUPPORTED_DIR_IMPORT') throw error;
    if (specifier.startsWith('@cmd-mods/')) return await resolveOwn(specifier, context, nextResolve, error);
    if (/^\.{0,2}\//.test(specifier)) return await resolveTypeScript(specifier, context, nextResolve, error);
    throw error;
  }
};

type Arguments = Parameters<ResolveHook>;

/** From this file on, and from the test kit's own packages for what it alone depends on. */
async function resolveOwn(
  specifier: string,
  context: Arguments[1],
  nextResolve: Arguments[2],
  error: unknown,
): Promise<ReturnType<Arguments[2]>> {
  try {
    return await nextResolve(specifier, { ...context, parentURL: import.meta.url });
  } catch {
    // Not a dependency of the program itself.
  }
  try {
    const kit = await nextResolve('@cmd-mods/testing', { ...context, parentURL: import.meta.url });
    return await nextResolve(specifier, { ...context, parentURL: kit.url });
  } catch {
    throw error; // The toolkit has no such package either: what is to be said is where the author asked for it.
  }
}

async function resolveTypeScript(
  specifier: string,
  context: Arguments[1],
  nextResolve: Arguments[2],
  error: unknown,
): Promise<ReturnType<Arguments[2]>> {
  const bare = specifier.replace(/\.([mc]?)jsx?$/, '.$1ts');
  const tries = bare === specifier ? [`${specifier}.ts`, `${specifier}/index.ts`] : [bare, `${bare}x`];
  for (const each of tries) {
    try {
      return await nextResolve(each, context);
    } catch (tried) {
      if ((tried as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw tried;
    }
  }
  throw error;
}

/** Compiles TypeScript file by file, without looking at types. All of it is ES modules but for `.cts`. */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.startsWith('file:')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const extension = extname(file);
  if (!TYPESCRIPT.has(extension)) return nextLoad(url, context);
  const source = await compiled(file, readFileSync(file, 'utf8'), extension === '.cts');
  return { format: extension === '.cts' ? 'commonjs' : 'module', source, shortCircuit: true };
};

async function compiled(file: string, source: string, isCommonJs: boolean): Promise<string> {
  const key = `${file}?test`;
  const kept = readKept(cache.read(key));
  if (kept?.version === VERSION && kept.source === source) return kept.code;
  // Loaded only when something changed: it is the biggest part of a run.
  const { default: typescript } = await import('typescript');
  const { outputText: code } = typescript.transpileModule(source, {
    fileName: file,
    compilerOptions: {
      target: typescript.ScriptTarget.ES2022,
      module: isCommonJs ? typescript.ModuleKind.CommonJS : typescript.ModuleKind.ESNext,
      jsx: typescript.JsxEmit.ReactJSX,
      inlineSourceMap: true,
      inlineSources: true,
    },
  });
  cache.write(key, JSON.stringify({ version: VERSION, source, code }));
  return code;
}

function readKept(
  text: string | undefined,
): { readonly version: number; readonly source: string; readonly code: string } | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Half written by a process that was killed: it is compiled again.
  }
}
