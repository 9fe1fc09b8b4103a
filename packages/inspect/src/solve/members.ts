/** Reading and writing members of values. */

import { UNKNOWN } from '../facts/code.ts';
import { type Capability, memberOf } from '../tables/capability.ts';
import { CONSTRUCTOR, FUNCTION } from '../tables/globals.ts';
import { EXTERNAL } from '../tables/host.ts';
import type { Program } from './program.ts';
import type { ObjectValue, Place, Value } from './values.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Any value may be what a promise resolves to, since `await` and promises are seen through. */
const PROMISE_METHODS = words('then catch finally');
const FUNCTION_METHODS = words('then catch finally bind call apply');
/** Of arrays, maps, sets and iterators. */
const CONTAINER_METHODS =
  words(`then catch finally forEach map filter find findLast some every flatMap flat reduce reduceRight sort at pop shift
  push unshift concat slice splice reverse toReversed toSorted with fill get set add values entries next`);

/** Lets the member of a value flow into a slot. */
export function loadMember(program: Program, value: Value, name: string, to: number, place: Place): void {
  switch (value.kind) {
    case 'object': {
      const isMethod = (value.isArray ? CONTAINER_METHODS : PROMISE_METHODS).has(name);
      program.edge(fieldSlot(program, value, name, place), to);
      // What lies in a list is no method of it.
      if (!(isMethod && value.isArray)) program.edge(value.anyField, to);
      if (isMethod) program.add(to, method(name, value));
      return;
    }
    case 'class':
      loadMember(program, value.statics, name, to, place);
      if (name === 'prototype') program.edge(value.instance, to);
      if (name === 'constructor') program.add(to, program.builtin(FUNCTION, place));
      return;
    case 'builtin':
      loadCapability(program, value, name, to, place);
      return;
    case 'method':
      // Methods of methods of methods lead nowhere new.
      if (value.self.kind === 'method') return;
      if (FUNCTION_METHODS.has(name)) program.add(to, method(name, value));
      return;
    case 'function':
    case 'bound':
      if (name === 'constructor') program.add(to, program.builtin(FUNCTION, place));
      else if (FUNCTION_METHODS.has(name)) program.add(to, method(name, value));
  }
}

function loadCapability(
  program: Program,
  value: Extract<Value, { kind: 'builtin' }>,
  name: string,
  to: number,
  place: Place,
): void {
  const { capability, origin } = value;
  // Of another package, every member is one more thing of that package.
  if (name === 'default' || name === 'module.exports' || capability === EXTERNAL) {
    program.add(to, value);
    return;
  }
  const member = memberOf(capability, name);
  if (member) {
    origin.isNarrowed = true;
    program.add(to, program.builtin(member, place));
  } else if (FUNCTION_METHODS.has(name)) {
    program.add(to, method(name, value));
  } else if (isNamespace(capability)) {
    origin.isNarrowed = true;
    // Every name of the environment is one that is read.
    if (capability.path === 'process.env') program.add(to, program.builtin(environmentVariable(name), place));
  }
  if (name === 'constructor' && capability !== CONSTRUCTOR) program.add(to, program.builtin(FUNCTION, place));
}

/** `process.env.NAME` */
function environmentVariable(name: string): Capability {
  return { ...ENVIRONMENT_VARIABLE, path: `process.env.${name}` };
}

const ENVIRONMENT_VARIABLE: Capability = {
  path: 'process.env.',
  reach: ['env'],
  on: 'read',
  members: new Map(),
  whole: [],
  isOpen: false,
  isInert: false,
};

/** Whether a capability is there for its members. */
export function isNamespace(capability: Capability): boolean {
  return capability.members.size > 0 || capability.rest !== undefined || capability.whole.length > 0;
}

const methods = new WeakMap<Value, Map<string, Value>>();

function method(name: string, self: Value): Value {
  let byName = methods.get(self);
  if (!byName) {
    byName = new Map();
    methods.set(self, byName);
  }
  let known = byName.get(name);
  if (!known) {
    known = { kind: 'method', name, self };
    byName.set(name, known);
  }
  return known;
}

