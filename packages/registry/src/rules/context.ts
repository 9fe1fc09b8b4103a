import type { RegistryDocument } from '../document/registry-document.ts';
import type { Validate } from '../schema/validators.ts';
import type { EntryView } from './entry-view.ts';
import type { Problem } from './problem.ts';

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
  /** The entries of the base, when there is one. Of two that collide, the one that it has came first. */
  readonly base?: readonly EntryView[];
}

/** Something that looks at a file and says what is wrong. */
export type OfflineCheck = (context: OfflineContext) => Iterable<Problem>;
