/** Methods that every function, promise, array, map or set has. */

import { UNKNOWN } from '../facts/code.ts';
import { addElements, storeAny } from './members.ts';
import type { Program } from './program.ts';
import type { BoundValue, CallRecord, MethodValue, ObjectValue, Value } from './values.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const CALLBACKS = words('forEach map filter find findLast some every flatMap sort');
const SAME = words(
  'filter concat slice splice reverse toReversed sort toSorted with flat values entries add set fill catch finally',
);
const ONE = words('find findLast at pop shift get next');
const ADDING = words('push unshift add concat fill');

/** Lets a method of a value do what it does. */
export function callMethod(program: Program, record: CallRecord, { name, self }: MethodValue): void {
  const [first = UNKNOWN, ...others] = record.list;
  switch (name) {
    case 'bind':
      program.add(record.to, bound(record, self, others));
      receive(program, self, first);
      return;
    case 'call':
      receive(program, self, first);
      callSelf(program, record, self, others, first);
      return;
    case 'apply': {
      receive(program, self, first);
      const list = others[0] ?? UNKNOWN;
      callSelf(program, record, self, list > UNKNOWN ? [-list] : [], first);
      return;
    }
    case 'then':
      program.add(program.slotOf(record, 'resolved'), self);
      if (program.once(record, 'then'))
        program.addCall({
          ...implied(record, first),
          list: [program.slotOf(record, 'resolved')],
          to: record.to,
        });
      program.add(record.to, self);
      return;
  }
  if (self.kind === 'object') onContainer(program, record, name, self, first, others);
  else if (SAME.has(name)) program.add(record.to, self);
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
  const elements = program.slotOf(record, 'elements');
  addElements(program, self, elements);
  if (ONE.has(name)) giveDeep(program, record, elements);
  if (!program.once(record, name)) return;
  if (name === 'reduce' || name === 'reduceRight') {
    program.edge(others[0] ?? UNKNOWN, record.to);
    program.addCall({ ...implied(record, first), list: [record.to, elements], to: record.to });
  } else if (CALLBACKS.has(name)) {
    const result = program.slotOf(record, 'result');
    program.addCall({ ...implied(record, first), list: [elements], to: result });
    if (name !== 'map' && name !== 'flatMap') return;
    const made = program.objectOf(record, 'made', true);
    storeAny(program, made, result);
    program.add(record.to, made);
  }
}

/** Elements, and the elements of those: the entries of a map are pairs. */
function giveDeep(program: Program, record: CallRecord, elements: number): void {
  if (!program.once(record, 'deep')) return;
  program.onValue(elements, (value) => {
    program.add(record.to, value);
    if (value.kind === 'object' && value.isArray) addElements(program, value, record.to);
  });
}

/** A call that the code does not write but causes. */
function implied(record: CallRecord, callee: number): CallRecord {
  return { ...record, callee, base: UNKNOWN, flags: 0, depth: record.depth + 1 };
}

/** Calls a value with other arguments: the same call, by another way. */
function callSelf(
  program: Program,
  record: CallRecord,
  self: Value,
  list: readonly number[],
  base: number,
): void {
  const callee = program.slotOf(record, 'self');
  if (program.once(record, 'self called'))
    program.addCall({ ...record, callee, base, list, flags: 0, depth: record.depth + 1 });
  program.add(callee, self);
}

const boundBy = new WeakMap<CallRecord, Map<Value, BoundValue>>();

/** One value for each function that a call binds, however often it is bound again. */
function bound(record: CallRecord, self: Value, fixed: readonly number[]): BoundValue {
  const target = self.kind === 'bound' ? self.target : self;
  let known = boundBy.get(record);
  if (!known) {
    known = new Map();
    boundBy.set(record, known);
  }
  let value = known.get(target);
  if (!value) {
    value = { kind: 'bound', target, fixed: self.kind === 'bound' ? [...self.fixed, ...fixed] : fixed };
    known.set(target, value);
  }
  return value;
}

/** What a function is bound to is its `this`, and no use of the whole. */
function receive(program: Program, self: Value, receiver: number): void {
  if (self.kind === 'builtin')
    program.onValue(receiver, (value) => {
      if (value.kind === 'builtin') value.origin.isNarrowed = true;
    });
  if (self.kind === 'function' && !self.isBound && receiver > UNKNOWN) program.edge(receiver, self.thisSlot);
}
