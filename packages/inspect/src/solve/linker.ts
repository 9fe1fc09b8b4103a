/** Ties files together: which file, module or package a specifier stands for, and what its names are. */

import { type FileFacts, UNKNOWN } from '../facts/code.ts';
import type { Resolution } from '../package/resolution.ts';
import { type Capability, capability, memberOf } from '../tables/capability.ts';
import { PROCESS_MODULE } from '../tables/globals.ts';
import { EXTERNAL, HOST_PACKAGE } from '../tables/host.ts';
import { MODULES } from '../tables/modules.ts';
import type { HowAsked, Later } from './later.ts';
import { fieldSlot, inherit, loadMember } from './members.ts';
import type { Program, ProgramFile } from './program.ts';
import type { Constants, ModuleUse } from './uses.ts';
import type { ObjectValue, Place, Value } from './values.ts';

/** How specifiers are resolved and files are read. */
export interface Linking {
  resolve(from: string, specifier: string): Resolution;
  /** The facts of a file; `undefined` when it cannot be read, which the ledger then says. */
  facts(path: string): FileFacts | undefined;
  /** Told of every file that one file leads to, also of those that are not source or not there. */
  onReach(from: string, resolution: Resolution): void;
}

const LIKE_A_PATH = /^(?:\.{0,2}\/|file:|data:)|^[^\s(){};=]+\.[cm]?[jt]s$/;

interface AskedLater {
  readonly nameSlot: number;
  readonly to: number;
  readonly place: Place;
  readonly how: HowAsked;
  readonly done: Set<string>;
}

/** See the head of this file. */
export class ModuleLinker implements Pick<Later, 'requireLater'> {
  readonly #program: Program;
  readonly #linking: Linking;
  readonly #addFile: (path: string, facts: FileFacts) => ProgramFile;
  readonly #files = new Map<string, ProgramFile | undefined>();
  readonly #fresh: ProgramFile[] = [];
  readonly #later: AskedLater[] = [];
  readonly #asked = new Set<string>();
  readonly #uses = new Map<string, ModuleUse>();
  readonly #commonJs = new Map<ProgramFile, ObjectValue>();

  constructor(program: Program, linking: Linking, addFile: (path: string, facts: FileFacts) => ProgramFile) {
    this.#program = program;
    this.#linking = linking;
    this.#addFile = addFile;
  }

