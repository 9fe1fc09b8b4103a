/** Expressions that read, build or join values. */

import type {
  ArrayLiteralExpression,
  BinaryExpression,
  ConditionalExpression,
  DeleteExpression,
  ElementAccessExpression,
  Expression,
  Identifier,
  NumericLiteral,
  ObjectLiteralExpression,
  PrefixUnaryExpression,
  PropertyAccessExpression,
  StringLiteralLike,
  TemplateExpression,
  TypeOfExpression,
} from 'typescript';
import { NOTHING, ObjectKind, Op, UNKNOWN } from './code.ts';
import { either, type FileContext, startOf, textSlot, unwrap, visit } from './context.ts';
import { compileFunction } from './functions.ts';
import { collectHosts } from './hosts.ts';
import { computedKey, keyOf, load, store } from './member.ts';
import { ANY_ELEMENT, assign } from './patterns.ts';

/** A name that is read. */
export function identifier(node: Identifier, context: FileContext): number {
  if (node.text === 'undefined') return NOTHING;
  if (node.text === 'arguments' && context.frame.argumentsSlot !== NOTHING) {
    context.frame.usesArguments = true;
    return context.frame.argumentsSlot;
  }
  const slot = context.code.slot();
  context.scope.waiting.push({ name: node.text, slot, pos: startOf(node, context), writes: false });
  return slot;
}

/** `'text'` */
export function stringLiteral(node: StringLiteralLike, context: FileContext): number {
  collectHosts(node.text, startOf(node, context), context.hosts);
  return textSlot(node.text, context);
}

/** `12`, as an index or a character's code. */
export function numericLiteral(node: NumericLiteral, context: FileContext): number {
  const value = Number(node.text);
  if (!Number.isInteger(value) || value > 0x7fff_ffff) return NOTHING;
  return int(value, context);
}

/** `true` is 1 and `false` is 0: enough to read options. */
export function int(value: number, context: FileContext): number {
  const slot = context.code.slot();
  context.code.emit(Op.Int, slot, value);
  return slot;
}

/** `head${value}tail` */
export function template(node: TemplateExpression, context: FileContext): number {
  collectHosts(node.head.text, startOf(node, context), context.hosts);
  let joined = textSlot(node.head.text, context);
  for (const span of node.templateSpans) {
    joined = concat(joined, visit(span.expression, context), context);
    collectHosts(span.literal.text, span.literal.pos, context.hosts);
    if (span.literal.text !== '') joined = concat(joined, textSlot(span.literal.text, context), context);
  }
  return joined;
}

function concat(left: number, right: number, context: FileContext): number {
  const slot = context.code.slot();
  context.code.emit(Op.Concat, slot, left || UNKNOWN, right || UNKNOWN);
  return slot;
}

/** `left operator right`. Long chains of one operator are walked in a loop, since their tree is as deep as they are long. */
export function binary(node: BinaryExpression, context: FileContext): number {
  const { ts, code } = context;
  const { SyntaxKind } = ts;
  const operator = node.operatorToken.kind;
  if (operator === SyntaxKind.EqualsToken) {
    const value = visit(node.right, context);
    const isBlank = value === NOTHING && isNullish(node.right, context);
    if (!isBlank) assign(node.left, value, context);
    else if (!ts.isIdentifier(node.left)) visit(node.left, context);
    return value;
  }
  if (operator === SyntaxKind.PlusEqualsToken) {
    const left = visit(node.left, context);
    const joined = concat(left, visit(node.right, context), context);
    assign(node.left, joined, context);
    return joined;
  }
  if (
    operator === SyntaxKind.BarBarEqualsToken ||
    operator === SyntaxKind.AmpersandAmpersandEqualsToken ||
    operator === SyntaxKind.QuestionQuestionEqualsToken
  ) {
    const value = visit(node.right, context);
    assign(node.left, value, context);
    return either([visit(node.left, context), value], context);
  }
  if (operator >= SyntaxKind.FirstCompoundAssignment && operator <= SyntaxKind.LastCompoundAssignment) {
    visit(node.left, context);
    visit(node.right, context);
    assign(node.left, UNKNOWN, context);
    return NOTHING;
  }

  const operands: Expression[] = [node.right];
  let left: Expression = node.left;
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === operator) {
    operands.push(left.right);
    left = left.left;
  }
  operands.push(left);
  operands.reverse();
  const slots = operands.map((operand) => visit(operand, context));
  if (operator === SyntaxKind.PlusToken) return slots.reduce((joined, slot) => concat(joined, slot, context));
  if (operator === SyntaxKind.CommaToken) return slots.at(-1) ?? NOTHING;
  if (operator === SyntaxKind.AmpersandAmpersandToken) return slots.at(-1) ?? NOTHING;
  if (operator === SyntaxKind.BarBarToken || operator === SyntaxKind.QuestionQuestionToken) {
    const merged = code.slot();
    slots.forEach((slot, index) => {
      const operand = operands[index];
      if (slot !== NOTHING) code.copy(slot, merged);
      else if (operand && !isNullish(operand, context)) code.copy(UNKNOWN, merged);
    });
    return merged;
  }
  return NOTHING;
}

