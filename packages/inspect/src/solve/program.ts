/**
 * All files of a closure as one graph: slots, the values that they hold, and who is told when a slot gets a value. Values
 * flow forward along the edges until nothing is new; names are worked out backward, along the definitions, when one is needed.
 */

import { type FileFacts, NOTHING, UNKNOWN } from '../facts/code.ts';
import type { Capability } from '../tables/capability.ts';
import { IntList } from './int-list.ts';
import type { BuiltinValue, CallRecord, ObjectValue, Origin, Place, Value } from './values.ts';

/** A slot that holds more functions and objects than this has lost the thread; more are not followed. */
const WIDEST = 64;

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

/** Told about each value of a slot. */
export type Task = (value: Value) => void;

/** The graph. */
export class Program {
  readonly files: ProgramFile[] = [];
  readonly calls: CallRecord[] = [];
  readonly origins: Origin[] = [];
  #slotCount = UNKNOWN + 1;
  readonly #values: (Set<Value> | undefined)[] = [];
  readonly #watchHead = new IntList();
  readonly #watchNext = new IntList();
  readonly #watchKind = new IntList();
  readonly #watchA = new IntList();
  readonly #watchB = new IntList();
  readonly #tasks: Task[] = [];
  readonly #edges = new Set<number>();
  readonly #sources = new Map<number, number[]>();
  readonly #defHead = new IntList();
  readonly #defNext = new IntList();
  readonly #defAt = new IntList();
  readonly #builtins = new Map<string, BuiltinValue>();
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
    return base;
  }

  /** A new slot. */
  slot(): number {
    return this.reserve(1) + UNKNOWN + 1;
  }

  /** The values of a slot. */
  valuesOf(slot: number): Iterable<Value> {
    return this.#values[slot] ?? [];
  }

  hasValues(slot: number): boolean {
    return this.#values[slot] !== undefined;
  }

  /** Puts a value into a slot. */
  add(slot: number, value: Value): void {
    if (slot <= UNKNOWN) return;
    let values = this.#values[slot];
    if (values === undefined) {
      values = new Set();
      this.#values[slot] = values;
    } else if (values.has(value) || (values.size >= WIDEST && value.kind !== 'builtin')) return;
    values.add(value);
    this.#news.push(slot, value);
  }

  // ── Edges and watchers ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Lets every value of one slot flow into another. */
  edge(from: number, to: number): void {
    if (to <= UNKNOWN || from === NOTHING || from === to) return;
    const key = from * 0x400_0000 + to;
    if (this.#edges.has(key)) return;
    this.#edges.add(key);
    const sources = this.#sources.get(to);
    if (sources) sources.push(from);
    else this.#sources.set(to, [from]);
    if (from > UNKNOWN) this.watch(from, Watch.Edge, to, 0);
  }

  /** The slots that flow into one by {@link edge}. */
  sourcesOf(slot: number): readonly number[] {
    return this.#sources.get(slot) ?? [];
  }

  /** Registers a watcher and tells it of the values that are there already. */
  watch(slot: number, kind: number, a: number, b: number): void {
    if (slot <= UNKNOWN) return;
    const entry = this.#watchKind.push(kind);
    this.#watchA.push(a);
    this.#watchB.push(b);
    this.#watchNext.push(this.#watchHead.get(slot));
    this.#watchHead.set(slot, entry);
    const values = this.#values[slot];
    if (values) for (const value of [...values]) this.#tell(entry, value);
  }

  /** Runs a task for every value of a slot, those that come later too. */
  onValue(slot: number, task: Task): void {
    this.watch(slot, Watch.Task, this.#tasks.push(task) - 1, 0);
  }

  /** Registers a call that stands in no file, or that is only known now. */
  addCall(record: CallRecord): void {
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
    const key = `${place.file}:${place.pos}:${capability.path}`;
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
      parents: new Set(),
      spreads: [],
      computed: [],
    };
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
