/**
 * Works out what a slot could be as a constant, backward along the definitions. It is asked only for names that matter: a
 * member of `process`, a module's specifier, an option. Work is bounded; what takes too long is not a constant.
 */

import { ANY_KEY, COMPUTED_KEY, type FileFacts, ObjectKind, Op, UNKNOWN } from '../facts/code.ts';
import { combine, elements, NOBODY, OPEN, union } from './constants.ts';
import { globalSlot, type Program, type ProgramFile } from './program.ts';
import { element, PURE_FUNCTIONS, PURE_METHODS, plus } from './pure-functions.ts';
import type { Constant, Constants } from './uses.ts';
import type { FunctionValue, ObjectValue, Value } from './values.ts';

const MOST_STEPS = 2_000;
const DEEPEST = 120;

interface Folding {
  readonly program: Program;
  readonly open: Set<number>;
  /** Parameters whose value is given, while a callback is worked out for one element. */
  readonly given: ReadonlyMap<number, Constants>;
  /** Shared by everything that one question asks. */
  readonly budget: { left: number };
}

/** What a slot could be as a constant. `steps` bounds the work. */
export function fold(program: Program, slot: number, steps: number = MOST_STEPS): Constants {
  const known = remembered(program);
  let constants = known.get(slot);
  if (constants === undefined) {
    constants = foldSlot(slot, { program, open: new Set(), given: new Map(), budget: { left: steps } });
    if (steps === MOST_STEPS) known.set(slot, constants);
  }
  return constants.values.length === 0 ? OPEN : constants;
}

const memories = new WeakMap<Program, { version: number; readonly known: Map<number, Constants> }>();

/** Answers that hold as long as nothing new flows. */
function remembered(program: Program): Map<number, Constants> {
  let memory = memories.get(program);
  if (!memory) {
    memory = { version: program.version, known: new Map() };
    memories.set(program, memory);
  }
  if (memory.version !== program.version) {
    memory.version = program.version;
    memory.known.clear();
  }
  return memory.known;
}

function foldSlot(slot: number, folding: Folding): Constants {
  const given = folding.given.get(slot);
  if (given) return given;
  folding.budget.left -= 1;
  if (slot <= UNKNOWN || folding.open.has(slot) || folding.open.size > DEEPEST || folding.budget.left < 0)
    return OPEN;
  folding.open.add(slot);
  const { program } = folding;
  const parts: Constants[] = [];
  const file = program.fileOf(slot);
  if (file)
    for (const offset of program.definitionsOf(slot)) parts.push(foldOperation(file, offset, folding));
  // What the functions of the mod return was worked out for this very call already.
  if (parts.length === 0 || !isCallOfFunctions(slot, file, program))
    for (const source of program.sourcesOf(slot)) parts.push(foldSlot(source, folding));
  folding.open.delete(slot);
  // A slot that the solver made gets everything over edges; one of a file may be filled from outside.
  if (parts.length === 0) return file ? OPEN : NOBODY;
  return union(parts);
}

function isCallOfFunctions(slot: number, file: ProgramFile | undefined, program: Program): boolean {
  const [offset, ...others] = program.definitionsOf(slot);
  if (!file || offset === undefined || others.length > 0) return false;
  const { code } = file.facts;
  if (code[offset] !== Op.Call) return false;
  const callees = program.valuesOf(globalSlot(file, code[offset + 3] ?? 0));
  return callees.length > 0 && callees.every(({ kind }) => kind === 'function');
}

function foldOperation(file: ProgramFile, offset: number, folding: Folding): Constants {
  const { code, texts } = file.facts;
  const operand = (index: number): number => code[offset + 2 + index] ?? 0;
  const slot = (index: number): number => globalSlot(file, operand(index));
  switch (code[offset]) {
    case Op.Copy:
      return foldSlot(slot(0), folding);
    case Op.Text:
      return { values: [texts[operand(1)] ?? ''], isComplete: true };
    case Op.Int:
      return { values: [operand(1)], isComplete: true };
    case Op.Concat:
      return combine([foldSlot(slot(1), folding), foldSlot(slot(2), folding)], ([left, right]) =>
        left === undefined || right === undefined ? undefined : plus(left, right),
      );
    case Op.Global:
      return texts[operand(1)] === '__dirname' ? { values: ['.'], isComplete: true } : OPEN;
    case Op.Load:
      return foldLoad(slot(1), operand(2), slot(3), file.facts, folding);
    case Op.Call:
      return foldCall(file, offset, folding);
    case Op.Element:
      return elements(foldSlot(slot(1), folding));
    case Op.Object:
      return operand(1) === ObjectKind.Array ? foldArray(slot(0), folding) : OPEN;
    default:
      return OPEN;
  }
}

