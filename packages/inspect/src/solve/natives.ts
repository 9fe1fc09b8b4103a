/** What functions of Node, of the language and of the host do to the flow of values. */

import { CallFlag, UNKNOWN } from '../facts/code.ts';
import type { Capability } from '../tables/capability.ts';
import { FUNCTION_PROTOTYPE } from '../tables/globals.ts';
import { COMMAND_CONTEXT, EXTERNAL, TOOL_CALL } from '../tables/host.ts';
import { REQUIRE } from '../tables/modules.ts';
import type { HowAsked, Later } from './later.ts';
import { elementsOf, inherit, loadMember, storeAny, storeMember, storeNamed } from './members.ts';
import type { Program } from './program.ts';
import type { BuiltinValue, CallRecord, Value } from './values.ts';

type Native = (program: Program, record: CallRecord, later: Later, callee: BuiltinValue) => void;

const argument = (record: CallRecord, index: number): number => record.list[index] ?? UNKNOWN;

/** Answers its first argument. */
const same: Native = (program, record) => program.edge(Math.abs(argument(record, 0)), record.to);

/** Asks for the module or the file that the first argument names. */
function asks(how: HowAsked): Native {
  return (_program, record, later) => later.requireLater(argument(record, 0), record.to, record, how);
}

/** Hands a capability to a function that stands in a member of an argument. */
function hands(index: number, member: string, capability: Capability): Native {
  return (program, record) => {
    if (!program.once(record, 'hands')) return;
    const handler = program.slotOf(record, 'handler');
    const given = program.slotOf(record, 'given');
    program.add(given, program.builtin(capability, record));
    program.onValue(argument(record, index), (definition) =>
      loadMember(program, definition, member, handler, record),
    );
    const to = program.slotOf(record, 'answer');
    program.addCall({
      ...record,
      callee: handler,
      base: UNKNOWN,
      list: [given],
      to,
      flags: 0,
      depth: record.depth + 1,
    });
  };
}

/** An array or another container of what the arguments contain. */
const container: Native = (program, record) => {
  const made = program.objectOf(record, 'made', true);
  for (const slot of record.list)
    if (Math.abs(slot) > UNKNOWN) storeAny(program, made, elementsOf(program, Math.abs(slot)));
  program.add(record.to, made);
};

const entries: Native = (program, record) => {
  const pair = program.objectOf(record, 'pair', true);
  storeMember(program, pair, '1', elementsOf(program, Math.abs(argument(record, 0))), record);
  const list = program.objectOf(record, 'made', true);
  const holder = program.slotOf(record, 'holder');
  program.add(holder, pair);
  storeAny(program, list, holder);
  program.add(record.to, list);
};

const assign: Native = (program, record) => {
  if (!program.once(record, 'assign')) return;
  const made = program.objectOf(record, 'made', false);
  const target = Math.abs(argument(record, 0));
  program.add(record.to, made);
  program.edge(target, record.to);
  for (const slot of record.list)
    program.onValue(Math.abs(slot), (parent) => {
      inherit(program, made, parent);
      for (const value of program.valuesOf(target))
        if (value.kind === 'object') inherit(program, value, parent);
    });
};

const NATIVES: ReadonlyMap<string, Native> = new Map<string, Native>([
  ['require', asks('require')],
  ['module.require', asks('require')],
  ['module._load', asks('require')],
  ['process.getBuiltinModule', asks('builtin')],
  ['worker_threads.Worker', asks('worker')],
  ['Worker', asks('worker')],
  ['child_process.fork', asks('program')],
  [
    'module.createRequire',
    (program, record, _later, callee) => {
      program.add(record.to, { kind: 'builtin', capability: REQUIRE, origin: callee.origin });
    },
  ],
  ...[
    'util.promisify',
    'util.callbackify',
    'util.deprecate',
    'Object.freeze',
    'Object.seal',
    'Object.preventExtensions',
    'Promise.resolve',
    'structuredClone',
    'Proxy',
    'host.defineMod',
    'Object',
    'WeakRef',
  ].map((name) => [name, same] as const),
  ['Object.create', assign],
  ['Object.assign', assign],
  ['Object.getOwnPropertyDescriptors', assign],
  ['Object.values', container],
  ...[
    'Array.from',
    'Array.of',
    'Array',
    'Promise.all',
    'Promise.allSettled',
    'Promise.race',
    'Promise.any',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
  ].map((name) => [name, container] as const),
  [
    'Reflect.get',
    (_program, record, later) => later.loadLater(argument(record, 0), argument(record, 1), record.to, record),
  ],
  ['Object.getOwnPropertyDescriptor', descriptor],
  ['Reflect.getOwnPropertyDescriptor', descriptor],
  ['Object.entries', entries],
  ['Object.getPrototypeOf', prototype],
  ['Reflect.getPrototypeOf', prototype],
  ['Object.defineProperty', defineProperty],
  ['Reflect.defineProperty', defineProperty],
  ['Object.defineProperties', defineProperties],
  ['Object.setPrototypeOf', setPrototype],
  ['Reflect.setPrototypeOf', setPrototype],
  ['Reflect.set', set],
  ['Object.fromEntries', fromEntries],
  ['setTimeout', callsLater(2)],
  ['setInterval', callsLater(2)],
  ['setImmediate', callsLater(1)],
  ['queueMicrotask', callsLater(1)],
  ['process.nextTick', callsLater(1)],
  [
    'Reflect.apply',
    (program, record) => {
      if (!program.once(record, 'apply')) return;
      const list = argument(record, 2);
      program.addCall({
        ...record,
        callee: argument(record, 0),
        base: argument(record, 1),
        list: list > UNKNOWN ? [-list] : [],
        flags: 0,
      });
    },
  ],
  [
    'Reflect.construct',
    (program, record) => {
      if (!program.once(record, 'construct')) return;
      const list = argument(record, 1);
      program.addCall({
        ...record,
        callee: argument(record, 0),
        base: UNKNOWN,
        list: list > UNKNOWN ? [-list] : [],
        flags: CallFlag.New,
      });
    },
  ],
  ['cmd.addCommand', hands(0, 'handler', COMMAND_CONTEXT)],
  ['cmd.addShortcut', hands(1, 'handler', COMMAND_CONTEXT)],
  ['cmd.addTool', hands(0, 'run', TOOL_CALL)],
]);

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
  program.onValue(Math.abs(argument(record, 0)), (value) => {
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

/** Calls its first argument later, with those from `from` on. */
function callsLater(from: number): Native {
  return (program, record) => {
    if (!program.once(record, 'later')) return;
    program.addCall({
      ...record,
      callee: argument(record, 0),
      base: UNKNOWN,
      list: record.list.slice(from),
      to: program.slotOf(record, 'answer'),
      flags: 0,
      depth: record.depth + 1,
    });
  };
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

/** Lets a function of the tables do what it does to the flow; what it reaches is a matter of the rules. */
export function callNative(program: Program, later: Later, record: CallRecord, callee: BuiltinValue): void {
  const { capability, origin } = callee;
  origin.isCalled = true;
  if (capability.gives) program.add(record.to, program.builtin(capability.gives, record));
  if (capability === EXTERNAL) program.add(record.to, callee);
  NATIVES.get(capability.path)?.(program, record, later, callee);
}

/** Whether what a call is given stays where it can be followed. */
export function isFollowed(callee: BuiltinValue): boolean {
  const { isInert, path } = callee.capability;
  return isInert || NATIVES.has(path) || path.startsWith('cmd.');
}
