/** A cheap question before a dear one: whether it can be worth while to work a name out. */

import { Op } from '../facts/code.ts';
import { globalSlot, type Program } from './program.ts';

/** So many slots are looked at for whether constants made one of them. */
const FEW_SLOTS = 24;

/** Whether a slot looks as if constants made it: a text, or a call or a sum that may give one. Cheaper than finding out. */
export function looksBuilt(program: Program, slot: number): boolean {
  const slots = new Set([slot]);
  // A set grows while it is walked.
  for (const at of slots) {
    if (slots.size > FEW_SLOTS) return false;
    const file = program.fileOf(at);
    if (file) {
      const { code } = file.facts;
      for (const offset of program.definitionsOf(at)) {
        const operation = code[offset];
        if (operation === Op.Copy) slots.add(globalSlot(file, code[offset + 2] ?? 0));
        else if (
          operation === Op.Text ||
          operation === Op.Concat ||
          operation === Op.Call ||
          operation === Op.Element ||
          (operation === Op.Load && isOfObject(program, globalSlot(file, code[offset + 3] ?? 0)))
        )
          return true;
      }
    }
    for (const source of program.someSources(at, FEW_SLOTS)) slots.add(source);
  }
  return false;
}

function isOfObject(program: Program, base: number): boolean {
  return program.valuesOf(base).some(({ kind }) => kind === 'object');
}
