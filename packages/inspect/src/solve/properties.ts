/** Functions that read, define and write the properties of values by name, and what these inherit from. */

import { UNKNOWN } from '../facts/code.ts';
import { FUNCTION_PROTOTYPE } from '../tables/globals.ts';
import type { Later } from './later.ts';
import { elementsOf, inherit, loadMember, storeMember, storeNamed } from './members.ts';
import { argument, type Native } from './native.ts';
import type { Program } from './program.ts';
import type { CallRecord, Value } from './values.ts';

/** Those functions by their path. */
export const PROPERTY_NATIVES: readonly (readonly [string, Native])[] = [
  ['Object.getOwnPropertyDescriptor', descriptor],
  ['Reflect.getOwnPropertyDescriptor', descriptor],
  ['Object.getPrototypeOf', prototype],
  ['Reflect.getPrototypeOf', prototype],
  ['Object.defineProperty', defineProperty],
  ['Reflect.defineProperty', defineProperty],
  ['Object.defineProperties', defineProperties],
  ['Object.setPrototypeOf', setPrototype],
  ['Reflect.setPrototypeOf', setPrototype],
  ['Reflect.set', set],
  ['Object.fromEntries', fromEntries],
];

function descriptor(program: Program, record: CallRecord, later: Later): void {
  const made = program.objectOf(record, 'made', false);
  if (!program.once(record, 'descriptor')) return;
  const value = program.slotOf(record, 'value');
  later.loadLater(argument(record, 0), argument(record, 1), value, record);
  storeMember(program, made, 'value', value, record);
  program.add(record.to, made);
}

function prototype(program: Program, record: CallRecord): void {
  if (!program.once(record, 'prototype')) return;
  program.onValue(argument(record, 0), (value) => {
    if (value.kind === 'function' || value.kind === 'class')
      program.add(record.to, program.builtin(FUNCTION_PROTOTYPE, record));
    else program.add(record.to, value);
  });
}

/** `Object.defineProperty(target, name, {value})`, or with `{get}`. */
function defineProperty(program: Program, record: CallRecord): void {
  program.edge(argument(record, 0), record.to);
  if (!program.once(record, 'define')) return;
  const value = valueOfDescriptor(program, record, argument(record, 2));
  program.onValue(argument(record, 0), (target) =>
    storeInto(program, target, argument(record, 1), value, record),
  );
}

/** `Object.defineProperties(target, descriptors)`: which of them is which is not looked at. */
function defineProperties(program: Program, record: CallRecord): void {
  program.edge(argument(record, 0), record.to);
  if (!program.once(record, 'define')) return;
  const value = valueOfDescriptor(program, record, elementsOf(program, argument(record, 1)));
  program.onValue(argument(record, 0), (target) => storeInto(program, target, UNKNOWN, value, record));
}

/** What a property descriptor holds, or its getter gives. */
function valueOfDescriptor(program: Program, record: CallRecord, descriptor: number): number {
  const value = program.slotOf(record, 'value');
  const getter = program.slotOf(record, 'getter');
  program.onValue(descriptor, (one) => {
    loadMember(program, one, 'value', value, record);
    loadMember(program, one, 'get', getter, record);
  });
  program.addCall({
    ...record,
    callee: getter,
    base: UNKNOWN,
    list: [],
    to: value,
    flags: 0,
    depth: record.depth + 1,
  });
  return value;
}

/** `Reflect.set(target, name, value)` */
function set(program: Program, record: CallRecord): void {
  if (!program.once(record, 'set')) return;
  program.onValue(argument(record, 0), (target) =>
    storeInto(program, target, argument(record, 1), argument(record, 2), record),
  );
}

function storeInto(program: Program, target: Value, key: number, value: number, record: CallRecord): void {
  const object = target.kind === 'class' ? target.statics : target;
  if (object.kind === 'object') storeNamed(program, object, key, value, record);
}

/** `Object.fromEntries(pairs)` */
function fromEntries(program: Program, record: CallRecord): void {
  const made = program.objectOf(record, 'made', false);
  program.add(record.to, made);
  if (!program.once(record, 'pairs')) return;
  const key = program.slotOf(record, 'key');
  const value = program.slotOf(record, 'value');
  program.onValue(elementsOf(program, argument(record, 0)), (pair) => {
    loadMember(program, pair, '0', key, record);
    loadMember(program, pair, '1', value, record);
  });
  storeNamed(program, made, key, value, record);
}

/** What another value inherits from is there in it too. */
function setPrototype(program: Program, record: CallRecord): void {
  program.edge(argument(record, 0), record.to);
  if (!program.once(record, 'prototype')) return;
  program.onValue(argument(record, 0), (target) => {
    if (target.kind === 'object')
      program.onValue(argument(record, 1), (parent) => inherit(program, target, parent));
  });
}
