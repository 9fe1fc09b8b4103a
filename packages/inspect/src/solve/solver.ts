/** Brings files into the program, lets everything flow, and collects who uses what. */

import {
  ANY_KEY,
  COMPUTED_KEY,
  type FileFacts,
  FunctionFlag,
  ObjectKind,
  Op,
  UNKNOWN,
} from '../facts/code.ts';
import { CONSTRUCTOR, globalCapability } from '../tables/globals.ts';
import { COMMAND_CONTEXT, MOD_API } from '../tables/host.ts';
import { applyCall, extend } from './calls.ts';
import { fold } from './fold.ts';
import type { Later } from './later.ts';
import { type Linking, ModuleLinker } from './linker.ts';
import { MemberNames } from './member-names.ts';
import { addElements, inherit, loadMember, storeAny, storeMember, storeNamed } from './members.ts';
import { globalSlot, Program, type ProgramFile, Watch } from './program.ts';
import { solutionOf } from './solution.ts';
import type { Constants, Solution, Use } from './uses.ts';
import type { CallRecord, ClassValue, FunctionValue, Place, Value } from './values.ts';

/**
 * Solves a closure.
 *
 * @param entries paths of files whose default export is a mod's factory
 * @param linking how specifiers are resolved and files are read
 */
export function solve(entries: readonly string[], linking: Linking): Solution {
  return new Solver(linking).run(entries);
}

class Solver {
  readonly #program = new Program();
  readonly #linker: ModuleLinker;
  readonly #operations = new Map<number, CallRecord>();
  readonly #names: MemberNames;
  readonly #writes: Use[] = [];
  readonly #asked: Later;

