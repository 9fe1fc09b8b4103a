/** What functions of Node, of the language and of the host do to the flow of values. */

import { CallFlag, UNKNOWN } from '../facts/code.ts';
import type { Capability } from '../tables/capability.ts';
import { COMMAND_CONTEXT, EXTERNAL, TOOL_CALL } from '../tables/host.ts';
import { REQUIRE } from '../tables/modules.ts';
import type { HowAsked, Later } from './later.ts';
import { elementsOf, inherit, loadMember, storeAny, storeMember } from './members.ts';
import { argument, type Native } from './native.ts';
import type { Program } from './program.ts';
import { PROPERTY_NATIVES } from './properties.ts';
import type { BuiltinValue, CallRecord } from './values.ts';

/** Answers its first argument. */
const same: Native = (program, record) => program.edge(argument(record, 0), record.to);

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
  for (const slot of record.list) if (slot > UNKNOWN) storeAny(program, made, elementsOf(program, slot));
  program.add(record.to, made);
};

const entries: Native = (program, record) => {
  const pair = program.objectOf(record, 'pair', true);
  storeMember(program, pair, '1', elementsOf(program, argument(record, 0)), record);
  const list = program.objectOf(record, 'made', true);
  const holder = program.slotOf(record, 'holder');
  program.add(holder, pair);
  storeAny(program, list, holder);
  program.add(record.to, list);
};

const assign: Native = (program, record) => {
  if (!program.once(record, 'assign')) return;
  const made = program.objectOf(record, 'made', false);
  const target = argument(record, 0);
  program.add(record.to, made);
  program.edge(target, record.to);
  for (const slot of record.list)
    program.onValue(slot, (parent) => {
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
  ['Object.entries', entries],
  ...PROPERTY_NATIVES,
  ['setTimeout', callsLater(2)],
  ['setInterval', callsLater(2)],
  ['setImmediate', callsLater(1)],
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
