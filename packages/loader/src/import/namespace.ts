import { ImportFailure } from './import-failure.ts';

/** A module's exports by name. */
export type Namespace = Readonly<Record<string, unknown>>;

/**
 * What an import of a CommonJS module's `module.exports` gives: `default` is the whole, and its own members are names beside
 * it. Compiled ES modules (`__esModule`) already are namespaces.
 */
export function namespaceOf(exports: unknown): Namespace {
  if (isRecord(exports) && exports.__esModule === true) return exports;
  const names = isRecord(exports) ? exports : {};
  return { ...names, default: exports };
}

/**
 * Makes sure that a module has the names that are imported from it, so that a missing one is an error where it is imported
 * and not an `undefined` somewhere later. Members of a package's CommonJS export that Node did not see as names are added.
 *
 * @throws ImportFailure of the given kind for the first name that is missing.
 */
export function withImportedNames(
  namespace: Namespace,
  names: readonly string[],
  kind: 'export' | 'host-export',
  from: { readonly specifier: string; readonly importer: string },
): Namespace {
  const missing = names.filter((name) => !(name in namespace));
  if (missing.length === 0) return namespace;
  const whole = namespace.default;
  if (isRecord(whole) && missing.every((name) => name in whole)) return { ...whole, ...namespace };
  const found = Object.keys(namespace);
  const [exportName = ''] = missing;
  const message = `${from.specifier} does not export ${exportName === 'default' ? 'a default' : exportName}.`;
  throw new ImportFailure(kind, { ...from, message, exportName, found });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