function objectsIn(slot: number, folding: Folding): ObjectValue[] {
  return folding.program
    .valuesOf(slot)
    .map((value) => (value.kind === 'class' ? value.statics : value))
    .filter((value) => value.kind === 'object');
}

function foldArray(slot: number, folding: Folding): Constants {
  const parts = objectsIn(slot, folding).map((array) => {
    const { spreads = [], computed = [] } = array;
    if (spreads.length === 1 && array.writes.size === 0) {
      return combine([foldSlot(spreads[0] ?? UNKNOWN, folding)], ([value]) =>
        typeof value === 'string' ? [...value] : Array.isArray(value) ? value : undefined,
      );
    }
    if (spreads.length > 0 || computed.length > 0) return OPEN;
    const items: Constants[] = [];
    for (let index = 0; array.writes.has(String(index)); index += 1)
      items.push(foldSlot(array.fields.get(String(index)) ?? UNKNOWN, folding));
    return combine(items, (list) => [...list]);
  });
  return parts.length === 0 ? OPEN : union(parts);
}

function foldLoad(base: number, key: number, keySlot: number, facts: FileFacts, folding: Folding): Constants {
  const keys: Constants =
    key === COMPUTED_KEY
      ? foldSlot(keySlot, folding)
      : key === ANY_KEY
        ? OPEN
        : { values: [facts.texts[key] ?? ''], isComplete: true };
  const objects = objectsIn(base, folding);
  const parts: Constants[] = [];
  for (const object of objects) {
    for (const name of keys.values) {
      const field = object.fields.get(String(name));
      if (field !== undefined && folding.program.sourcesOf(field).length > 0)
        parts.push(foldSlot(field, folding));
    }
  }
  if (parts.length > 0) {
    const joined = union(parts);
    return keys.isComplete ? joined : { ...joined, isComplete: false };
  }
  const constants = foldSlot(base, folding);
  if (constants.values.length === 0) return OPEN;
  return combine([constants, keys], ([self, name]) => {
    if (name === 'length') return typeof self === 'string' || Array.isArray(self) ? self.length : undefined;
    return self !== undefined && /^\d+$/.test(String(name)) ? element(self, Number(name)) : undefined;
  });
}

function foldCall(file: ProgramFile, offset: number, folding: Folding): Constants {
  const { code } = file.facts;
  const operand = (index: number): number => code[offset + 2 + index] ?? 0;
  const callee = globalSlot(file, operand(1));
  const flags = operand(3);
  const count = operand(5);
  const list: Constants[] = [];
  const slots: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const slot = operand(6 + index);
    slots.push(globalSlot(file, Math.abs(slot)));
    list.push(slot < 0 ? OPEN : foldSlot(globalSlot(file, slot), folding));
  }
  if (count === 1 && operand(6) < 0) list.splice(0, 1, ...spread(foldSlot(slots[0] ?? UNKNOWN, folding)));
  const parts: Constants[] = [];
  for (const value of folding.program.valuesOf(callee))
    parts.push(...foldCallee(value, list, slots, flags, folding));
  const method = foldMethod(file, callee, list, slots, folding);
  if (method) parts.push(method);
  return parts.length === 0 ? OPEN : union(parts);
}

function foldCallee(
  value: Value,
  list: readonly Constants[],
  slots: readonly number[],
  flags: number,
  folding: Folding,
): Constants[] {
  switch (value.kind) {
    case 'function':
      return [foldSlot(value.returned, withArguments(value, list, folding))];
    case 'bound':
      return foldCallee(
        value.target,
        [...value.fixed.map((slot) => foldSlot(slot, folding)), ...list],
        slots,
        flags,
        folding,
      );
    case 'method':
      if (value.name === 'call') return foldCallee(value.self, list.slice(1), slots.slice(1), flags, folding);
      if (value.name === 'apply') return foldCallee(value.self, spread(list[1] ?? OPEN), [], flags, folding);
      return [];
    case 'builtin': {
      const { path } = value.capability;
      if (path === 'Object.keys' || path === 'Object.values')
        return [ofObject(path, slots[0] ?? UNKNOWN, folding)];
      const pure = PURE_FUNCTIONS.get(path);
      // The second argument of a URL is what the first is relative to.
      return pure ? [combine(path === 'URL' || path === 'url.URL' ? list.slice(0, 1) : list, pure)] : [];
    }
    default:
      return [];
  }
}

