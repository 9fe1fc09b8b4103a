import { GLOBAL_NAMES } from '../tables/globals.ts';
import { Op } from './code.ts';
import type { FileContext } from './context.ts';

/** A name that the file does not declare: it counts when it is one of those that lead somewhere. */
export function onGlobal(name: string, slot: number, pos: number, context: FileContext): void {
  if (GLOBAL_NAMES.has(name)) context.code.emit(Op.Global, slot, context.code.text(name), pos);
}
