/** What a rule is, and what it says. */

import type { Facts } from '../facts/facts.ts';
import type { SourceFacts } from '../facts/source-facts.ts';
import type { Problem } from '../problem.ts';

/** What is said about a rule. */
export interface RuleText {
  /** An error cannot work or would be rejected; a warning is risky. */
  readonly severity: 'error' | 'warning';
  /** What the rule looks at: the code of mods, or the package around them. */
  readonly group: 'source' | 'package';
  /** One line that names what is wrong. */
  readonly summary: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
  /** An example in which the rule finds something: a whole mod, or a package.json. */
  readonly bad: string;
  /** The same, done right. */
  readonly good: string;
  /** Whether `--fix` can mend it, at least in the usual form. */
  readonly isFixable?: true;
}

/** A rule about the code of mods. Asked when the code parses; the rule `syntax` is asked always. */
export interface SourceRule extends RuleText {
  readonly group: 'source';
  check(source: SourceFacts, facts: Facts): readonly Problem[];
}

/** A rule about the package around the mods. */
export interface PackageRule extends RuleText {
  readonly group: 'package';
  check(facts: Facts): readonly Problem[] | Promise<readonly Problem[]>;
}

/** A rule: what is said about it, and its check. */
export type Rule = SourceRule | PackageRule;
