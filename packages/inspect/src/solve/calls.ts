/** What a call does to the flow of values. */

import { CallFlag, UNKNOWN } from '../facts/code.ts';
import type { Later } from './later.ts';
import { elementsOf, inherit, placedArguments, storeAny } from './members.ts';
import { callMethod } from './methods.ts';
import { callNative } from './natives.ts';
import type { Program } from './program.ts';
import type { CallRecord, ClassValue, FunctionValue, ObjectValue, Value } from './values.ts';

/** Lets one callee of a call do what it does. */
export function applyCall(program: Program, later: Later, record: CallRecord, callee: Value): void {
  switch (callee.kind) {
    case 'function':
      callFunction(program, record, callee);
      return;
    case 'class':
      callClass(program, record, callee);
      return;
    case 'bound':
      applyCall(program, later, { ...record, list: [...callee.fixed, ...record.list] }, callee.target);
      return;
    case 'method':
      callMethod(program, placed(program, record), callee);
      return;
    case 'builtin':
      callNative(program, later, placed(program, record), callee);
      return;
    case 'object':
      // A module that is a function under another name: `import helper = require('./helper')`.
      return;
  }
}

const placedRecords = new WeakMap<CallRecord, CallRecord>();

/** The same call with its arguments by position. */
function placed(program: Program, record: CallRecord): CallRecord {
  const list = placedArguments(program, record.list);
  if (list === record.list) return record;
  let known = placedRecords.get(record);
  if (!known) {
    known = { ...record, list };
    placedRecords.set(record, known);
  }
  return known;
}

function callFunction(program: Program, record: CallRecord, callee: FunctionValue): void {
  passArguments(program, record, callee);
  if ((record.flags & CallFlag.New) !== 0 && (record.flags & CallFlag.Super) === 0) {
    const made = program.objectOf(record, 'made', false);
    program.add(callee.thisSlot, made);
    program.add(record.to, made);
  } else if (!callee.isBound && record.base > UNKNOWN) {
    program.edge(record.base, callee.thisSlot);
  }
  program.edge(callee.returned, record.to);
}

const restArrays = new WeakMap<FunctionValue, ObjectValue>();

function passArguments(program: Program, record: CallRecord, callee: FunctionValue): void {
  const { parameters, restIndex } = callee;
  let isShifted = false;
  record.list.forEach((slot, index) => {
    if (slot < 0) {
      isShifted = true;
      const elements = elementsOf(program, -slot);
      for (let at = index; at < parameters.length; at += 1) pass(program, elements, at, callee);
      spreadConstants(program, -slot, index, callee);
      return;
    }
    if (isShifted) for (let at = index; at < parameters.length; at += 1) pass(program, slot, at, callee);
    else pass(program, slot, restIndex >= 0 ? Math.min(index, restIndex) : index, callee);
    if (callee.argumentsSlot > UNKNOWN) storeIn(program, callee.argumentsSlot, slot, record, callee);
  });
}

/** The rest of a call that is known by position: `f(...['a', 'b'])`. */
function spreadConstants(program: Program, array: number, index: number, callee: FunctionValue): void {
  program.onValue(array, (value) => {
    if (value.kind !== 'object') return;
    for (const [name, slot] of value.fields) {
      const position = Number(name) + index;
      const parameter = callee.parameters[position];
      if (parameter !== undefined && position !== callee.restIndex) program.edge(slot, parameter);
    }
  });
}

function pass(program: Program, slot: number, index: number, callee: FunctionValue): void {
  const parameter = callee.parameters[index];
  if (parameter === undefined) return;
  if (index !== callee.restIndex) {
    program.edge(slot === 0 ? UNKNOWN : slot, parameter);
    return;
  }
  let rest = restArrays.get(callee);
  if (!rest) {
    rest = program.object(true, { file: -1, pos: 0 });
    restArrays.set(callee, rest);
    program.add(parameter, rest);
  }
  storeAny(program, rest, slot);
}

const argumentObjects = new WeakMap<FunctionValue, ObjectValue>();

function storeIn(
  program: Program,
  argumentsSlot: number,
  slot: number,
  record: CallRecord,
  callee: FunctionValue,
): void {
  let list = argumentObjects.get(callee);
  if (!list) {
    list = program.object(true, record);
    argumentObjects.set(callee, list);
    program.add(argumentsSlot, list);
  }
  storeAny(program, list, slot);
}

function callClass(program: Program, record: CallRecord, callee: ClassValue): void {
  program.edge(callee.instance, record.to);
  // A class without a constructor hands its arguments to the class it extends.
  const run = callee.constructorSlot > UNKNOWN ? callee.constructorSlot : callee.heritage;
  if (run > UNKNOWN && program.once(record, `class ${run}`))
    program.addCall({
      ...record,
      callee: run,
      to: program.slotOf(record, 'constructed'),
      flags: CallFlag.New | CallFlag.Super,
      depth: record.depth + 1,
    });
}

/** Makes the instances of a class inherit from those of the class that it extends. */
export function extend(program: Program, callee: ClassValue): void {
  if (callee.heritage <= UNKNOWN) return;
  program.onValue(callee.heritage, (parent) => {
    if (parent.kind !== 'class') return;
    inherit(program, callee.statics, parent.statics);
    program.onValue(callee.instance, (instance) => {
      if (instance.kind !== 'object') return;
      program.onValue(parent.instance, (inherited) => inherit(program, instance, inherited));
    });
  });
}
