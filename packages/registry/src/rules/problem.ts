import type { JsonPath } from '../document/json-path.ts';
import type { Aspect, Range } from '../document/nodes.ts';
import type { RuleId } from './table.ts';

/** What a rule has against a file, before it has a line and a column. Plain data. */
export interface Problem {
  readonly rule: RuleId;
  /** Where in the registry, `['mods', 3, 'name']`; empty for the whole file. */
  readonly path: JsonPath;
  /** Which part of what stands there to point at; the value when left out. */
  readonly aspect?: Aspect;
  /** A place in the text instead of a path. */
  readonly range?: Range;
  /** Another file than the registry. */
  readonly file?: string;
  readonly message: string;
  /** The entry's name, where the path does not lead to it. */
  readonly entry?: string;
  /** What to do, where the rule's own advice is not the best. */
  readonly hint?: string;
  /** Where it is not the rule's own. */
  readonly severity?: 'error' | 'warning';
  /** Whether `--fix` mends this one; as the rule says when left out. */
  readonly fixable?: boolean;
  /** What makes this the same problem in another version of the file; the rule, the entry, the place in it and the message when left out. */
  readonly key?: string;
}
