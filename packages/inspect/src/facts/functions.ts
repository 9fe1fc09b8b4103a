/** Functions: their parameters, what they return, and whose `this` they have. */

import type {
  Block,
  ConciseBody,
  FunctionDeclaration,
  FunctionLikeDeclaration,
  NodeArray,
  ParameterDeclaration,
  ReturnStatement,
  TypeNode,
  YieldExpression,
} from 'typescript';
import { FunctionFlag, NOTHING, Op } from './code.ts';
import { type FileContext, type Frame, startOf, visit, visitAll } from './context.ts';
import { onGlobal } from './globals.ts';
import { bindPattern } from './patterns.ts';
import { closeScope, declare, openScope, varScope } from './scope.ts';

/** Turns a function into operations. The answer is its value, and the slot of what it returns. */
export function compileFunction(
  node: FunctionLikeDeclaration,
  context: FileContext,
  owner: { readonly thisSlot?: number; readonly heritage?: number } = {},
): { readonly value: number; readonly returned: number; readonly parameters: readonly number[] } {
  const { ts, code } = context;
  const isArrow = ts.isArrowFunction(node);
  const outer = { scope: context.scope, frame: context.frame };
  const frame: Frame = {
    thisSlot: isArrow ? outer.frame.thisSlot : (owner.thisSlot ?? code.slot()),
    returned: code.slot(),
    argumentsSlot: isArrow ? outer.frame.argumentsSlot : code.slot(),
    usesArguments: false,
    heritage: owner.heritage ?? outer.frame.heritage,
  };
  const value = code.slot();
  context.scope = openScope(outer.scope, true);
  context.frame = frame;
  if (ts.isFunctionExpression(node) && node.name)
    code.copy(value, declare(context.scope, node.name.text, code));
  const { parameters, restIndex } = compileParameters(node.parameters, context);
  compileBody(node.body, context);
  closeScope(context.scope, code, (name, slot, pos) => onGlobal(name, slot, pos, context));
  // An arrow has the `arguments` of the function around it.
  if (isArrow && frame.usesArguments) outer.frame.usesArguments = true;
  context.scope = outer.scope;
  context.frame = outer.frame;

  const flags = isArrow || owner.thisSlot !== undefined ? FunctionFlag.Bound : 0;
  code.emitList(
    Op.Function,
    [
      value,
      flags,
      frame.thisSlot,
      frame.returned,
      frame.usesArguments && !isArrow ? frame.argumentsSlot : NOTHING,
      restIndex,
      startOf(node, context),
    ],
    parameters,
  );
  return { value, returned: frame.returned, parameters };
}

function compileParameters(
  list: NodeArray<ParameterDeclaration>,
  context: FileContext,
): { parameters: number[]; restIndex: number } {
  const { ts, code } = context;
  let restIndex = -1;
  const parameters: number[] = [];
  for (const parameter of list) {
    if (ts.isIdentifier(parameter.name) && parameter.name.text === 'this') continue;
    const slot = code.slot();
    if (parameter.dotDotDotToken) restIndex = parameters.length;
    parameters.push(slot);
    if (parameter.initializer) code.copy(visit(parameter.initializer, context), slot);
    typed(parameter.type, slot, context);
    bindPattern(parameter.name, slot, context.scope, context);
  }
  return { parameters, restIndex };
}

/** A parameter that is annotated with a type of the host gets what the host hands out under that type. */
function typed(type: TypeNode | undefined, slot: number, context: FileContext): void {
  const { ts, code } = context;
  if (!type || !ts.isTypeReferenceNode(type)) return;
  const name = ts.isIdentifier(type.typeName) ? type.typeName.text : type.typeName.right.text;
  if (name === 'ModApi' || name === 'CommandContext') code.emit(Op.Typed, slot, code.text(name));
}

function compileBody(body: Block | ConciseBody | undefined, context: FileContext): void {
  if (!body) return;
  if (context.ts.isBlock(body)) visitAll(body.statements, context);
  else context.code.copy(visit(body, context), context.frame.returned);
}

/** `function name() {}` as a statement. */
export function functionDeclaration(node: FunctionDeclaration, context: FileContext): number {
  const { ts, code } = context;
  if (!node.body) return NOTHING;
  const slot = node.name ? declare(varScope(context.scope), node.name.text, code) : code.slot();
  // A function in a block is visible in that block, and in sloppy code in the function around it too.
  if (node.name && !context.scope.holdsVar) context.scope.names.set(node.name.text, { slot });
  code.copy(compileFunction(node, context).value, slot);
  const isExported = node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
  const isDefault = node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
  if (isExported)
    code.emit(Op.Export, code.text(isDefault ? 'default' : (node.name?.text ?? 'default')), slot);
  return NOTHING;
}

/** `return value` */
export function returnStatement(node: ReturnStatement, context: FileContext): number {
  context.code.copy(visit(node.expression, context), context.frame.returned);
  return NOTHING;
}

/** `yield value`: whoever iterates gets it. */
export function yieldExpression(node: YieldExpression, context: FileContext): number {
  context.code.copy(visit(node.expression, context), context.frame.returned);
  return NOTHING;
}
