/**
 * All files of a closure as one graph: slots, the values that they hold, and who is told when a slot gets a value. Values
 * flow forward along the edges until nothing is new; names are worked out backward, along the definitions, when one is needed.
 */

import { type FileFacts, NOTHING, UNKNOWN } from '../facts/code.ts';
import type { Capability } from '../tables/capability.ts';
import { EXTERNAL, MOD_API } from '../tables/host.ts';
import { IntList } from './int-list.ts';
import type { BuiltinValue, CallRecord, ObjectValue, Origin, Place, Value } from './values.ts';

/**
 * A slot that holds more functions and objects than this is a crossroads of a large program, from which everything seems to
 * lead everywhere; more are not followed. Things of the tables always are.
 */
const WIDEST = 8;

/** So many are looked at one by one; where there are more, a set knows them. Sets are dear, and most slots hold little. */
const FEW_SOURCES = 16;
const FEW_VALUES = 64;

/** So many calls may cause one another without a call in the text: a callback of a callback of a bound method. */
const DEEPEST_IMPLIED = 4;

/** Who is told about a slot's new values. */
export const Watch = { Edge: 0, Operation: 1, Call: 2, Task: 3 } as const;

/** A file in the program. */
export interface ProgramFile {
  /** Its place in {@link Program.files}. */
  readonly index: number;
  readonly path: string;
  readonly facts: FileFacts;
  readonly base: number;
  /** What the file exports. */
  readonly exports: ObjectValue;
}

/** A slot of a file as a slot of the program. */
export function globalSlot(file: ProgramFile, slot: number): number {
  return slot <= UNKNOWN ? slot : file.base + slot;
}

/** Told about each value of a slot. */
export type Task = (value: Value) => void;

/** The graph. */
export class Program {
  readonly files: ProgramFile[] = [];
  readonly calls: CallRecord[] = [];
  readonly origins: Origin[] = [];
  /** Grows with every new value and every new edge. */
  version = 0;
  #slotCount = UNKNOWN + 1;
  // Chains of numbers instead of arrays: most slots hold one value and have one source, and there are a million slots.
  readonly #valueHead = new IntList();
  readonly #valueNext = new IntList();
  readonly #valueItems: (Value | undefined)[] = [undefined];
  readonly #manyValues = new Map<number, Set<Value>>();
  readonly #watchHead = new IntList();
  readonly #watchNext = new IntList();
  readonly #watchKind = new IntList();
  readonly #watchA = new IntList();
  readonly #watchB = new IntList();
  readonly #tasks: Task[] = [];
  readonly #sourceHead = new IntList();
  readonly #sourceNext = new IntList();
  readonly #sourceFrom = new IntList();
  readonly #manySources = new Map<number, Set<number>>();
  readonly #defHead = new IntList();
  readonly #defNext = new IntList();
  readonly #defAt = new IntList();
  readonly #builtins = new Map<string, BuiltinValue>();
  readonly #made = new WeakMap<CallRecord, Map<string, number | ObjectValue>>();
  /** Slots and values in turns: who is still to be told. */
  readonly #news: (number | Value)[] = [];

  constructor() {
    // Entry 0 of each list means "none".
    for (const list of [
      this.#watchNext,
      this.#watchKind,
      this.#watchA,
      this.#watchB,
      this.#defNext,
      this.#defAt,
      this.#valueNext,
      this.#sourceNext,
      this.#sourceFrom,
    ])
      list.push(0);
  }

  // ── Slots ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Room for the slots of one file. The answer is what to add to a slot of the file, but for the first two. */
  reserve(count: number): number {
    const base = this.#slotCount - (UNKNOWN + 1);
    this.#slotCount += count;
    this.#watchHead.extend(this.#slotCount);
    this.#defHead.extend(this.#slotCount);
    this.#valueHead.extend(this.#slotCount);
    this.#sourceHead.extend(this.#slotCount);
    return base;
  }

  /** A new slot. */
  slot(): number {
    return this.reserve(1) + UNKNOWN + 1;
  }

  /** The values of a slot, as they are now. */
  valuesOf(slot: number): Value[] {
    const values: Value[] = [];
    for (let entry = this.#valueHead.get(slot); entry !== 0; entry = this.#valueNext.get(entry)) {
      const value = this.#valueItems[entry];
      if (value) values.push(value);
    }
    return values;
  }

