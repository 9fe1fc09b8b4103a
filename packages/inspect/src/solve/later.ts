import type { Place } from './values.ts';

/** How a module is asked for by a name in a slot. */
export type HowAsked = 'import' | 'require' | 'builtin' | 'worker' | 'program';

/** What functions that take names ask for: it is answered as soon as the name can be worked out. */
export interface Later {
  /** Lets the module that a slot names flow into another slot. */
  requireLater(nameSlot: number, to: number, place: Place, how: HowAsked): void;
  /** Lets the member that a slot names, of whatever another slot holds, flow into a third. */
  loadLater(base: number, keySlot: number, to: number, place: Place): void;
}
