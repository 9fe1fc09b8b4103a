/** `new Proxy(target, handler)`: the target itself, and an object whose members are what the traps give. */

import { UNKNOWN } from '../facts/code.ts';
import { inherit, loadMember, storeNamed } from './members.ts';
import type { Program } from './program.ts';
import type { CallRecord, ObjectValue } from './values.ts';

const handlers = new WeakMap<ObjectValue, number>();

/** The slot of the handler, where an object is a proxy. */
export function handlerOf(object: ObjectValue): number | undefined {
  return handlers.get(object);
}

/** See the head of this file. */
export function makeProxy(program: Program, record: CallRecord): void {
  const [target = UNKNOWN, handler = UNKNOWN] = record.list;
  program.edge(target, record.to);
  if (handler <= UNKNOWN || !program.once(record, 'proxy')) return;
  const made = program.objectOf(record, 'made', false);
  handlers.set(made, handler);
  program.add(record.to, made);
  const written = program.slotOf(record, 'written');
  program.edge(made.allFields, written);
  program.onValue(target, (value) => {
    inherit(program, made, value);
    if (value.kind === 'object') program.edge(value.allFields, written);
  });
  const given = program.slotOf(record, 'given');
  trap('get', [target, UNKNOWN, UNKNOWN], given);
  trap('set', [target, UNKNOWN, written, UNKNOWN], program.slotOf(record, 'set'));
  program.onValue(given, (value) => {
    if (!program.once(record, 'gives')) return;
    storeNamed(program, made, UNKNOWN, given, record);
    program.add(given, value);
  });

  function trap(name: string, list: readonly number[], to: number): void {
    const callee = program.slotOf(record, name);
    program.onValue(handler, (one) => loadMember(program, one, name, callee, record));
    program.addCall({ ...record, callee, base: handler, list, to, flags: 0, depth: record.depth + 1 });
  }
}
