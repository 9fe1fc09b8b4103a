/**
 * Scopes in one pass. A reference waits in the scope in which it stands; when that scope is closed it finds its declaration
 * there or moves on to the scope around it. So hoisting needs no pass of its own.
 */

import type { CodeBuilder } from './code.ts';
import { Op } from './code.ts';

/** What a name stands for. */
export type Binding =
  | { readonly slot: number }
  | { readonly request: number; readonly name: string; onUse(): void };

interface Reference {
  readonly name: string;
  readonly slot: number;
  readonly pos: number;
  readonly writes: boolean;
}

/** One scope. `var` declarations go to the nearest one with `holdsVar`. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly holdsVar: boolean;
  readonly names: Map<string, Binding>;
  readonly waiting: Reference[];
}

/** Opens a scope. */
export function openScope(parent: Scope | undefined, holdsVar: boolean): Scope {
  return { parent, holdsVar, names: new Map(), waiting: [] };
}

/** The slot of a variable that is declared in a scope; the same for every declaration of the name. */
export function declare(scope: Scope, name: string, code: CodeBuilder): number {
  const known = scope.names.get(name);
  if (known && 'slot' in known) return known.slot;
  const slot = code.slot();
  scope.names.set(name, { slot });
  return slot;
}

/** The scope to which `var` and function declarations of this place belong. */
export function varScope(scope: Scope): Scope {
  let here = scope;
  while (!here.holdsVar && here.parent) here = here.parent;
  return here;
}

/** Closes a scope: binds what it declares, hands the rest on, and gives unknown names of the file to `onGlobal`. */
export function closeScope(
  scope: Scope,
  code: CodeBuilder,
  onGlobal: (name: string, slot: number, pos: number) => void,
): void {
  for (const reference of scope.waiting) {
    const binding = scope.names.get(reference.name);
    if (binding) bind(reference, binding, code);
    else if (scope.parent) scope.parent.waiting.push(reference);
    else if (!reference.writes) onGlobal(reference.name, reference.slot, reference.pos);
  }
}

function bind(reference: Reference, binding: Binding, code: CodeBuilder): void {
  if ('slot' in binding) {
    if (reference.writes) code.copy(reference.slot, binding.slot);
    else code.copy(binding.slot, reference.slot);
    return;
  }
  if (reference.writes) return;
  binding.onUse();
  code.emit(Op.Import, reference.slot, binding.request, code.text(binding.name), reference.pos);
}
