/** Hooks, and the two kinds of reach that lie in a hook: answering permission prompts and rewriting the transcript. */

import { HOOKS, type HookName } from '@cmd-mods/mod-api';
import type { ObjectValue, Place } from '../solve/values.ts';
import type { Reach } from '../tables/capability.ts';
import type { Facts, Findings, Rule } from './rule.ts';

const REACH_OF_HOOK: Readonly<Partial<Record<HookName, Reach>>> = {
  onPermissionRequest: 'permission',
  transformMessage: 'transcript',
  transformTextDelta: 'transcript',
};

/** See the head of this file. */
export const hooks: Rule = (facts, findings) => {
  for (const use of facts.solution.uses) {
    if (use.capability.path !== 'cmd.hooks' || !use.call) continue;
    const [list] = use.call.list;
    if (list === undefined) continue;
    const objects = facts.solution.objects(Math.abs(list));
    for (const object of objects) hooksOf(object, facts, findings, new Set());
    if (objects.length === 0) unnamed(use, facts, findings);
  }
};

function hooksOf(object: ObjectValue, facts: Facts, findings: Findings, seen: Set<ObjectValue>): void {
  if (seen.has(object)) return;
  seen.add(object);
  for (const [name, places] of object.writes)
    for (const place of places) named(name, place, false, facts, findings);
  for (const { key, place } of object.computed ?? []) {
    const { values, isComplete } = facts.solution.constants(key);
    for (const name of values) named(String(name), place, true, facts, findings);
    if (!isComplete) unnamed(place, facts, findings);
  }
  for (const parent of object.parents ?? []) {
    if (parent.kind === 'object') hooksOf(parent, facts, findings, seen);
    else if (parent.kind === 'builtin') unnamed(object.place, facts, findings);
  }
}

function named(name: string, place: Place, isComputed: boolean, facts: Facts, findings: Findings): void {
  if (!isHook(name)) {
    if (name !== 'id') findings.note(`${words(facts, place)}: '${name}' is no hook`);
    return;
  }
  findings.hook({
    name,
    mode: HOOKS[name].mode,
    ...facts.position(place),
    ...(isComputed ? { computed: true } : {}),
  });
  const kind = REACH_OF_HOOK[name];
  if (kind) findings.reach(kind, place, name);
}

/** Hooks of which only run time knows the names can be any: the report says so, and calls it dynamic. */
function unnamed(place: Place, facts: Facts, findings: Findings): void {
  findings.hook({ name: '*', mode: 'gates', ...facts.position(place), computed: true });
  findings.reach('dynamic', place, 'hooks whose names only run time knows');
}

function isHook(name: string): name is HookName {
  return Object.hasOwn(HOOKS, name);
}

function words(facts: Facts, place: Place): string {
  const { file, line, column } = facts.position(place);
  return `${file}:${line}:${column}`;
}
