import type { RegistryDocument } from '../document/registry-document.ts';
import type { Validate } from '../schema/validators.ts';
import type { EntryView } from './entry-view.ts';

/** What the offline rules look at. */
export interface OfflineContext {
  readonly document: RegistryDocument;
  readonly entries: readonly EntryView[];
  /** In lower case. */
  readonly hidden: ReadonlySet<string>;
  /** Names that built-in mods have. */
  readonly builtinNames: readonly string[];
  readonly now: Date;
  readonly validate: Validate;
  /** The same entries: of two that collide, the one that stands first here came first. */
  readonly bySeniority: readonly EntryView[];
}

/** Entries whose name the base has, then the others; each in the order of the file. */
export function seniority(
  entries: readonly EntryView[],
  base: readonly EntryView[] | undefined,
): readonly EntryView[] {
  if (base === undefined) return entries;
  // Most changes leave most names where they are, and then there is nothing to sort.
  if (entries.length === base.length && entries.every(({ name }, at) => name === base[at]?.name))
    return entries;
  const names = new Set(base.map(({ name }) => name));
  const added = entries.filter(({ name }) => !names.has(name));
  return added.length === 0 ? entries : [...entries.filter(({ name }) => names.has(name)), ...added];
}
