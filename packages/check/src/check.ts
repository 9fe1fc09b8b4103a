/** A check: find the target, ask every rule, and bring what they found into one list. */

import { readFileSync } from 'node:fs';
import { Facts, type World } from './facts/facts.ts';
import { type Finding, findingOf } from './finding.ts';
import { packAndLoad } from './pack/pack.ts';
import type { Problem } from './problem.ts';
import type { Rule } from './rules/rule.ts';
import { RULE_IDS, type RuleId, ruleOf } from './rules/table.ts';
import { splitIgnored } from './suppress.ts';
import { findTarget, type Target } from './target.ts';
import { withoutEchoes } from './type-echoes.ts';

/** How to check. */
export interface CheckOptions extends World {
  /** Only these rules; all when left out. */
  readonly rules?: readonly RuleId[];
  /** Whether the mods are imported, in a process of their own; true when left out. */
  readonly load?: boolean;
}

/** What came of a check. */
export interface CheckResult {
  readonly target: Target;
  /** Whether its package.json says that it is not for publishing. */
  readonly isPrivate: boolean;
  /** By file and place, errors before warnings where they stand together. */
  readonly findings: readonly Finding[];
  /** Faults that a comment with a reason lets stand. */
  readonly ignored: readonly Finding[];
}

/** Rules for which the package has to be packed. */
const PACKING: readonly RuleId[] = ['packed', 'loads', 'package-size'];

/**
 * Checks a mod, a folder of mods or a package. Nothing of it runs but, unless `load` is false, the import of its mods.
 *
 * @throws ModError when there is nothing at the path, or nothing that could be a mod
 */
export async function checkTarget(path: string, options: CheckOptions): Promise<CheckResult> {
  const { rules = RULE_IDS, load = true, ...world } = options;
  const target = await findTarget(path, world.cwd);
  const isPacking = isPackable(target);
  const isLoading = load && rules.includes('loads');
  const isAsked = PACKING.some((id) => rules.includes(id)) && (isLoading || isPacking);
  let packing: ReturnType<typeof packAndLoad> | undefined;
  const pack = () => {
    packing ??= packAndLoad(target, { isPacking, isLoading });
    return packing;
  };
  const facts = new Facts(target, world, isAsked ? pack : undefined);
  // Another process does it while this one is busy with types.
  void facts.packed();

  const problems: { readonly id: RuleId; readonly problem: Problem }[] = [];
  for (const id of rules) {
    const rule = ruleOf(id);
    for (const problem of await ask(id, rule, facts)) problems.push({ id, problem });
  }
  const told = problems.some(({ id }) => id === 'types')
    ? withoutEchoes(problems, await facts.source())
    : problems;
  const findings = told.map(({ id, problem }) => findingOf(id, problem));
  const isPrivate = facts.packageJson?.content.private === true;
  return { target, isPrivate, ...splitIgnored(findings.sort(byPlace)) };
}

/** npm packs nothing without a name and a version; mods in such a folder are loaded from where they are. */
function isPackable({ packageJson }: Target): boolean {
  if (packageJson === undefined) return false;
  try {
    const { name, version } = JSON.parse(readFileSync(packageJson, 'utf8').replace(/^\ufeff/, ''));
    return typeof name === 'string' && typeof version === 'string';
  } catch (error) {
    // A manifest that is no JSON has a finding of its own.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function ask(id: RuleId, rule: Rule, facts: Facts): Promise<readonly Problem[]> {
  if (rule.group === 'package') return rule.check(facts);
  if (facts.target.mods.length === 0) return [];
  if (id !== 'syntax' && (await facts.isBroken())) return [];
  try {
    return rule.check(await facts.source(), facts);
  } catch (error) {
    // The stack holds so much, of the compiler's own walks too.
    if (!(error instanceof RangeError)) throw error;
    const [first] = facts.target.mods;
    const at = { file: first?.realFile ?? facts.target.root, start: 0, end: 1 };
    return [
      { at, message: 'The mod is nested too deeply for this rule to look at it.', severity: 'warning' },
    ];
  }
}

function byPlace(one: Finding, other: Finding): number {
  const { file, start } = one.problem.at;
  const there = other.problem.at;
  if (file !== there.file) return file < there.file ? -1 : 1;
  if (start !== there.start) return start - there.start;
  return one.severity === other.severity ? 0 : one.severity === 'error' ? -1 : 1;
}
