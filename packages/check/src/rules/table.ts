/** Every rule by its id. The page of rules, SARIF, `--list-rules` and guides for authors are printed from this table. */

import { described } from './package/described.ts';
import { hostPeers } from './package/host-peers.ts';
import { hostRange } from './package/host-range.ts';
import { keyword } from './package/keyword.ts';
import { lifecycleScripts } from './package/lifecycle-scripts.ts';
import { loads } from './package/loads.ts';
import { manifest } from './package/manifest.ts';
import { nameConflict } from './package/name-conflict.ts';
import { packageSize } from './package/package-size.ts';
import { packed } from './package/packed.ts';
import { registryEntry } from './package/registry-entry.ts';
import type { Rule, RuleText } from './rule.ts';
import { apiMemberUnknown } from './source/api-member-unknown.ts';
import { blockReason } from './source/block-reason.ts';
import { blockUnexplained } from './source/block-unexplained.ts';
import { commandArgs } from './source/command-args.ts';
import { defaultExport } from './source/default-export.ts';
import { eventUnknown } from './source/event-unknown.ts';
import { flagInFactory } from './source/flag-in-factory.ts';
import { flagUnknown } from './source/flag-unknown.ts';
import { guardThrows } from './source/guard-throws.ts';
import { hookUnknown } from './source/hook-unknown.ts';
import { modStateJson } from './source/mod-state-json.ts';
import { onDecides } from './source/on-decides.ts';
import { processListener } from './source/process-listener.ts';
import { promptUnstable } from './source/prompt-unstable.ts';
import { setStatusText } from './source/set-status-text.ts';
import { syntax } from './source/syntax.ts';
import { textDeltaAsync } from './source/text-delta-async.ts';
import { timerOutlivesMod } from './source/timer-outlives-mod.ts';
import { toolReadOnly } from './source/tool-read-only.ts';
import { toolRunInput } from './source/tool-run-input.ts';
import { transformInputResult } from './source/transform-input-result.ts';
import { transformInputString } from './source/transform-input-string.ts';
import { types } from './source/types.ts';

/** All rules, in the order in which they are explained. */
export const RULES = {
  syntax,
  types,
  'default-export': defaultExport,
  'hook-unknown': hookUnknown,
  'event-unknown': eventUnknown,
  'api-member-unknown': apiMemberUnknown,
  'transform-input-string': transformInputString,
  'transform-input-result': transformInputResult,
  'tool-run-input': toolRunInput,
  'tool-read-only': toolReadOnly,
  'set-status-text': setStatusText,
  'block-reason': blockReason,
  'block-unexplained': blockUnexplained,
  'command-args': commandArgs,
  'flag-unknown': flagUnknown,
  'flag-in-factory': flagInFactory,
  'on-decides': onDecides,
  'timer-outlives-mod': timerOutlivesMod,
  'process-listener': processListener,
  'mod-state-json': modStateJson,
  'prompt-unstable': promptUnstable,
  'text-delta-async': textDeltaAsync,
  'guard-throws': guardThrows,
  manifest,
  packed,
  loads,
  'host-range': hostRange,
  'host-peers': hostPeers,
  'lifecycle-scripts': lifecycleScripts,
  'name-conflict': nameConflict,
  'registry-entry': registryEntry,
  keyword,
  described,
  'package-size': packageSize,
} as const satisfies Readonly<Record<string, Rule>>;

/** The id of a rule. */
export type RuleId = keyof typeof RULES;

/** All ids, in the table's order. */
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES) as RuleId[];

/** A rule by its id. */
export function ruleOf(id: RuleId): Rule {
  return RULES[id];
}

/** What the table says about every rule, as plain data. */
export function describeRules(): readonly (RuleText & { readonly id: RuleId })[] {
  return RULE_IDS.map((id) => {
    const { check: _check, ...text } = ruleOf(id);
    return { id, ...text };
  });
}

/** Where a rule is explained, from the root of the repository. */
export function ruleDocs(id: RuleId): string {
  return `docs/check.md#${id}`;
}