  /** The file at a path of the package, read now if it was not yet. */
  fileAt(path: string): ProgramFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const facts = this.#linking.facts(path);
    const file = facts ? this.#addFile(path, facts) : undefined;
    this.#files.set(path, file);
    if (file) this.#fresh.push(file);
    return file;
  }

  /** A file whose operations nobody has looked at yet. */
  nextFile(): ProgramFile | undefined {
    return this.#fresh.shift();
  }

  /** Brings in what the declarations of a file ask for. */
  linkRequests(file: ProgramFile): void {
    for (const { specifier, pos, how, live } of file.facts.requests)
      if (live && how === 'declaration') this.#reach(file, specifier, { file: file.index, pos });
  }

  /** Binds an imported name to a slot. `*` is the namespace, `=` what `import name = require()` gives. */
  bind(file: ProgramFile, requestIndex: number, name: string, to: number, place: Place): void {
    const request = file.facts.requests[requestIndex];
    if (!request) return;
    const resolution = this.#reach(file, request.specifier, { file: file.index, pos: request.pos });
    this.#give(resolution, name, to, place);
  }

  /** `export * from`: what the other exports is exported here too. */
  star(file: ProgramFile, requestIndex: number, place: Place): void {
    const request = file.facts.requests[requestIndex];
    if (!request) return;
    const resolution = this.#reach(file, request.specifier, { file: file.index, pos: request.pos });
    const target = this.#program.slot();
    this.#give(resolution, '*', target, place);
    this.#program.onValue(target, (value) => inherit(this.#program, file.exports, value));
  }

  #give(resolution: Resolution, name: string, to: number, place: Place): void {
    const program = this.#program;
    switch (resolution.kind) {
      case 'file': {
        const target = this.fileAt(resolution.path);
        if (target) this.#giveExport(target, name, to, place);
        return;
      }
      case 'builtin':
        this.#giveMember(moduleCapability(resolution.name), name, to, place);
        return;
      case 'host':
        this.#giveMember(HOST_PACKAGE, name, to, place);
        return;
      case 'external':
      case 'outside':
        program.add(to, program.builtin(EXTERNAL, place));
    }
  }

  #giveMember(owner: Capability, name: string, to: number, place: Place): void {
    const program = this.#program;
    if (name === '*' || name === '=' || name === 'default' || name === 'module.exports') {
      program.add(to, program.builtin(owner, place, true));
      return;
    }
    const member = memberOf(owner, name);
    if (member) program.add(to, program.builtin(member, place));
  }

  #giveExport(target: ProgramFile, name: string, to: number, place: Place): void {
    const program = this.#program;
    const whole = this.#wholeExport(target);
    if (name === '*' || name === '=') {
      program.add(to, target.exports);
      program.edge(whole, to);
      return;
    }
    program.edge(fieldSlot(program, target.exports, name, place), to);
    program.edge(target.exports.anyField, to);
    if (name === 'default') program.edge(whole, to);
    program.onValue(whole, (value: Value) => {
      if (value !== target.exports) loadMember(program, value, name, to, place);
    });
  }

  /** What `export =` or `module.exports =` puts in the place of all exports. */
  #wholeExport(file: ProgramFile): number {
    const slot = this.#program.slot();
    this.#program.edge(fieldSlot(this.#program, file.exports, '='), slot);
    const module = this.commonJsModule(file);
    this.#program.edge(fieldSlot(this.#program, module, 'exports'), slot);
    this.#program.edge(module.anyField, slot);
    return slot;
  }

  /** `module` in a CommonJS file. */
  commonJsModule(file: ProgramFile): ObjectValue {
    const known = this.#commonJs.get(file);
    if (known) return known;
    const module = this.#program.object(false, { file: file.index, pos: 0 });
    this.#commonJs.set(file, module);
    this.#program.add(fieldSlot(this.#program, module, 'exports'), file.exports);
    return module;
  }

  /** A slot with what a file exports under a name. */
  importFrom(file: ProgramFile, name: string): number {
    const slot = this.#program.slot();
    this.#giveExport(file, name, slot, { file: file.index, pos: 0 });
    return slot;
  }

  // ── Names in slots ─────────────────────────────────────────────────────────────────────────────────────────────────

  requireLater(nameSlot: number, to: number, place: Place, how: HowAsked): void {
    const key = `${place.file}:${place.pos}:${nameSlot}:${to}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#later.push({ nameSlot, to, place, how, done: new Set() });
  }

  /** Works out names that were not known. The answer is whether anything is new. */
  resolveLater(constants: (slot: number) => Constants): boolean {
    let isNew = false;
    for (const { nameSlot, to, place, how, done } of this.#later) {
      for (const value of constants(nameSlot).values) {
        const name = String(value);
        if (typeof value !== 'string' || done.has(name)) continue;
        done.add(name);
        isNew = true;
        this.#ask(name, to, place, how);
      }
    }
    return isNew || this.#fresh.length > 0;
  }

  #ask(name: string, to: number, place: Place, how: HowAsked): void {
    const file = this.#program.files[place.file];
    if (!file) return;
    const isPath = how === 'worker' || how === 'program';
    // The first argument of a worker may be its code; a rule looks at that.
    if (isPath && !LIKE_A_PATH.test(name)) return;
    const specifier = isPath && !/^(?:[./]|file:|data:)/.test(name) ? `./${name}` : name;
    if (how === 'program' && this.#linking.resolve(file.path, specifier).kind !== 'file') return;
    const resolution = this.#reach(file, specifier, place);
    if (!isPath) this.#give(resolution, '*', to, place);
    else if (resolution.kind === 'file') this.fileAt(resolution.path);
  }

  /** Resolves a specifier, reads the file it stands for, and notes what cannot be read. */
  #reach(file: ProgramFile, specifier: string, place: Place): Resolution {
    const resolution = this.#linking.resolve(file.path, specifier);
    this.#linking.onReach(file.path, resolution);
    if (resolution.kind === 'file') this.fileAt(resolution.path);
    else if (resolution.kind !== 'builtin' && resolution.kind !== 'host' && resolution.kind !== 'data')
      this.#note({ ...place, specifier, kind: resolution.kind });
    return resolution;
  }

  #note(use: ModuleUse): void {
    this.#uses.set(`${use.file}:${use.pos}:${use.specifier}:${use.kind}`, use);
  }

  /** Everything that was asked for and is no source of the package. */
  finish(constants: (slot: number) => Constants): ModuleUse[] {
    for (const { nameSlot, place, how } of this.#later) {
      if (how === 'program' || (nameSlot > UNKNOWN && constants(nameSlot).isComplete)) continue;
      this.#note({ ...place, specifier: '', kind: 'unknown' });
    }
    return [...this.#uses.values()];
  }
}

/** The table's entry for one of Node's modules. */
function moduleCapability(name: string): Capability {
  return name === 'process' ? PROCESS_MODULE : (MODULES.get(name) ?? capability(name));
}
