/** What a slot can hold, as far as it matters. Every value is one object, so that sets of them stay small. */

import type { Capability } from '../tables/capability.ts';

/** Where a capability was taken hold of, and what became of it. */
export interface Origin {
  readonly file: number;
  readonly pos: number;
  readonly capability: Capability;
  /** It is the module itself, as imported, required or handed out whole. */
  readonly isModule: boolean;
  /** One of its members was taken: the use of that member counts, not the whole. */
  isNarrowed: boolean;
  /** It was called: the call counts, not the reading. */
  isCalled: boolean;
}

/** A thing of the tables: a module, a global, the API, or a member of one. */
export interface BuiltinValue {
  readonly kind: 'builtin';
  readonly capability: Capability;
  readonly origin: Origin;
}

/** A function of the mod. All slots are the program's. */
export interface FunctionValue {
  readonly kind: 'function';
  readonly parameters: readonly number[];
  readonly restIndex: number;
  readonly thisSlot: number;
  readonly argumentsSlot: number;
  readonly returned: number;
  /** It has a `this` that no call changes. */
  readonly isBound: boolean;
}

/** A class of the mod. */
export interface ClassValue {
  readonly kind: 'class';
  readonly instance: number;
  readonly constructorSlot: number;
  readonly heritage: number;
  readonly statics: ObjectValue;
}

/** A place in a file. */
export interface Place {
  readonly file: number;
  readonly pos: number;
}

/** An object, an array, the instances of a class, or what a file exports. There are many, and most lack most of this. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly isArray: boolean;
  /** Where it is made. */
  readonly place: Place;
  /** The slot of each member that was read or written. */
  readonly fields: Map<string, number>;
  /** Where members were written. */
  readonly writes: Map<string, Place[]>;
  /** Holds the values of members whose name is not known. */
  readonly anyField: number;
  /** Holds what any member holds. */
  readonly allFields: number;
  /** Values whose members are members of this one too. */
  parents?: Set<Value>;
  /** Slots that were spread into it. */
  spreads?: number[];
  /** What was written under a name that is not a constant: the key's slot and where. */
  computed?: { readonly key: number; readonly value: number; readonly place: Place }[];
}

/** A function with its first arguments fixed. */
export interface BoundValue {
  readonly kind: 'bound';
  readonly target: Value;
  readonly fixed: readonly number[];
}

/** A method that every function, array or promise has. */
export interface MethodValue {
  readonly kind: 'method';
  readonly name: string;
  readonly self: Value;
}

export type Value = BuiltinValue | FunctionValue | ClassValue | ObjectValue | BoundValue | MethodValue;

/** One call of one place. Spread arguments are negative slots. */
export interface CallRecord {
  readonly callee: number;
  readonly base: number;
  readonly list: readonly number[];
  readonly to: number;
  readonly flags: number;
  readonly file: number;
  readonly pos: number;
  /** How many calls that no text writes lie between this one and the text: 1 for the host's call of a factory. */
  readonly depth: number;
}
