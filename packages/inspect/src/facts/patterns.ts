/** Values that are taken apart: in declarations, in parameters, in assignments. */

import type { ArrayBindingPattern, BindingName, Expression, ObjectBindingPattern } from 'typescript';
import { ANY_KEY, NOTHING, ObjectKind, Op, UNKNOWN } from './code.ts';
import { type FileContext, startOf, unwrap, visit } from './context.ts';
import { type Key, keyOf, load, storeTo } from './member.ts';
import { declare, type Scope } from './scope.ts';

/** Declares what a name or a pattern declares, and fills it from a slot. */
export function bindPattern(name: BindingName, value: number, scope: Scope, context: FileContext): void {
  const { ts, code } = context;
  if (ts.isIdentifier(name)) {
    code.copy(value, declare(scope, name.text, code));
  } else if (ts.isObjectBindingPattern(name)) {
    bindMembers(name, value, scope, context);
  } else {
    bindElements(name, value, scope, context);
  }
}

function bindMembers(pattern: ObjectBindingPattern, value: number, scope: Scope, context: FileContext): void {
  const { ts } = context;
  for (const element of pattern.elements) {
    const pos = startOf(element, context);
    if (element.dotDotDotToken) {
      bindPattern(element.name, restOf(value, ObjectKind.Plain, pos, context), scope, context);
      continue;
    }
    const name = element.propertyName ?? element.name;
    if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name)) continue;
    const member = load(value, keyOf(name, context), pos, context);
    bindPattern(element.name, withDefault(member, element.initializer, context), scope, context);
  }
}

function bindElements(pattern: ArrayBindingPattern, value: number, scope: Scope, context: FileContext): void {
  const { ts } = context;
  pattern.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    const pos = startOf(element, context);
    if (element.dotDotDotToken) {
      bindPattern(element.name, restOf(value, ObjectKind.Array, pos, context), scope, context);
      return;
    }
    const member = load(value, indexKey(index, context), pos, context);
    bindPattern(element.name, withDefault(member, element.initializer, context), scope, context);
  });
}

/** Fills the target of an assignment: a variable, a member, or a pattern of these. */
export function assign(target: Expression, value: number, context: FileContext): void {
  const { ts, code } = context;
  const node = unwrap(target, context);
  if (ts.isIdentifier(node)) {
    const slot = code.slot();
    code.copy(value || UNKNOWN, slot);
    context.scope.waiting.push({ name: node.text, slot, pos: node.pos, writes: true });
  } else if (ts.isObjectLiteralExpression(node)) {
    for (const property of node.properties) {
      const pos = startOf(property, context);
      if (ts.isPropertyAssignment(property)) {
        const [inner, initializer] = splitDefault(property.initializer, context);
        const member = load(value, keyOf(property.name, context), pos, context);
        assign(inner, withDefault(member, initializer, context), context);
      } else if (ts.isShorthandPropertyAssignment(property)) {
        const member = load(value, keyOf(property.name, context), pos, context);
        assign(property.name, withDefault(member, property.objectAssignmentInitializer, context), context);
      } else if (ts.isSpreadAssignment(property)) {
        assign(property.expression, restOf(value, ObjectKind.Plain, pos, context), context);
      }
    }
  } else if (ts.isArrayLiteralExpression(node)) {
    node.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return;
      const pos = startOf(element, context);
      if (ts.isSpreadElement(element)) {
        assign(element.expression, restOf(value, ObjectKind.Array, pos, context), context);
        return;
      }
      const [inner, initializer] = splitDefault(element, context);
      const member = load(value, indexKey(index, context), pos, context);
      assign(inner, withDefault(member, initializer, context), context);
    });
  } else {
    storeTo(node, value, context);
  }
}

function splitDefault(node: Expression, context: FileContext): [Expression, Expression | undefined] {
  const { ts } = context;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return [node.left, node.right];
  return [node, undefined];
}

function withDefault(value: number, initializer: Expression | undefined, context: FileContext): number {
  if (!initializer) return value;
  const merged = context.code.slot();
  context.code.copy(value, merged);
  context.code.copy(visit(initializer, context), merged);
  return merged;
}

function restOf(value: number, kind: number, pos: number, context: FileContext): number {
  if (value === NOTHING) return NOTHING;
  const slot = context.code.slot();
  context.code.emit(Op.Object, slot, kind, pos);
  context.code.emit(Op.Spread, slot, value);
  return slot;
}

function indexKey(index: number, context: FileContext): Key {
  return { text: context.code.text(String(index)), slot: NOTHING };
}

/** The key of an element whose index does not matter. */
export const ANY_ELEMENT: Key = { text: ANY_KEY, slot: NOTHING };
