/** Reads the settled program: every use of a capability, once. */

import { Op, UNKNOWN } from '../facts/code.ts';
import { EXTERNAL } from '../tables/host.ts';
import { fold } from './fold.ts';
import { placedArguments } from './members.ts';
import { isFollowed } from './natives.ts';
import { globalSlot, type Program } from './program.ts';
import type { ModuleUse, Solution, Use } from './uses.ts';
import type { BuiltinValue, CallRecord, ObjectValue, Value } from './values.ts';

/** The answers that rules ask for. */
export function solutionOf(
  program: Program,
  modules: readonly ModuleUse[],
  others: readonly Use[],
): Solution {
  const uses = new Map<string, Use>();
  const note = (use: Use): void => {
    const key = `${use.file}:${use.pos}:${use.how}:${use.capability.path}`;
    if (!uses.has(key)) uses.set(key, use);
  };
  for (const call of program.calls)
    for (const callee of program.valuesOf(call.callee)) noteCall(program, call, callee, note);
  noteEscapes(program, note);
  noteReads(program, note);
  others.forEach(note);
  return {
    files: program.files,
    uses: [...uses.values()],
    modules,
    constants: (slot) => fold(program, slot),
    objects: (slot) => objectsIn(program, slot),
    isFunction: (slot) =>
      [...program.valuesOf(slot)].some(({ kind }) => kind === 'function' || kind === 'bound'),
    member: (slot, name) => objectsIn(program, slot).flatMap((object) => memberSlots(program, object, name)),
  };
}

function noteCall(program: Program, call: CallRecord, callee: Value, note: (use: Use) => void): void {
  if (callee.kind === 'bound')
    noteCall(program, { ...call, list: [...callee.fixed, ...call.list] }, callee.target, note);
  if (callee.kind !== 'builtin') return;
  const { reach, whole, gives } = callee.capability;
  // A namespace is no function: what is called is some member that was taken out of it.
  const isMember = callee.origin.isModule && reach.length === 0 && whole.length > 0 && gives === undefined;
  note({
    file: call.file,
    pos: call.pos,
    how: isMember ? 'whole' : 'call',
    capability: callee.capability,
    call: { ...call, list: placedArguments(program, call.list) },
    origin: callee.origin,
  });
}

/** What was taken hold of and not called or taken apart. */
function noteReads(program: Program, note: (use: Use) => void): void {
  for (const origin of program.origins) {
    if (origin.isCalled || origin.isNarrowed) continue;
    const { capability } = origin;
    if (origin.isModule && capability.whole.length > 0)
      note({ file: origin.file, pos: origin.pos, how: 'whole', capability });
    else if (capability.on === 'read' && capability.reach.length > 0)
      note({ file: origin.file, pos: origin.pos, how: 'read', capability });
  }
}

/** Whole namespaces that are handed to a function which cannot be followed. */
function noteEscapes(program: Program, note: (use: Use) => void): void {
  for (const file of program.files) {
    const { code } = file.facts;
    for (let offset = 0; offset < code.length; offset += code[offset + 1] ?? 1) {
      if (code[offset] !== Op.Call) continue;
      const count = code[offset + 7] ?? 0;
      for (let index = 0; index < count; index += 1) {
        const slot = globalSlot(file, Math.abs(code[offset + 8 + index] ?? 0));
        if (slot <= UNKNOWN || !program.hasValues(slot)) continue;
        const whole = [...program.valuesOf(slot)].filter(
          (value) => value.kind === 'builtin' && value.capability.whole.length > 0,
        ) as BuiltinValue[];
        if (whole.length === 0) continue;
        const sinks = sinksOf(program, globalSlot(file, code[offset + 3] ?? 0));
        if (sinks === 'none') continue;
        for (const { capability, origin } of whole) {
          const how = sinks === 'external' && capability.path === 'cmd' ? 'read' : 'whole';
          note({
            file: origin.file,
            pos: origin.pos === 0 ? (code[offset + 6] ?? 0) : origin.pos,
            how,
            capability,
          });
        }
      }
    }
  }
}

/** Where an argument goes: nowhere that is not followed, to another package, or out of sight. */
function sinksOf(program: Program, callee: number): 'none' | 'external' | 'unknown' {
  const values = [...program.valuesOf(callee)];
  if (values.length === 0) return 'unknown';
  let sinks: 'none' | 'external' | 'unknown' = 'none';
  for (const value of values) {
    if (value.kind !== 'builtin' || isFollowed(value)) continue;
    sinks = value.capability === EXTERNAL ? 'external' : 'unknown';
  }
  return sinks;
}

function objectsIn(program: Program, slot: number): ObjectValue[] {
  return [...program.valuesOf(slot)].filter((value) => value.kind === 'object');
}

/** The slots of a member in an object and in everything that it inherits from. */
export function memberSlots(
  program: Program,
  object: ObjectValue,
  name: string,
  seen: Set<ObjectValue> = new Set(),
): number[] {
  if (seen.has(object)) return [];
  seen.add(object);
  const slots: number[] = [];
  const own = object.fields.get(name);
  if (own !== undefined && object.writes.has(name)) slots.push(own);
  for (const { key, value } of object.computed ?? [])
    if (fold(program, key).values.includes(name)) slots.push(value);
  for (const parent of object.parents ?? [])
    if (parent.kind === 'object') slots.push(...memberSlots(program, parent, name, seen));
  return slots;
}
