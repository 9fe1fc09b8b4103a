/** Methods that every function, promise, array, map or set has. */

import { UNKNOWN } from '../facts/code.ts';
import { addElements, storeAny } from './members.ts';
import type { Program } from './program.ts';
import type { CallRecord, MethodValue, ObjectValue, Value } from './values.ts';

const CALLBACKS: ReadonlySet<string> = new Set(
  'forEach map filter find findLast some every flatMap sort'.split(' '),
);
const SAME: ReadonlySet<string> = new Set(
  'filter concat slice splice reverse toReversed sort toSorted with flat values entries add set fill catch finally'.split(
    ' ',
  ),
);
const ONE: ReadonlySet<string> = new Set('find findLast at pop shift get next'.split(' '));
const ADDING: ReadonlySet<string> = new Set('push unshift add concat fill'.split(' '));

/** Lets a method of a value do what it does. */
export function callMethod(program: Program, record: CallRecord, { name, self }: MethodValue): void {
  const [first = UNKNOWN, ...others] = record.list;
  switch (name) {
    case 'bind':
      program.add(record.to, { kind: 'bound', target: self, fixed: others });
      receive(program, self, first);
      return;
    case 'call':
      callWith(program, record, self, others, first);
      return;
    case 'apply':
      callWith(
        program,
        record,
        self,
        others[0] === undefined || others[0] <= UNKNOWN ? [] : [-others[0]],
        first,
      );
      return;
    case 'then':
      callWith(program, { ...record, callee: first }, undefined, [holding(program, self)], UNKNOWN);
      program.add(record.to, self);
      return;
  }
  if (self.kind !== 'object') {
    if (SAME.has(name)) program.add(record.to, self);
    return;
  }
  onContainer(program, record, name, self, first, others);
}

function onContainer(
  program: Program,
  record: CallRecord,
  name: string,
  self: ObjectValue,
  first: number,
  others: readonly number[],
): void {
  if (SAME.has(name)) program.add(record.to, self);
  if (ADDING.has(name))
    for (const slot of [first, ...others]) if (slot > UNKNOWN) storeAny(program, self, slot);
  if (name === 'set' && others[0] !== undefined) storeAny(program, self, others[0]);
  if (ONE.has(name)) program.edge(deepElements(program, self), record.to);
  if (name === 'reduce' || name === 'reduceRight') {
    const initial = others[0] ?? UNKNOWN;
    const made = program.slot();
    program.edge(initial, made);
    program.addCall({
      ...record,
      callee: first,
      base: UNKNOWN,
      list: [made, holdingElements(program, self)],
      to: made,
      flags: 0,
      isImplied: true,
    });
    program.edge(made, record.to);
    return;
  }
  if (!CALLBACKS.has(name)) return;
  const result = program.slot();
  program.addCall({
    ...record,
    callee: first,
    base: UNKNOWN,
    list: [holdingElements(program, self)],
    to: result,
    flags: 0,
    isImplied: true,
  });
  if (name === 'map' || name === 'flatMap') {
    const made = program.object(true, record);
    storeAny(program, made, result);
    program.add(record.to, made);
  }
}

/** Calls a value with other arguments. */
function callWith(
  program: Program,
  record: CallRecord,
  self: Value | undefined,
  list: readonly number[],
  base: number,
): void {
  const callee = self ? holding(program, self) : record.callee;
  program.addCall({ ...record, callee, base, list, flags: 0, isImplied: self === undefined });
}

function receive(program: Program, self: Value, receiver: number): void {
  if (self.kind === 'function' && !self.isArrow && receiver > UNKNOWN) program.edge(receiver, self.thisSlot);
}

/** A slot that holds one value. */
function holding(program: Program, value: Value): number {
  const slot = program.slot();
  program.add(slot, value);
  return slot;
}

function holdingElements(program: Program, self: ObjectValue): number {
  const slot = program.slot();
  addElements(program, self, slot);
  return slot;
}

/** Elements, and the elements of those: the entries of a map are pairs. */
function deepElements(program: Program, self: ObjectValue): number {
  const slot = holdingElements(program, self);
  const deep = program.slot();
  program.edge(slot, deep);
  program.onValue(slot, (value) => {
    if (value.kind === 'object' && value.isArray) addElements(program, value, deep);
  });
  return deep;
}
