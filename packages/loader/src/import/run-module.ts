import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { CompileMode } from './compile.ts';
import type { Namespace } from './namespace.ts';
import { isFileSpecifier } from './resolve-import.ts';

/** How a file asks for other modules. */
export interface ModuleScope {
  readonly require: NodeJS.Require;
  readonly import: (specifier: string) => Promise<Namespace>;
}

/** What a file's compiled text is called with. */
type ModuleBody = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  directory: string,
  jitiImport: (specifier: string) => Promise<Namespace>,
  jitiESMResolve: (specifier: string) => string,
) => Promise<void> | void;

const PARAMETERS = '(exports, require, module, __filename, __dirname, jitiImport, jitiESMResolve)';

/**
 * Runs a file's compiled text. In `import` mode the promise settles when its top level is done; in `require` mode it is done
 * on return. Lines in stack traces are those of the source.
 *
 * @throws whatever the file's code throws; in `import` mode the promise rejects with it.
 */
export function runModule(
  file: string,
  code: string,
  mode: CompileMode,
  module: { exports: unknown },
  scope: ModuleScope,
): Promise<void> | void {
  const head = `(${mode === 'import' ? 'async ' : ''}function ${PARAMETERS} {`;
  const script = new Script(`${head}${code}\n})`, { filename: file, columnOffset: -head.length });
  const body = script.runInThisContext() as ModuleBody;
  const resolve = (specifier: string): string => resolveToUrl(specifier, file);
  const { exports } = module;
  return body.call(exports, exports, scope.require, module, file, dirname(file), scope.import, resolve);
}

/** What `import.meta.resolve` gives. */
function resolveToUrl(specifier: string, importer: string): string {
  if (specifier.startsWith('node:')) return specifier;
  if (isFileSpecifier(specifier)) return new URL(specifier, pathToFileURL(importer)).href;
  const resolved = createRequire(importer).resolve(specifier);
  return resolved.includes('/') || resolved.includes('\\')
    ? pathToFileURL(resolved).href
    : `node:${resolved}`;
}