  hasValues(slot: number): boolean {
    return this.#valueHead.get(slot) !== 0;
  }

  /** Puts a value into a slot. */
  add(slot: number, value: Value): void {
    if (slot <= UNKNOWN) return;
    const many = this.#manyValues.get(slot);
    if (many) {
      if (many.has(value) || value.kind !== 'builtin') return;
      many.add(value);
    } else {
      let count = 0;
      for (let entry = this.#valueHead.get(slot); entry !== 0; entry = this.#valueNext.get(entry)) {
        if (this.#valueItems[entry] === value) return;
        count += 1;
      }
      if (count >= WIDEST && value.kind !== 'builtin') return;
      if (count >= FEW_VALUES) this.#manyValues.set(slot, new Set([...this.valuesOf(slot), value]));
    }
    this.#valueNext.push(this.#valueHead.get(slot));
    this.#valueHead.set(slot, this.#valueItems.push(value) - 1);
    this.version += 1;
    this.#news.push(slot, value);
  }

  // ── Edges and watchers ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Lets every value of one slot flow into another. */
  edge(from: number, to: number): void {
    if (to <= UNKNOWN || from === NOTHING || from === to) return;
    if (this.#isKnownEdge(from, to)) return;
    this.#sourceFrom.push(from);
    this.#sourceHead.set(to, this.#sourceNext.push(this.#sourceHead.get(to)));
    this.version += 1;
    if (from > UNKNOWN) this.watch(from, Watch.Edge, to, 0);
  }

  /** Most slots have few sources, and a look at each is enough; for the others there is a set. */
  #isKnownEdge(from: number, to: number): boolean {
    let known = this.#manySources.get(to);
    if (!known) {
      let count = 0;
      for (let entry = this.#sourceHead.get(to); entry !== 0; entry = this.#sourceNext.get(entry)) {
        if (this.#sourceFrom.get(entry) === from) return true;
        count += 1;
      }
      if (count < FEW_SOURCES) return false;
      known = new Set(this.sourcesOf(to));
      this.#manySources.set(to, known);
    }
    if (known.has(from)) return true;
    known.add(from);
    return false;
  }

  /** The slots that flow into one by {@link edge}, the first one first. */
  sourcesOf(slot: number): number[] {
    const sources: number[] = [];
    for (let entry = this.#sourceHead.get(slot); entry !== 0; entry = this.#sourceNext.get(entry))
      sources.push(this.#sourceFrom.get(entry));
    return sources.reverse();
  }

  /** At most so many of {@link sourcesOf}, the last ones first; cheap where there are hundreds. */
  someSources(slot: number, most: number): number[] {
    const sources: number[] = [];
    for (
      let entry = this.#sourceHead.get(slot);
      entry !== 0 && sources.length < most;
      entry = this.#sourceNext.get(entry)
    )
      sources.push(this.#sourceFrom.get(entry));
    return sources;
  }

  /** Registers a watcher and tells it of the values that are there already. */
  watch(slot: number, kind: number, a: number, b: number): void {
    if (slot <= UNKNOWN) return;
    const entry = this.#watchKind.push(kind);
    this.#watchA.push(a);
    this.#watchB.push(b);
    this.#watchNext.push(this.#watchHead.get(slot));
    this.#watchHead.set(slot, entry);
    for (const value of this.valuesOf(slot)) this.#news.push(-entry, value);
  }

  /** Runs a task for every value of a slot, those that come later too. */
  onValue(slot: number, task: Task): void {
    this.watch(slot, Watch.Task, this.#tasks.push(task) - 1, 0);
  }

  /** Registers a call that no text writes. A chain of these that does not end is cut. */
  addCall(record: CallRecord): void {
    if (record.depth > DEEPEST_IMPLIED) return;
    const index = this.calls.push(record) - 1;
    this.watch(record.callee, Watch.Call, index, 0);
  }

  // ── Definitions ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Notes that the operation at an offset of the slot's own file fills it. */
  define(slot: number, offset: number): void {
    const entry = this.#defAt.push(offset);
    this.#defNext.push(this.#defHead.get(slot));
    this.#defHead.set(slot, entry);
  }

  /** The offsets of the operations that fill a slot. */
  definitionsOf(slot: number): number[] {
    const offsets: number[] = [];
    for (let entry = this.#defHead.get(slot); entry !== 0; entry = this.#defNext.get(entry))
      offsets.push(this.#defAt.get(entry));
    return offsets;
  }

  /** The file to which a slot belongs; `undefined` for one that the solver made. */
  fileOf(slot: number): ProgramFile | undefined {
    let low = 0;
    let high = this.files.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const file = this.files[middle];
      if (!file) return undefined;
      if (slot < file.base + UNKNOWN + 1) high = middle - 1;
      else if (slot >= file.base + file.facts.slotCount) low = middle + 1;
      else return file;
    }
    return undefined;
  }

  // ── Values ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** A capability, taken hold of at a place. The same place gives the same value. */
  builtin(capability: Capability, place: Place, isModule = false): BuiltinValue {
    // Where the API and other packages come from is no matter, and there can be thousands of such places.
    const isShared = capability === MOD_API || capability === EXTERNAL;
    const key = isShared ? capability.path : `${place.file}:${place.pos}:${capability.path}`;
    const known = this.#builtins.get(key);
    if (known) return known;
    const origin: Origin = { ...place, capability, isModule, isNarrowed: false, isCalled: false };
    const value: BuiltinValue = { kind: 'builtin', capability, origin };
    this.origins.push(origin);
    this.#builtins.set(key, value);
    return value;
  }

  /** A new object without members. */
  object(isArray: boolean, place: Place): ObjectValue {
    return {
      kind: 'object',
      isArray,
      place,
      fields: new Map(),
      writes: new Map(),
      anyField: this.slot(),
      allFields: this.slot(),
    };
  }

  // ── What a call makes ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether this is the first time that a call does something. What a call does, it does once, or flow would never end. */
  once(record: CallRecord, what: string): boolean {
    const done = this.#madeBy(record);
    if (done.has(what)) return false;
    done.set(what, NOTHING);
    return true;
  }

  /** A slot of a call, the same each time. */
  slotOf(record: CallRecord, what: string): number {
    const made = this.#madeBy(record);
    let slot = made.get(what);
    if (typeof slot !== 'number') {
      slot = this.slot();
      made.set(what, slot);
    }
    return slot;
  }

  /** An object that a call makes, the same each time. */
  objectOf(record: CallRecord, what: string, isArray: boolean): ObjectValue {
    const made = this.#madeBy(record);
    let object = made.get(what);
    if (typeof object !== 'object') {
      object = this.object(isArray, { file: record.file, pos: record.pos });
      made.set(what, object);
    }
    return object;
  }

  #madeBy(record: CallRecord): Map<string, number | ObjectValue> {
    let made = this.#made.get(record);
    if (!made) {
      made = new Map();
      this.#made.set(record, made);
    }
    return made;
  }

  // ── Flow ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Is told about operations and calls whose slot got a value; set by the solver. */
  onOperation: (file: number, offset: number, value: Value) => void = () => undefined;
  onCall: (record: CallRecord, value: Value) => void = () => undefined;

  /** Lets everything flow until nothing is new. */
  settle(): void {
    while (this.#news.length > 0) {
      const value = this.#news.pop() as Value;
      const slot = this.#news.pop() as number;
      if (slot < 0) {
        // A watcher that came late hears of what was there already. Never at once: watchers may set watchers.
        this.#tell(-slot, value);
        continue;
      }
      for (let entry = this.#watchHead.get(slot); entry !== 0; entry = this.#watchNext.get(entry))
        this.#tell(entry, value);
    }
  }

  #tell(entry: number, value: Value): void {
    const a = this.#watchA.get(entry);
    switch (this.#watchKind.get(entry)) {
      case Watch.Edge:
        this.add(a, value);
        break;
      case Watch.Operation:
        this.onOperation(a, this.#watchB.get(entry), value);
        break;
      case Watch.Call: {
        const record = this.calls[a];
        if (record) this.onCall(record, value);
        break;
      }
      default:
        this.#tasks[a]?.(value);
    }
  }
}
