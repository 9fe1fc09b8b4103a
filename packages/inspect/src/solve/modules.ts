import type { Place } from './values.ts';

/** How a module is asked for by a name in a slot. */
export type HowAsked = 'import' | 'require' | 'builtin' | 'worker' | 'program';

/** What functions such as `require` ask of whoever knows the modules. */
export interface Modules {
  /** Lets the module that a slot names flow into another slot, as soon as the name can be worked out. */
  requireLater(nameSlot: number, to: number, place: Place, how: HowAsked): void;
}