  constructor(linking: Linking) {
    this.#names = new MemberNames(this.#program);
    this.#linker = new ModuleLinker(this.#program, linking, (path, facts) => this.#addFile(path, facts));
    this.#asked = {
      requireLater: (...asked) => this.#linker.requireLater(...asked),
      loadLater: (base, keySlot, to, place) =>
        this.#program.onValue(base, (value) => this.#names.nameLater(value, keySlot, to, place)),
    };
    this.#program.onOperation = (file, offset, value) => this.#onOperation(file, offset, value);
    this.#program.onCall = (record, value) => applyCall(this.#program, this.#asked, record, value);
  }

  run(entries: readonly string[]): Solution {
    const constants = (slot: number): Constants => fold(this.#program, slot);
    for (const entry of entries) this.#addEntry(entry);
    do {
      for (let file = this.#linker.nextFile(); file; file = this.#linker.nextFile()) this.#registerFile(file);
      this.#program.settle();
    } while (
      this.#names.nameMembers() ||
      this.#linker.resolveLater(constants) ||
      this.#names.nameConstructors()
    );
    return solutionOf(this.#program, this.#linker.finish(constants), [
      ...this.#writes,
      ...this.#names.unknownMembers(),
    ]);
  }

  /** The host imports the entry and calls what it exports by default. */
  #addEntry(path: string): void {
    const file = this.#linker.fileAt(path);
    if (!file) return;
    const program = this.#program;
    const api = program.slot();
    program.add(api, program.builtin(MOD_API, { file: file.index, pos: 0 }));
    const factory = this.#linker.importFrom(file, 'default');
    const implied = { base: UNKNOWN, list: [api], flags: 0, file: file.index, pos: 0, depth: 1 };
    program.addCall({ ...implied, callee: factory, to: program.slot() });
  }

  // ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  #addFile(path: string, facts: FileFacts): ProgramFile {
    const program = this.#program;
    const index = program.files.length;
    const base = program.reserve(facts.slotCount - UNKNOWN - 1);
    const exports = program.object(false, { file: index, pos: 0 });
    const file: ProgramFile = { index, path, facts, base, exports };
    program.files.push(file);
    return file;
  }

  /** Tells the program about every operation of a file. */
  #registerFile(file: ProgramFile): void {
    const { code } = file.facts;
    const { index } = file;
    this.#linker.linkRequests(file);
    for (let offset = 0; offset < code.length; offset += code[offset + 1] ?? 1)
      this.#register(file, index, offset);
  }

  #register(file: ProgramFile, index: number, offset: number): void {
    const program = this.#program;
    const { code, texts } = file.facts;
    const operand = (at: number): number => code[offset + 2 + at] ?? 0;
    const slot = (at: number): number => globalSlot(file, operand(at));
    const watch = (at: number): void => program.watch(slot(at), Watch.Operation, index, offset);
    switch (code[offset]) {
      case Op.Copy:
        program.define(slot(1), offset);
        // Told as an edge, and not linked as one: where a copy comes from is read off its definition.
        program.watch(slot(0), Watch.Edge, slot(1), 0);
        break;
      case Op.Text:
      case Op.Int:
      case Op.Concat:
        program.define(slot(0), offset);
        break;
      case Op.Global:
        program.define(slot(0), offset);
        this.#global(texts[operand(1)] ?? '', slot(0), { file: index, pos: operand(2) }, file);
        break;
      case Op.Import:
        this.#linker.bind(file, operand(1), texts[operand(2)] ?? '', slot(0), {
          file: index,
          pos: operand(3),
        });
        break;
      case Op.Load:
        program.define(slot(0), offset);
        if (operand(2) === COMPUTED_KEY) this.#names.computedLoad(file, offset);
        else if (texts[operand(2)] === 'constructor')
          program.add(slot(0), program.builtin(CONSTRUCTOR, { file: index, pos: operand(4) }));
        watch(1);
        break;
      case Op.Store:
        watch(0);
        break;
      case Op.Call:
        program.define(slot(0), offset);
        watch(1);
        break;
      case Op.Function:
        this.#function(file, offset);
        break;
      case Op.Object:
        program.define(slot(0), offset);
        program.add(
          slot(0),
          program.object(operand(1) === ObjectKind.Array, { file: index, pos: operand(2) }),
        );
        break;
      case Op.Spread:
        for (const object of program.valuesOf(slot(0)))
          if (object.kind === 'object') object.spreads = [...(object.spreads ?? []), slot(1)];
        watch(1);
        break;
      case Op.Class:
        this.#class(file, offset, index);
        break;
      case Op.DynamicImport:
        this.#linker.requireLater(slot(1), slot(0), { file: index, pos: operand(2) }, 'import');
        break;
      case Op.Element:
        program.define(slot(0), offset);
        watch(1);
        break;
      case Op.Export:
        this.#export(file, texts[operand(0)] ?? '', slot(1), index);
        break;
      case Op.ExportStar:
        this.#linker.star(file, operand(0), { file: index, pos: operand(1) });
        break;
      case Op.Typed:
        program.add(
          slot(0),
          program.builtin(texts[operand(1)] === 'ModApi' ? MOD_API : COMMAND_CONTEXT, {
            file: index,
            pos: 0,
          }),
        );
        break;
    }
  }

  #global(name: string, to: number, place: Place, file: ProgramFile): void {
    const program = this.#program;
    if (name === 'exports') program.add(to, file.exports);
    else if (name === 'module') {
      program.add(to, this.#linker.commonJsModule(file));
    }
    if (name !== 'exports') {
      const capability = globalCapability(name);
      if (capability) program.add(to, program.builtin(capability, place));
    }
  }

  #export(file: ProgramFile, name: string, slot: number, index: number): void {
    storeMember(this.#program, file.exports, name, slot, { file: index, pos: 0 });
  }

  #function(file: ProgramFile, offset: number): void {
    const { code } = file.facts;
    const slot = (at: number): number => globalSlot(file, code[offset + 2 + at] ?? 0);
    const count = code[offset + 9] ?? 0;
    const value: FunctionValue = {
      kind: 'function',
      parameters: Array.from({ length: count }, (_, at) => slot(8 + at)),
      restIndex: code[offset + 7] ?? -1,
      thisSlot: slot(2),
      argumentsSlot: slot(4),
      returned: slot(3),
      isBound: ((code[offset + 3] ?? 0) & FunctionFlag.Bound) !== 0,
    };
    this.#program.add(slot(0), value);
  }

  #class(file: ProgramFile, offset: number, index: number): void {
    const { code } = file.facts;
    const slot = (at: number): number => globalSlot(file, code[offset + 2 + at] ?? 0);
    const value: ClassValue = {
      kind: 'class',
      instance: slot(1),
      constructorSlot: slot(2),
      heritage: slot(3),
      statics: this.#program.object(false, { file: index, pos: code[offset + 6] ?? 0 }),
    };
    this.#program.add(slot(0), value);
    extend(this.#program, value);
  }

  // ── Flow ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #onOperation(fileIndex: number, offset: number, value: Value): void {
    const program = this.#program;
    const file = program.files[fileIndex];
    if (!file) return;
    const { code, texts } = file.facts;
    const operand = (at: number): number => code[offset + 2 + at] ?? 0;
    const slot = (at: number): number => globalSlot(file, operand(at));
    switch (code[offset]) {
      case Op.Load: {
        const place = { file: fileIndex, pos: operand(4) };
        const key = operand(2);
        if (key === ANY_KEY) addElements(program, value, slot(0));
        else if (key !== COMPUTED_KEY) loadMember(program, value, texts[key] ?? '', slot(0), place);
        else this.#names.nameLater(value, slot(3), slot(0), place);
        break;
      }
      case Op.Store:
        this.#store(file, offset, fileIndex, value);
        break;
      case Op.Call:
        this.#call(file, offset, fileIndex, value);
        break;
      case Op.Spread:
        for (const object of [...program.valuesOf(slot(0))]) {
          if (object.kind !== 'object') continue;
          if (object.isArray && value.kind === 'object') {
            const elements = program.slot();
            addElements(program, value, elements);
            storeAny(program, object, elements);
          }
          inherit(program, object, value);
        }
        break;
      case Op.Element:
        addElements(program, value, slot(0));
        break;
    }
  }

  #store(file: ProgramFile, offset: number, fileIndex: number, base: Value): void {
    const program = this.#program;
    const { code, texts } = file.facts;
    const key = code[offset + 3] ?? ANY_KEY;
    const value = globalSlot(file, code[offset + 5] ?? 0);
    const place = { file: fileIndex, pos: code[offset + 6] ?? 0 };
    const target = base.kind === 'class' ? base.statics : base;
    if (target.kind === 'object') {
      if (key >= 0) storeMember(program, target, texts[key] ?? '', value, place);
      else if (key === ANY_KEY) storeAny(program, target, value);
      else storeNamed(program, target, globalSlot(file, code[offset + 4] ?? 0), value, place);
    } else if (target.kind === 'builtin' && target.capability.path === 'process.env') {
      target.origin.isNarrowed = true;
      this.#writes.push({
        ...place,
        how: 'write',
        capability: { ...target.capability, path: `process.env.${texts[key] ?? '*'}` },
      });
    }
  }

  #call(file: ProgramFile, offset: number, fileIndex: number, callee: Value): void {
    const address = fileIndex * 0x1_0000_0000 + offset;
    let record = this.#operations.get(address);
    if (!record) {
      const { code } = file.facts;
      const operand = (at: number): number => code[offset + 2 + at] ?? 0;
      const slot = (at: number): number => globalSlot(file, operand(at));
      const list = Array.from({ length: operand(5) }, (_, at) => {
        const argument = operand(6 + at);
        return argument < 0 ? -globalSlot(file, -argument) : globalSlot(file, argument);
      });
      record = {
        to: slot(0),
        callee: slot(1),
        base: slot(2),
        flags: operand(3),
        file: fileIndex,
        pos: operand(4),
        list,
        depth: 0,
      };
      this.#operations.set(address, record);
      this.#program.calls.push(record);
    }
    applyCall(this.#program, this.#asked, record, callee);
  }
}
