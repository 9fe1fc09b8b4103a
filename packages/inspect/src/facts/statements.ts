/** Statements that declare names or open scopes. */

import type {
  BindingName,
  Block,
  CaseBlock,
  CatchClause,
  EnumDeclaration,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  ModuleDeclaration,
  Node,
  VariableDeclarationList,
  VariableStatement,
} from 'typescript';
import { NOTHING, ObjectKind, Op, UNKNOWN } from './code.ts';
import { type FileContext, startOf, visit, visitAll } from './context.ts';
import { isNullish } from './expressions.ts';
import { onGlobal } from './globals.ts';
import { keyOf, store } from './member.ts';
import { assign, bindPattern } from './patterns.ts';
import { closeScope, declare, openScope, varScope } from './scope.ts';

/** `const`, `let` and `var`. Ambient declarations only name what is there already, so they bind nothing. */
export function variableStatement(node: VariableStatement, context: FileContext): number {
  const { ts } = context;
  if (node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword)) return NOTHING;
  variableList(node.declarationList, context);
  if (node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword))
    for (const declaration of node.declarationList.declarations) exportNames(declaration.name, context);
  return NOTHING;
}

/** The declarations of one statement or one loop. */
export function variableList(list: VariableDeclarationList, context: FileContext): number {
  const { ts } = context;
  const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
  const scope = isVar ? varScope(context.scope) : context.scope;
  for (const { name, initializer } of list.declarations) {
    const value = initializer ? visit(initializer, context) : NOTHING;
    const isOpen = initializer !== undefined && value === NOTHING && !isNullish(initializer, context);
    bindPattern(name, isOpen ? UNKNOWN : value, scope, context);
  }
  return NOTHING;
}

function exportNames(name: BindingName, context: FileContext): void {
  const { ts, code } = context;
  if (ts.isIdentifier(name)) {
    code.emit(Op.Export, code.text(name.text), declare(varScope(context.scope), name.text, code));
    return;
  }
  for (const element of name.elements)
    if (!ts.isOmittedExpression(element)) exportNames(element.name, context);
}

/** Runs a visit inside a scope of its own. */
function inScope(context: FileContext, holdsVar: boolean, run: () => void): number {
  const outer = context.scope;
  context.scope = openScope(outer, holdsVar);
  run();
  closeScope(context.scope, context.code, (name, slot, pos) => onGlobal(name, slot, pos, context));
  context.scope = outer;
  return NOTHING;
}

/** `{...}` */
export function block(node: Block, context: FileContext): number {
  return inScope(context, false, () => visitAll(node.statements, context));
}

/** The cases of a `switch` share one scope. */
export function caseBlock(node: CaseBlock, context: FileContext): number {
  return inScope(context, false, () => visitAll(node.clauses, context));
}

/** `for (...; ...; ...)` */
export function forStatement(node: ForStatement, context: FileContext): number {
  return inScope(context, false, () => {
    for (const part of [node.initializer, node.condition, node.incrementor, node.statement])
      visit(part, context);
  });
}

/** `for (... of ...)`: the variable holds any element. */
export function forOf(node: ForOfStatement, context: FileContext): number {
  return inScope(context, false, () => {
    const iterable = visit(node.expression, context);
    const element = context.code.slot();
    context.code.emit(Op.Element, element, iterable || UNKNOWN);
    loopVariable(node, element, context);
    visit(node.statement, context);
  });
}

/** `for (... in ...)`: the variable holds a name that is not known. */
export function forIn(node: ForInStatement, context: FileContext): number {
  return inScope(context, false, () => {
    visit(node.expression, context);
    loopVariable(node, UNKNOWN, context);
    visit(node.statement, context);
  });
}

function loopVariable(node: ForOfStatement | ForInStatement, value: number, context: FileContext): void {
  const { ts } = context;
  if (!ts.isVariableDeclarationList(node.initializer)) {
    assign(node.initializer, value, context);
    return;
  }
  const isVar = (node.initializer.flags & ts.NodeFlags.BlockScoped) === 0;
  const scope = isVar ? varScope(context.scope) : context.scope;
  for (const declaration of node.initializer.declarations)
    bindPattern(declaration.name, value, scope, context);
}

/** `catch (error) {...}` */
export function catchClause(node: CatchClause, context: FileContext): number {
  return inScope(context, false, () => {
    if (node.variableDeclaration) bindPattern(node.variableDeclaration.name, UNKNOWN, context.scope, context);
    visitAll(node.block.statements, context);
  });
}

/** `enum Name {...}` is an object of constants. */
export function enumDeclaration(node: EnumDeclaration, context: FileContext): number {
  const { code } = context;
  if (isAmbient(node, context)) return NOTHING;
  const object = code.slot();
  code.emit(Op.Object, object, ObjectKind.Plain, startOf(node, context));
  for (const member of node.members) {
    const value = visit(member.initializer, context);
    if (value !== NOTHING)
      store(object, keyOf(member.name, context), value, startOf(member, context), context);
  }
  declareObject(node, node.name.text, object, context);
  return NOTHING;
}

/** `namespace Name {...}` is an object of what it exports. `declare module` and `declare global` are types alone. */
export function moduleDeclaration(node: ModuleDeclaration, context: FileContext): number {
  const { ts, code } = context;
  if (isAmbient(node, context) || !ts.isIdentifier(node.name) || !node.body) return NOTHING;
  const object = code.slot();
  code.emit(Op.Object, object, ObjectKind.Plain, startOf(node, context));
  declareObject(node, node.name.text, object, context);
  const { body } = node;
  return inScope(context, true, () => {
    if (!ts.isModuleBlock(body)) {
      visit(body, context);
      return;
    }
    for (const statement of body.statements) {
      visit(statement, context);
      for (const name of exportedNames(statement, context)) {
        const slot = declare(context.scope, name, code);
        store(object, { text: code.text(name), slot: NOTHING }, slot, startOf(statement, context), context);
      }
    }
  });
}

function exportedNames(statement: Node, context: FileContext): string[] {
  const { ts } = context;
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword, context)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  if (ts.isImportEqualsDeclaration(statement)) return [statement.name.text];
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : [];
  return [];
}

function declareObject(node: Node, name: string, object: number, context: FileContext): void {
  const { ts, code } = context;
  code.copy(object, declare(context.scope, name, code));
  if (hasModifier(node, ts.SyntaxKind.ExportKeyword, context) && !context.scope.parent?.parent)
    code.emit(Op.Export, code.text(name), object);
}

function isAmbient(node: Node, context: FileContext): boolean {
  return hasModifier(node, context.ts.SyntaxKind.DeclareKeyword, context);
}

function hasModifier(node: Node, kind: number, context: FileContext): boolean {
  const { ts } = context;
  return ts.canHaveModifiers(node) && (node.modifiers?.some((modifier) => modifier.kind === kind) ?? false);
}