/** The slot of an object's member; `place` is where it is read, if it is. */
export function fieldSlot(
  program: Program,
  object: ObjectValue,
  name: string,
  place: Place = object.place,
): number {
  const known = object.fields.get(name);
  if (known !== undefined) return known;
  const slot = program.slot();
  object.fields.set(name, slot);
  program.edge(slot, object.allFields);
  for (const parent of object.parents ?? []) loadMember(program, parent, name, slot, place);
  return slot;
}

/** Lets a slot flow into a member of an object. */
export function storeMember(
  program: Program,
  object: ObjectValue,
  name: string,
  value: number,
  place: Place,
): void {
  program.edge(value, fieldSlot(program, object, name));
  const places = object.writes.get(name);
  if (!places) object.writes.set(name, [place]);
  else if (!places.some((one) => one.file === place.file && one.pos === place.pos)) places.push(place);
}

/** Lets a slot flow into a member whose name does not matter or is not known. */
export function storeAny(program: Program, object: ObjectValue, value: number): void {
  program.edge(value, object.anyField);
  program.edge(object.anyField, object.allFields);
}

/** Lets a slot flow into a member whose name another slot holds. */
export function storeNamed(
  program: Program,
  object: ObjectValue,
  key: number,
  value: number,
  place: Place,
): void {
  storeAny(program, object, value);
  object.computed ??= [];
  object.computed.push({ key, value, place });
}

/** Makes every member of one value a member of an object too. */
export function inherit(program: Program, object: ObjectValue, parent: Value): void {
  if (parent === object || object.parents?.has(parent)) return;
  object.parents ??= new Set();
  object.parents.add(parent);
  for (const [name, slot] of object.fields) loadMember(program, parent, name, slot, object.place);
  if (parent.kind !== 'object') return;
  program.edge(parent.anyField, object.anyField);
  program.edge(object.anyField, object.allFields);
  program.edge(parent.allFields, object.allFields);
}

const elementSlots = new WeakMap<Program, Map<number, number>>();

/** A slot with every element of what a slot holds; the same slot each time. */
export function elementsOf(program: Program, slot: number): number {
  let known = elementSlots.get(program);
  if (!known) {
    known = new Map();
    elementSlots.set(program, known);
  }
  let elements = known.get(slot);
  if (elements === undefined) {
    const made = program.slot();
    elements = made;
    known.set(slot, made);
    program.onValue(slot, (value) => addElements(program, value, made));
  }
  return elements;
}

/** So many arguments of a spread list are told apart; what follows them is looked at as one. */
const TOLD_APART = 4;

const placedSlots = new WeakMap<Program, Map<string, number>>();

/** Arguments by position: those that are spread are taken out of their lists. The same slots each time. */
export function placedArguments(program: Program, list: readonly number[]): readonly number[] {
  if (!list.some((slot) => slot < 0)) return list;
  return list.flatMap((slot) => {
    if (slot >= 0) return [slot];
    if (-slot <= UNKNOWN) return [UNKNOWN];
    const placed = Array.from({ length: TOLD_APART }, (_, index) => elementAt(program, -slot, index));
    return [...placed, elementsOf(program, -slot)];
  });
}

/** A slot with the element of a list at a position, as far as lists know theirs. */
function elementAt(program: Program, slot: number, index: number): number {
  let known = placedSlots.get(program);
  if (!known) {
    known = new Map();
    placedSlots.set(program, known);
  }
  const key = `${slot}:${index}`;
  const placed = known.get(key);
  if (placed !== undefined) return placed;
  const made = program.slot();
  known.set(key, made);
  program.onValue(slot, (value) => {
    if (value.kind === 'object') {
      program.edge(fieldSlot(program, value, String(index)), made);
      program.edge(value.anyField, made);
    } else program.add(made, value);
  });
  return made;
}

/** Lets every element of a value flow into a slot. What is not a container stands for itself. */
export function addElements(program: Program, value: Value, to: number): void {
  if (value.kind === 'object') {
    program.edge(value.anyField, to);
    program.edge(value.allFields, to);
  } else program.add(to, value);
}
