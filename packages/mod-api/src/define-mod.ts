import type { ModFactory } from './mod-api.ts';

/**
 * Gives a factory its type, in JavaScript too, and returns it as it is.
 *
 * @example
 * ```ts
 * import { defineMod } from '@cmd-mods/mod-api';
 *
 * export default defineMod((cmd) => {
 *   cmd.addCommand({ name: 'hello', description: 'Says hello', handler: () => ({ message: 'Hello.' }) });
 * });
 * ```
 */
export function defineMod(factory: ModFactory): ModFactory {
  return factory;
}
