/** What the solver hands to the rules: who uses what, and where. Plain questions can be asked about arguments. */

import type { FileFacts } from '../facts/code.ts';
import type { Capability } from '../tables/capability.ts';
import type { CallRecord, ObjectValue, Place } from './values.ts';

/** How a capability is used. */
export type HowUsed =
  | 'call'
  /** Taken hold of, and not seen to be called. */
  | 'read'
  /** A member is written. */
  | 'write'
  /** Handed on whole to where it cannot be followed. */
  | 'whole'
  /** A member was taken whose name only run time knows. */
  | 'unknown member';

/** One use of a capability. */
export interface Use extends Place {
  readonly how: HowUsed;
  readonly capability: Capability;
  /** The call, where the use is one. */
  readonly call?: CallRecord;
  /** The place at which it was taken hold of. */
  readonly origin?: Place;
}

/** A module asked for, and what it is. */
export interface ModuleUse extends Place {
  readonly specifier: string;
  readonly kind: 'external' | 'outside' | 'missing' | 'native' | 'text' | 'unread' | 'unknown';
  readonly path?: string;
}

/** What a slot's value could be as a constant. */
export interface Constants {
  readonly values: readonly Constant[];
  /** Whether these are all that it could be. */
  readonly isComplete: boolean;
}

/** A constant: a text, a number, or a list of these. */
export type Constant = string | number | readonly Constant[];

/** Answers about the program once everything has flowed. */
export interface Solution {
  /** The files of the closure, in the order of the places' numbers. */
  readonly files: readonly { readonly path: string; readonly facts: FileFacts }[];
  readonly uses: readonly Use[];
  readonly modules: readonly ModuleUse[];
  /** What a slot could be as a constant. */
  constants(slot: number): Constants;
  /** The objects that a slot could hold. */
  objects(slot: number): readonly ObjectValue[];
  /** Whether a slot can hold a function of the mod. */
  isFunction(slot: number): boolean;
  /** The slots of a member in all objects of a slot. */
  member(slot: number, name: string): readonly number[];
}