/** The elements of a list as arguments. */
function spread(list: Constants): Constants[] {
  const [only] = list.values;
  if (list.values.length !== 1 || !Array.isArray(only)) return [OPEN];
  return (only as readonly Constant[]).map((value) => ({ values: [value], isComplete: list.isComplete }));
}

/** The arguments of this very call, so that a helper that two places use is worked out for each. */
function withArguments(value: FunctionValue, list: readonly Constants[], folding: Folding): Folding {
  if (value.restIndex >= 0 || list.length === 0) return folding;
  const given = new Map(folding.given);
  value.parameters.forEach((parameter, index) => {
    const constants = list[index];
    if (constants && constants.values.length > 0) given.set(parameter, constants);
  });
  return { ...folding, given, open: new Set(folding.open) };
}

function ofObject(path: string, slot: number, folding: Folding): Constants {
  const parts = objectsIn(slot, folding).map((object): Constants => {
    if (path === 'Object.keys')
      return { values: [[...object.writes.keys()]], isComplete: object.computed === undefined };
    return combine(
      [...object.writes.keys()].map((name) => foldSlot(object.fields.get(name) ?? UNKNOWN, folding)),
      (all) => [...all],
    );
  });
  return parts.length === 0 ? OPEN : union(parts);
}

/** `text.method(...)`: the callee is the member of something that is a constant. */
function foldMethod(
  file: ProgramFile,
  callee: number,
  list: readonly Constants[],
  slots: readonly number[],
  folding: Folding,
): Constants | undefined {
  const { code, texts } = file.facts;
  for (const offset of folding.program.definitionsOf(callee)) {
    if (code[offset] === Op.Call) {
      const method = boundMethod(file, offset, folding);
      if (method) return foldMethod(file, method, list, slots, folding);
    }
    if (code[offset] !== Op.Load) continue;
    const key = code[offset + 4] ?? ANY_KEY;
    const names =
      key === COMPUTED_KEY
        ? foldSlot(globalSlot(file, code[offset + 5] ?? 0), folding).values
        : [texts[key] ?? ''];
    const base = globalSlot(file, code[offset + 3] ?? 0);
    // `Object.values` is no method of a list.
    const owners = folding.program.valuesOf(base);
    if (owners.length > 0 && owners.every(({ kind }) => kind === 'builtin')) continue;
    for (const name of names) {
      if (name === 'map') return mapped(foldSlot(base, folding), slots[0] ?? UNKNOWN, folding);
      const pure = PURE_METHODS.get(String(name));
      if (pure)
        return combine([foldSlot(base, folding), ...list], ([self, ...rest]) =>
          self === undefined ? undefined : pure(self, rest),
        );
    }
  }
  return undefined;
}

/** The slot of `text.method` in `text.method.bind(...)`. */
function boundMethod(file: ProgramFile, call: number, folding: Folding): number | undefined {
  const { code, texts } = file.facts;
  const callee = globalSlot(file, code[call + 3] ?? 0);
  for (const offset of folding.program.definitionsOf(callee))
    if (code[offset] === Op.Load && texts[code[offset + 4] ?? ANY_KEY] === 'bind')
      return globalSlot(file, code[offset + 3] ?? 0);
  return undefined;
}

/** `list.map(callback)`, one element after the other. */
function mapped(list: Constants, callback: number, folding: Folding): Constants {
  const [run] = [...folding.program.valuesOf(callback)];
  if (!run) return OPEN;
  return combine([list], ([self]) => {
    if (!Array.isArray(self)) return undefined;
    const results: Constant[] = [];
    for (const one of self as readonly Constant[]) {
      const result =
        run.kind === 'builtin'
          ? applied(run.capability.path, one)
          : run.kind === 'function'
            ? ofElement(run, one, folding)
            : undefined;
      if (result === undefined) return undefined;
      results.push(result);
    }
    return results;
  });
}

function applied(path: string, value: Constant): Constant | undefined {
  return path === 'String' || path === 'String.fromCharCode' || path === 'atob'
    ? PURE_FUNCTIONS.get(path)?.([value])
    : undefined;
}

function ofElement(run: FunctionValue, value: Constant, folding: Folding): Constant | undefined {
  const parameter = run.parameters[0];
  if (parameter === undefined) return undefined;
  const given = new Map(folding.given).set(parameter, { values: [value], isComplete: true });
  const result = foldSlot(run.returned, { ...folding, given, open: new Set(folding.open) });
  return result.isComplete && result.values.length === 1 ? result.values[0] : undefined;
}
