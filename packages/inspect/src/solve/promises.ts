/** Promises: what is resolved or rejected flows to where it is awaited. */

import { NOTHING, UNKNOWN } from '../facts/code.ts';
import { elementsOf, storeAny, storeMember } from './members.ts';
import { argument, type Native } from './native.ts';
import type { Program } from './program.ts';
import type { FunctionValue } from './values.ts';

/** `Promise.allSettled(list)`: `{value}` and `{reason}` for each. */
export const settled: Native = (program, record) => {
  const one = program.objectOf(record, 'one', false);
  const value = elementsOf(program, argument(record, 0));
  storeMember(program, one, 'value', value, record);
  storeMember(program, one, 'reason', value, record);
  const holder = program.slotOf(record, 'holder');
  program.add(holder, one);
  const list = program.objectOf(record, 'made', true);
  storeAny(program, list, holder);
  program.add(record.to, list);
};

/** A function that lets its argument flow into a slot, as `resolve` does. */
function resolver(program: Program, to: number): FunctionValue {
  return {
    kind: 'function',
    parameters: [to],
    restIndex: -1,
    thisSlot: NOTHING,
    argumentsSlot: NOTHING,
    returned: program.slot(),
    isBound: true,
  };
}

/** `new Promise((resolve, reject) => ...)` */
export const promise: Native = (program, record) => {
  if (!program.once(record, 'promise')) return;
  const resolve = program.slotOf(record, 'resolve');
  program.add(resolve, resolver(program, record.to));
  program.addCall({
    ...record,
    callee: argument(record, 0),
    base: UNKNOWN,
    list: [resolve, resolve],
    to: program.slotOf(record, 'answer'),
    flags: 0,
    depth: record.depth + 1,
  });
};

/** `Promise.withResolvers()` */
export const resolvers: Native = (program, record) => {
  if (!program.once(record, 'resolvers')) return;
  const made = program.objectOf(record, 'made', false);
  const value = program.slotOf(record, 'value');
  const resolve = program.slotOf(record, 'resolve');
  program.add(resolve, resolver(program, value));
  storeMember(program, made, 'promise', value, record);
  storeMember(program, made, 'resolve', resolve, record);
  storeMember(program, made, 'reject', resolve, record);
  program.add(record.to, made);
};
