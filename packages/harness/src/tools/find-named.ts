import { nearest } from '../nearest.ts';
import { ToolFailure } from './define-tool.ts';

/**
 * The item that a tool's input names.
 * @param kind - What it is, for the message: `agent`.
 * @throws ToolFailure when there is none, with the name that is nearest and all that there are.
 */
export function findNamed<TItem extends { readonly name: string }>(
  items: readonly TItem[],
  wanted: string,
  kind: string,
): TItem {
  const found = items.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = items.map(({ name }) => name);
  const suggestion = nearest(wanted, names);
  const did = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  throw new ToolFailure(`There is no ${kind} "${wanted}".${did} The ${kind}s are: ${names.join(', ')}.`);
}
