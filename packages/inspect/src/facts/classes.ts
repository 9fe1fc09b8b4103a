/** Classes: one object stands for all instances of a class, and one for its static side. */

import type { ClassLikeDeclaration, ConstructorDeclaration, ParameterDeclaration } from 'typescript';
import { NOTHING, ObjectKind, Op } from './code.ts';
import { type FileContext, startOf, visit, visitAll } from './context.ts';
import { compileFunction } from './functions.ts';
import { onGlobal } from './globals.ts';
import { keyOf, store } from './member.ts';
import { closeScope, declare, openScope } from './scope.ts';

/** Turns a class into operations, and answers the slot of its value. */
export function compileClass(node: ClassLikeDeclaration, context: FileContext): number {
  const { ts, code } = context;
  const pos = startOf(node, context);
  visitAll(node.modifiers?.filter(ts.isDecorator), context);
  const extended = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword);
  const heritage = visit(extended?.types[0]?.expression, context);
  const value = code.slot();
  const instance = code.slot();
  code.emit(Op.Object, instance, ObjectKind.Instance, pos);
  const outer = { scope: context.scope, frame: context.frame };
  context.scope = openScope(outer.scope, false);
  if (node.name) code.copy(value, declare(context.scope, node.name.text, code));

  let run = NOTHING;
  for (const member of node.members) {
    const isStatic = ts.canHaveModifiers(member) && hasModifier(member, ts.SyntaxKind.StaticKeyword);
    const owner = { thisSlot: isStatic ? value : instance, heritage };
    if (ts.isConstructorDeclaration(member)) {
      if (member.body) run = compileConstructor(member, owner, context);
    } else if (ts.isMethodDeclaration(member)) {
      if (!member.body) continue;
      store(
        owner.thisSlot,
        keyOf(member.name, context),
        compileFunction(member, context, owner).value,
        pos,
        context,
      );
    } else if (ts.isGetAccessorDeclaration(member)) {
      store(
        owner.thisSlot,
        keyOf(member.name, context),
        compileFunction(member, context, owner).returned,
        pos,
        context,
      );
    } else if (ts.isSetAccessorDeclaration(member)) {
      compileFunction(member, context, owner);
    } else if (ts.isPropertyDeclaration(member) && member.initializer) {
      const key = keyOf(member.name, context);
      context.frame = { ...outer.frame, thisSlot: owner.thisSlot, heritage };
      store(owner.thisSlot, key, visit(member.initializer, context), startOf(member, context), context);
      context.frame = outer.frame;
    } else if (ts.isClassStaticBlockDeclaration(member)) {
      context.frame = { ...outer.frame, thisSlot: value, heritage };
      visitAll(member.body.statements, context);
      context.frame = outer.frame;
    }
  }
  closeScope(context.scope, code, (name, slot, at) => onGlobal(name, slot, at, context));
  context.scope = outer.scope;
  code.emit(Op.Class, value, instance, run, heritage, pos);
  return value;
}

function compileConstructor(
  node: ConstructorDeclaration,
  owner: { readonly thisSlot: number; readonly heritage: number },
  context: FileContext,
): number {
  const { value, parameters } = compileFunction(node, context, owner);
  node.parameters.forEach((parameter, index) => {
    if (!isMember(parameter, context) || !context.ts.isIdentifier(parameter.name)) return;
    store(
      owner.thisSlot,
      keyOf(parameter.name, context),
      parameters[index] ?? NOTHING,
      startOf(parameter, context),
      context,
    );
  });
  return value;
}

/** Whether a constructor's parameter is a member too: `constructor(private cmd: ModApi)`. */
function isMember(parameter: ParameterDeclaration, context: FileContext): boolean {
  return parameter.modifiers?.some((modifier) => !context.ts.isDecorator(modifier)) ?? false;
}

function hasModifier(
  node: { readonly modifiers?: readonly { readonly kind: number }[] },
  kind: number,
): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}

/** `class Name {}` as a statement. */
export function classDeclaration(node: ClassLikeDeclaration, context: FileContext): number {
  const { ts, code } = context;
  if (hasModifier(node, ts.SyntaxKind.DeclareKeyword)) return NOTHING;
  const value = compileClass(node, context);
  if (node.name) code.copy(value, declare(context.scope, node.name.text, code));
  const isDefault = hasModifier(node, ts.SyntaxKind.DefaultKeyword);
  if (hasModifier(node, ts.SyntaxKind.ExportKeyword))
    code.emit(Op.Export, code.text(isDefault ? 'default' : (node.name?.text ?? 'default')), value);
  return NOTHING;
}
