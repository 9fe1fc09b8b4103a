/** Calls, `new`, tagged templates and `import(...)`. */

import type {
  CallExpression,
  Expression,
  NewExpression,
  NodeArray,
  TaggedTemplateExpression,
} from 'typescript';
import { CallFlag, NOTHING, Op, UNKNOWN } from './code.ts';
import { type FileContext, startOf, textSlot, unwrap, visit } from './context.ts';
import { computedKey, load } from './member.ts';

/** `callee(...)`, `super(...)` and `import(...)`. */
export function call(node: CallExpression, context: FileContext): number {
  const { ts, code } = context;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const specifier = node.arguments[0];
    const slot = code.slot();
    const name = specifier ? visit(specifier, context) || UNKNOWN : UNKNOWN;
    if (specifier && ts.isStringLiteralLike(specifier))
      request(specifier.text, startOf(specifier, context), context);
    code.emit(Op.DynamicImport, slot, name, startOf(node, context));
    for (const argument of node.arguments.slice(1)) visit(argument, context);
    return slot;
  }
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
    const list = argumentSlots(node.arguments, context);
    return emitCall(
      context.frame.heritage,
      NOTHING,
      CallFlag.New | CallFlag.Super,
      startOf(node, context),
      list,
      context,
    );
  }
  const pos = startOf(node, context);
  const { callee, base } = calleeOf(node.expression, context);
  const first = node.arguments[0];
  if (
    first &&
    ts.isStringLiteralLike(first) &&
    node.arguments.length === 1 &&
    isRequireLike(node.expression, context)
  )
    request(first.text, startOf(first, context), context);
  return emitCall(callee, base, 0, pos, argumentSlots(node.arguments, context), context);
}

/** Files that `require('./name')` names are read ahead; whether it is the real `require` is found out later. */
function isRequireLike(callee: Expression, context: FileContext): boolean {
  return context.ts.isIdentifier(callee) && callee.text === 'require';
}

function request(specifier: string, pos: number, context: FileContext): void {
  context.requests.push({ specifier, pos, how: 'call', live: true });
}

/** `new callee(...)` */
export function newExpression(node: NewExpression, context: FileContext): number {
  const { callee, base } = calleeOf(node.expression, context);
  const list = argumentSlots(node.arguments, context);
  return emitCall(callee, base, CallFlag.New, startOf(node, context), list, context);
}

/** tag`text${value}` is a call with the strings first. */
export function taggedTemplate(node: TaggedTemplateExpression, context: FileContext): number {
  const { ts } = context;
  const { callee, base } = calleeOf(node.tag, context);
  const pos = startOf(node, context);
  const list: number[] = [];
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) {
    list.push(textSlot(rawText(node.template), context));
  } else {
    list.push(textSlot(rawText(node.template.head), context));
    for (const span of node.template.templateSpans) {
      list.push(visit(span.expression, context) || UNKNOWN);
      list.push(textSlot(rawText(span.literal), context));
    }
  }
  return emitCall(callee, base, CallFlag.Template, pos, list, context);
}

function rawText(node: { readonly rawText?: string; readonly text: string }): string {
  return node.rawText ?? node.text;
}

/** The value that is called, and the object that it is called on. */
function calleeOf(expression: Expression, context: FileContext): { callee: number; base: number } {
  const { ts, code } = context;
  const node = unwrap(expression, context);
  if (ts.isPropertyAccessExpression(node)) {
    const base = visit(node.expression, context);
    const key = { text: code.text(node.name.text), slot: NOTHING };
    return { callee: load(base, key, startOf(node, context), context), base };
  }
  if (ts.isElementAccessExpression(node)) {
    const base = visit(node.expression, context);
    const callee = load(base, computedKey(node.argumentExpression, context), startOf(node, context), context);
    return { callee, base };
  }
  return { callee: visit(node, context), base: NOTHING };
}

/** The slots of arguments; a spread one is negative. */
function argumentSlots(list: NodeArray<Expression> | undefined, context: FileContext): number[] {
  const { ts } = context;
  if (!list) return [];
  return list.map((argument) =>
    ts.isSpreadElement(argument)
      ? -(visit(argument.expression, context) || UNKNOWN)
      : visit(argument, context),
  );
}

function emitCall(
  callee: number,
  base: number,
  flags: number,
  pos: number,
  list: readonly number[],
  context: FileContext,
): number {
  const { code } = context;
  const to = code.slot();
  code.emitList(Op.Call, [to, callee || UNKNOWN, base, flags, pos], list);
  return to;
}