/** Whether an expression is `null` or `undefined`, which stand for "nothing yet". */
export function isNullish(node: Expression, context: FileContext): boolean {
  const { ts } = context;
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
}

/** `test ? one : other` */
export function conditional(node: ConditionalExpression, context: FileContext): number {
  visit(node.condition, context);
  const { code } = context;
  const merged = code.slot();
  for (const branch of [node.whenTrue, node.whenFalse]) {
    const slot = visit(branch, context);
    if (slot !== NOTHING || !isNullish(branch, context)) code.copy(slot || UNKNOWN, merged);
  }
  return merged;
}

/** `base.name` */
export function propertyAccess(node: PropertyAccessExpression, context: FileContext): number {
  const base = visit(node.expression, context);
  // Members of nothing are nothing, but for `constructor`, which leads from anything to Function.
  if (base === NOTHING && node.name.text !== 'constructor') return NOTHING;
  const key = { text: context.code.text(node.name.text), slot: NOTHING };
  return load(base, key, startOf(node, context), context);
}

/** `base[key]` */
export function elementAccess(node: ElementAccessExpression, context: FileContext): number {
  const base = visit(node.expression, context);
  return load(base, computedKey(node.argumentExpression, context), startOf(node, context), context);
}

/** `{...}` */
export function objectLiteral(node: ObjectLiteralExpression, context: FileContext): number {
  const { ts, code } = context;
  const object = code.slot();
  code.emit(Op.Object, object, ObjectKind.Plain, startOf(node, context));
  for (const property of node.properties) {
    const pos = startOf(property, context);
    if (ts.isPropertyAssignment(property)) {
      const key = keyOf(property.name, context);
      store(object, key, visit(property.initializer, context), pos, context);
    } else if (ts.isShorthandPropertyAssignment(property)) {
      store(object, keyOf(property.name, context), identifier(property.name, context), pos, context);
    } else if (ts.isSpreadAssignment(property)) {
      code.emit(Op.Spread, object, visit(property.expression, context) || UNKNOWN);
    } else if (ts.isMethodDeclaration(property)) {
      const key = keyOf(property.name, context);
      store(object, key, compileFunction(property, context, { thisSlot: object }).value, pos, context);
    } else if (ts.isGetAccessorDeclaration(property)) {
      const key = keyOf(property.name, context);
      store(object, key, compileFunction(property, context, { thisSlot: object }).returned, pos, context);
    } else {
      compileFunction(property, context, { thisSlot: object });
    }
  }
  return object;
}

/** `[...]` */
export function arrayLiteral(node: ArrayLiteralExpression, context: FileContext): number {
  const { ts, code } = context;
  const array = code.slot();
  code.emit(Op.Object, array, ObjectKind.Array, startOf(node, context));
  let isShifted = false;
  node.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    if (ts.isSpreadElement(element)) {
      isShifted = true;
      code.emit(Op.Spread, array, visit(element.expression, context) || UNKNOWN);
      return;
    }
    const key = isShifted ? ANY_ELEMENT : { text: code.text(String(index)), slot: NOTHING };
    store(array, key, visit(element, context), startOf(element, context), context);
  });
  return array;
}

/** `-1` as an index; of every other sign, nothing is left but what stands behind it. */
export function prefixUnary(node: PrefixUnaryExpression, context: FileContext): number {
  const { ts } = context;
  if (node.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(node.operand)) {
    const value = Number(node.operand.text);
    return Number.isInteger(value) && value <= 0x7fff_ffff ? int(-value, context) : NOTHING;
  }
  visit(node.operand, context);
  return NOTHING;
}

/** `delete base[key]` takes away what stands there and reads none of it. */
export function deleted(node: DeleteExpression, context: FileContext): number {
  const operand = unwrap(node.expression, context);
  if (
    context.ts.isElementAccessExpression(operand) &&
    !context.ts.isStringLiteralLike(operand.argumentExpression)
  ) {
    visit(operand.expression, context);
    visit(operand.argumentExpression, context);
  } else visit(operand, context);
  return NOTHING;
}

/** `typeof name` asks whether something is there, which is no use of it. */
export function typeOf(node: TypeOfExpression, context: FileContext): number {
  if (!context.ts.isIdentifier(node.expression)) visit(node.expression, context);
  return NOTHING;
}
