/** Members whose name is no word of the text: which they are is worked out when all else has settled. */

import { CONSTRUCTOR } from '../tables/globals.ts';
import { EXTERNAL } from '../tables/host.ts';
import { couldBe, type Spellings } from './could-be.ts';
import { fold } from './fold.ts';
import { looksBuilt } from './looks-built.ts';
import { addElements, isNamespace, loadMember } from './members.ts';
import { globalSlot, type Program, type ProgramFile } from './program.ts';
import type { Use } from './uses.ts';
import type { Place, Value } from './values.ts';

/** Enough to see through `'const' + 'ructor'`, for each of the many `list[index]`. */
const FEW_STEPS = 120;

/** Stands among names for all of them. */
const EVERY_MEMBER = '*';

/** Whether a member of a value can be a thing of the tables. */
function leadsOut(value: Value): boolean {
  if (value.kind === 'builtin') return value.capability !== EXTERNAL;
  return value.kind === 'object' && [...(value.parents ?? [])].some(leadsOutByParent);
}

function leadsOutByParent(parent: Value): boolean {
  return parent.kind === 'builtin'
    ? parent.capability !== EXTERNAL
    : parent.kind === 'object' && parent.parents !== undefined;
}

/** A member whose name has to be worked out, of a value for which it matters. */
interface NamedLater {
  readonly value: Value;
  readonly keySlot: number;
  readonly to: number;
  readonly place: Place;
  readonly done: Set<string>;
}

/** See the head of this file. */
export class MemberNames {
  readonly #program: Program;
  #later: NamedLater[] = [];
  #computedLoads: { readonly file: ProgramFile; readonly offset: number }[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  /** Notes an operation that reads a computed member, whatever its base will hold. */
  computedLoad(file: ProgramFile, offset: number): void {
    this.#computedLoads.push({ file, offset });
  }

  /** Reads the member that a slot names of a value; at once where no name is needed. */
  nameLater(value: Value, keySlot: number, to: number, place: Place): void {
    const isBuilt = looksBuilt(this.#program, keySlot);
    if (value.kind === 'object' && !leadsOut(value) && !isBuilt) {
      addElements(this.#program, value, to);
      return;
    }
    // Of a function, only what a built name may lead to matters.
    if (value.kind === 'builtin' ? value.capability === EXTERNAL : value.kind !== 'object' && !isBuilt)
      return;
    this.#later.push({ value, keySlot, to, place, done: new Set() });
  }

  /** Works out computed members. The answer is whether anything is new. */
  nameMembers(): boolean {
    let isNew = false;
    // Once every member of an object has been let through, there is no need for names, unless they lead out of it.
    this.#later = this.#later.filter(({ value, done }) => !done.has(EVERY_MEMBER) || leadsOut(value));
    for (const { value, keySlot, to, place, done } of this.#later) {
      for (const name of this.#namesOf(value, keySlot)) {
        if (done.has(name)) continue;
        done.add(name);
        isNew = true;
        if (name !== EVERY_MEMBER) loadMember(this.#program, value, name, to, place);
        else if (value.kind === 'object') addElements(this.#program, value, to);
      }
    }
    return isNew;
  }

  #namesOf(value: Value, keySlot: number): string[] {
    const steps = value.kind === 'builtin' ? undefined : FEW_STEPS;
    const { values, isComplete } = fold(this.#program, keySlot, steps);
    const names = values.map(String);
    return isComplete ? names : [...names, EVERY_MEMBER];
  }

  /** Members whose name may turn out to be `constructor`: of anything at all, a text or what a package made among them. */
  nameConstructors(): boolean {
    const program = this.#program;
    const spellings: Spellings = new Map();
    const known = new Map<number, boolean>();
    const isConstructor = (keySlot: number): boolean => {
      let answer = known.get(keySlot);
      if (answer === undefined) {
        answer = looksBuilt(program, keySlot) && couldBe(program, keySlot, 'constructor', spellings);
        known.set(keySlot, answer);
      }
      return answer;
    };
    let isNew = false;
    this.#computedLoads = this.#computedLoads.filter(({ file, offset }) => {
      const { code } = file.facts;
      if (!isConstructor(globalSlot(file, code[offset + 5] ?? 0))) return true;
      const place = { file: file.index, pos: code[offset + 6] ?? 0 };
      program.add(globalSlot(file, code[offset + 2] ?? 0), program.builtin(CONSTRUCTOR, place));
      isNew = true;
      return false;
    });
    for (const { value, keySlot, to, place, done } of this.#later) {
      if (value.kind === 'object' || done.has('constructor') || !isConstructor(keySlot)) continue;
      done.add('constructor');
      loadMember(program, value, 'constructor', to, place);
      isNew = true;
    }
    return isNew;
  }

  /** Uses of whole namespaces: a member of theirs was read whose name is not known in the end. */
  unknownMembers(): Use[] {
    return this.#later.flatMap(({ value, keySlot, place }): Use[] => {
      if (
        value.kind !== 'builtin' ||
        !isNamespace(value.capability) ||
        fold(this.#program, keySlot).isComplete
      )
        return [];
      return [{ ...place, how: 'unknown member', capability: value.capability, origin: value.origin }];
    });
  }
}
