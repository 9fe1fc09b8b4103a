import Module, { createRequire, isBuiltin } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ImportFailure } from './import-failure.ts';

/** How a package answers an import: with its exports, or with a file that Node cannot run by itself. */
export type PackageAnswer =
  | { readonly namespace: object }
  /** TypeScript, or code that imports the host's packages: it has to be compiled like the mod's own files. */
  | { readonly compileFile: string };

/** What Node says when a specifier leads nowhere. */
const UNRESOLVED = new Set([
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
  'ERR_PACKAGE_IMPORT_NOT_DEFINED',
  'ERR_INVALID_MODULE_SPECIFIER',
  'ERR_UNSUPPORTED_ESM_URL_SCHEME',
  'ERR_UNKNOWN_BUILTIN_MODULE',
]);

/** What Node says of a TypeScript file; newer versions strip types, but never in node_modules. */
const NOT_JAVASCRIPT = new Set(['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING']);

/**
 * Imports a package or a Node module as the importing file would: natively, resolved from that file, so a dependency is
 * evaluated once a process and stays as it was over reloads. A specifier that only CommonJS resolves (a folder, a trailing
 * slash) is resolved that way.
 *
 * @param isHostPackage whether a package name is one that only the host can answer.
 * @throws ImportFailure when the specifier leads nowhere; whatever the package threw otherwise.
 */
export async function importPackage(
  specifier: string,
  importer: string,
  isHostPackage: (name: string) => boolean,
): Promise<PackageAnswer> {
  try {
    return { namespace: await nativeImport(specifier, importer) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUnresolved = code !== undefined && UNRESOLVED.has(code);
    const wantsHost = isUnresolved && isHostPackage(/'([^']+)'/.exec(message)?.[1] ?? '');
    if (!isUnresolved && !(code !== undefined && NOT_JAVASCRIPT.has(code))) throw error;
    const file = resolveAsCommonJs(specifier, importer);
    if (file !== undefined) {
      if (wantsHost || /^\.[mc]?tsx?$/.test(extname(file))) return { compileFile: file };
      if (isUnresolved && isAbout(message, importer)) {
        return { namespace: (await import(pathToFileURL(file).href)) as object };
      }
    }
    throw isUnresolved ? new ImportFailure('missing', { message, specifier, importer, cause: error }) : error;
  }
}

/** Node names the importing file at the end of such a message; another file there means that the package itself is incomplete. */
function isAbout(message: string, importer: string): boolean {
  return message.includes(importer);
}

function resolveAsCommonJs(specifier: string, importer: string): string | undefined {
  try {
    return createRequire(importer).resolve(specifier);
  } catch {
    return undefined; // CommonJS finds nothing either: the first error is the one to report.
  }
}

/** The part of Node's CommonJS modules that is not typed. It has been there, and used by many, since Node began. */
type CompilableModule = Module & { _compile(code: string, filename: string): void };

/**
 * `import()` as if it stood in the importing file. Only code that Node takes for a module of that folder resolves packages as
 * that file would, with the conditions of ES modules; a script of `node:vm` can too, but warns that it is experimental.
 */
function nativeImport(specifier: string, importer: string): Promise<object> {
  if (isBuiltin(specifier)) return import(specifier) as Promise<object>;
  const module = new Module(importer) as CompilableModule;
  module.filename = importer;
  module._compile('module.exports = (specifier) => import(specifier);', importer);
  return (module.exports as (specifier: string) => Promise<object>)(specifier);
}
