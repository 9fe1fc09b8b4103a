import type { Expression, PropertyName } from 'typescript';
import { COMPUTED_KEY, NOTHING, Op, UNKNOWN } from './code.ts';
import { type FileContext, startOf, visit } from './context.ts';

/** The name of a member: a text that stands there, or a slot that holds it. */
export interface Key {
  readonly text: number;
  readonly slot: number;
}

/** The key of `base[expression]`. */
export function computedKey(expression: Expression, context: FileContext): Key {
  const { ts, code } = context;
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression))
    return { text: code.text(expression.text), slot: NOTHING };
  return { text: COMPUTED_KEY, slot: visit(expression, context) || UNKNOWN };
}

/** The key of a member in an object, a class or a pattern. */
export function keyOf(name: PropertyName, context: FileContext): Key {
  if (context.ts.isComputedPropertyName(name)) return computedKey(name.expression, context);
  return { text: context.code.text(name.text), slot: NOTHING };
}

/** Reads a member, and answers the slot of its value. */
export function load(base: number, key: Key, pos: number, context: FileContext): number {
  // Members of a boring value are boring, but for two: `constructor` leads to Function, and a computed key might be it.
  const holder = base === NOTHING ? UNKNOWN : base;
  const slot = context.code.slot();
  context.code.emit(Op.Load, slot, holder, key.text, key.slot, pos);
  return slot;
}

/** Writes a member. */
export function store(base: number, key: Key, value: number, pos: number, context: FileContext): void {
  if (base === NOTHING) return;
  context.code.emit(Op.Store, base, key.text, key.slot, value || UNKNOWN, pos);
}

/** Visits the target of an assignment that is a member, and writes to it. */
export function storeTo(target: Expression, value: number, context: FileContext): void {
  const { ts } = context;
  if (ts.isPropertyAccessExpression(target)) {
    const base = visit(target.expression, context);
    store(
      base,
      { text: context.code.text(target.name.text), slot: NOTHING },
      value,
      startOf(target, context),
      context,
    );
  } else if (ts.isElementAccessExpression(target)) {
    const base = visit(target.expression, context);
    store(base, computedKey(target.argumentExpression, context), value, startOf(target, context), context);
  } else {
    visit(target, context);
  }
}
