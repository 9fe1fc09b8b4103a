import type { Diagnostic, ModFactory } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import type { Namespace } from './namespace.ts';

/** The factory, or why there is none. */
export type FoundFactory =
  | { readonly ok: true; readonly factory: ModFactory }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Finds a mod's factory among its exports: the default export, `module.exports` itself, or the `default` of compiled
 * CommonJS. Other exports are the mod's own affair and are not looked at.
 *
 * @param cycle a circle of imports through the file, if there is one: it explains a default export that is undefined.
 */
export function findFactory(
  file: string,
  namespace: Namespace,
  cycle: readonly string[] | undefined,
): FoundFactory {
  const value = defaultOf(namespace);
  if (typeof value === 'function' && !isClass(value)) return { ok: true, factory: value as ModFactory };
  const where = { file };
  if (!('default' in namespace) || isEmptyCommonJs(value)) {
    const names = Object.keys(namespace).filter((name) => name !== 'default');
    const found = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
    const message = `The mod has no default export; ${found}.`;
    return { ok: false, diagnostic: pipelineDiagnostic('MOD_NO_DEFAULT_EXPORT', { message, where }) };
  }
  if (value === undefined && cycle !== undefined) {
    const message = `The default export is undefined: these files import each other in a circle: ${cycle.join(' -> ')}.`;
    return { ok: false, diagnostic: pipelineDiagnostic('MOD_IMPORT_CYCLE', { message, where }) };
  }
  const message = `The default export is ${kindOf(value)}, not a function.`;
  return { ok: false, diagnostic: pipelineDiagnostic('MOD_DEFAULT_NOT_FUNCTION', { message, where }) };
}

/** TypeScript compiled to CommonJS and imported from CommonJS arrives with its default one step down. */
function defaultOf(namespace: Namespace): unknown {
  const value = namespace.default;
  if (typeof value !== 'object' || value === null) return value;
  const inner = (value as { readonly __esModule?: unknown; readonly default?: unknown }).default;
  return typeof inner === 'function' ? inner : value;
}

/** A file without any export has an empty `module.exports`; one that fills `exports.x` has no default either. */
function isEmptyCommonJs(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.keys(value).every((key) => typeof (value as Record<string, unknown>)[key] === 'function')
    : false;
}

function isClass(value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'function') return 'a class';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
