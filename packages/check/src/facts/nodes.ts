/** Questions about syntax trees that several rules ask. All are about one function, or one value, as far as it can be followed. */

import type { Compiler } from '@cmd-mods/inspect';
import type {
  CallExpression,
  Expression,
  FunctionLikeDeclaration,
  NewExpression,
  Node,
  ObjectLiteralElementLike,
  ObjectLiteralExpression,
  ParameterDeclaration,
  TypeChecker,
  VariableDeclaration,
} from 'typescript';

/** A function with a body. */
export type FunctionNode = FunctionLikeDeclaration & { readonly body: Node };

/** Values are followed over so many steps: a name, a call of a builder, what that returns. */
const FARTHEST = 8;

/** The expression without parentheses, types and `await` around it. */
export function unwrap(ts: Compiler, node: Expression): Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isAwaitExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/** Whether a node is a function with a body. */
export function isFunction(ts: Compiler, node: Node): node is FunctionNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Visits what is in a function and not in functions inside of it. The visitor answers `false` to leave a node's children out. */
// biome-ignore lint/suspicious/noConfusingVoidType: most visitors have nothing to answer.
export function walkOwn(ts: Compiler, root: Node, visit: (node: Node) => boolean | void): void {
  const step = (node: Node): void => {
    if (visit(node) === false) return;
    ts.forEachChild(node, (child) => {
      if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) step(child);
    });
  };
  step(root);
}

/** Visits a node and everything below it. */
export function walkAll(ts: Compiler, root: Node, visit: (node: Node) => void): void {
  visit(root);
  ts.forEachChild(root, (child) => walkAll(ts, child, visit));
}

/** What a function returns, as it stands in its text. */
export function returnsOf(ts: Compiler, fn: FunctionNode): readonly Expression[] {
  if (ts.isArrowFunction(fn) && !ts.isBlock(fn.body)) return [fn.body];
  const found: Expression[] = [];
  walkOwn(ts, fn.body, (node) => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
  });
  return found;
}

/**
 * The expressions that a value comes from: names are followed to what they were declared with, over imports, and calls to what
 * the called function returns. What cannot be followed answers with itself.
 */
export function valuesOf(
  ts: Compiler,
  checker: TypeChecker,
  expression: Expression,
  depth: number = FARTHEST,
): readonly Node[] {
  const node = unwrap(ts, expression);
  const follow = (next: Expression): readonly Node[] => valuesOf(ts, checker, next, depth - 1);
  if (depth <= 0) return [node];
  if (ts.isConditionalExpression(node)) return [...follow(node.whenTrue), ...follow(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.CommaToken)
      return follow(node.right);
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...follow(node.left), ...follow(node.right)];
    return [node];
  }
  if (ts.isCallExpression(node)) {
    const given = givenOn(ts, node);
    if (given !== undefined) return follow(given);
    const functions = functionsOf(ts, checker, node.expression, depth - 1);
    const returned = functions.flatMap((fn) => returnsOf(ts, fn));
    return returned.length > 0 ? returned.flatMap(follow) : [node];
  }
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    const declared = declarationsOf(ts, checker, node).flatMap((declaration): readonly Node[] => {
      if (isFunction(ts, declaration)) return [declaration];
      if (ts.isShorthandPropertyAssignment(declaration))
        return shorthandValues(ts, checker, declaration, depth);
      if (ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name))
        return assignedTo(ts, checker, declaration).flatMap((value) =>
          // A variable may be set to itself, many times over.
          valuesOf(ts, checker, value, isConstant(ts, declaration) ? depth - 1 : depth - FARTHEST / 2),
        );
      const initializer =
        (ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)) &&
        declaration.initializer;
      return initializer ? follow(initializer) : [];
    });
    return declared.length > 0 ? declared : [node];
  }
  return [node];
}

/** What a call only hands on: the value of `Promise.resolve(value)`, the function of `fn.bind(self)`. */
function givenOn(ts: Compiler, { expression, arguments: given }: CallExpression): Expression | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  if (expression.name.text === 'bind') return expression.expression;
  return expression.getText() === 'Promise.resolve' ? given[0] : undefined;
}

const assignments = new WeakMap<VariableDeclaration, readonly Expression[]>();

/** What a variable is declared with, and what it is set to later in its file. */
function assignedTo(
  ts: Compiler,
  checker: TypeChecker,
  declaration: VariableDeclaration,
): readonly Expression[] {
  const known = assignments.get(declaration);
  if (known !== undefined) return known;
  const found = declaration.initializer ? [declaration.initializer] : [];
  assignments.set(declaration, found);
  if (isConstant(ts, declaration)) return found;
  const symbol = checker.getSymbolAtLocation(declaration.name);
  walkAll(ts, declaration.getSourceFile(), (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    if (ts.isIdentifier(node.left) && checker.getSymbolAtLocation(node.left) === symbol)
      found.push(node.right);
  });
  return found;
}

function isConstant(ts: Compiler, declaration: VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** Whether a value is a text, as its type says or as it is written. */
export function isText(ts: Compiler, checker: TypeChecker, expression: Expression): boolean {
  if ((checker.getTypeAtLocation(expression).flags & ts.TypeFlags.StringLike) !== 0) return true;
  return valuesOf(ts, checker, expression).some(
    (value) => ts.isStringLiteralLike(value) || ts.isTemplateExpression(value),
  );
}

/** Where a value was taken from: a parameter, or a member of one by the names that lead to it. */
export interface Origin {
  readonly parameter: ParameterDeclaration;
  readonly path: readonly string[];
}

/** Follows a value back to the parameter it came from, over constants and patterns. */
export function originOf(ts: Compiler, checker: TypeChecker, expression: Node): Origin | undefined {
  const node = ts.isExpression(expression) ? unwrap(ts, expression) : expression;
  if (ts.isPropertyAccessExpression(node))
    return memberOf(originOf(ts, checker, node.expression), node.name.text);
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression)
      ? memberOf(originOf(ts, checker, node.expression), node.argumentExpression.text)
      : undefined;
  if (!ts.isIdentifier(node)) return undefined;
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const [declaration] = symbol?.declarations ?? [];
  return declaration && declaredOrigin(ts, checker, declaration);
}

function declaredOrigin(ts: Compiler, checker: TypeChecker, declaration: Node): Origin | undefined {
  if (ts.isParameter(declaration)) return { parameter: declaration, path: [] };
  if (ts.isVariableDeclaration(declaration))
    return isConstant(ts, declaration) && declaration.initializer
      ? originOf(ts, checker, declaration.initializer)
      : undefined;
  if (!ts.isBindingElement(declaration) || declaration.dotDotDotToken) return undefined;
  const name = declaration.propertyName ?? declaration.name;
  if (!ts.isObjectBindingPattern(declaration.parent) || !ts.isIdentifier(name)) return undefined;
  return memberOf(declaredOrigin(ts, checker, declaration.parent.parent), name.text);
}

function memberOf(origin: Origin | undefined, name: string): Origin | undefined {
  return origin && { ...origin, path: [...origin.path, name] };
}

function shorthandValues(ts: Compiler, checker: TypeChecker, property: Node, depth: number): readonly Node[] {
  const symbol = checker.getShorthandAssignmentValueSymbol(property);
  return (symbol?.declarations ?? []).flatMap((declaration): readonly Node[] => {
    if (isFunction(ts, declaration)) return [declaration];
    if (ts.isVariableDeclaration(declaration) && declaration.initializer)
      return valuesOf(ts, checker, declaration.initializer, depth - 1);
    const aliased = symbol && aliasedDeclarations(ts, checker, declaration);
    return aliased?.filter((one) => isFunction(ts, one)) ?? [];
  });
}

function aliasedDeclarations(ts: Compiler, checker: TypeChecker, declaration: Node): readonly Node[] {
  if (!ts.isImportSpecifier(declaration) && !ts.isImportClause(declaration)) return [];
  return declaration.name === undefined ? [] : declarationsOf(ts, checker, declaration.name);
}

/** Where a name was declared, over imports and re-exports. */
export function declarationsOf(ts: Compiler, checker: TypeChecker, node: Node): readonly Node[] {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return [];
  const target = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  return target.declarations ?? [];
}

/** The functions of the mod that a value can be. */
export function functionsOf(
  ts: Compiler,
  checker: TypeChecker,
  expression: Expression,
  depth: number = FARTHEST,
): readonly FunctionNode[] {
  return valuesOf(ts, checker, expression, depth).filter((node) => isFunction(ts, node));
}

/** The function that an object's property is, written as a method or as a value. */
export function propertyValues(ts: Compiler, checker: TypeChecker, property: Node): readonly Node[] {
  if (isFunction(ts, property)) return [property];
  if (ts.isPropertyAssignment(property)) return valuesOf(ts, checker, property.initializer);
  if (ts.isShorthandPropertyAssignment(property)) return shorthandValues(ts, checker, property, FARTHEST);
  if (ts.isPropertyDeclaration(property))
    return property.initializer ? valuesOf(ts, checker, property.initializer) : [];
  const isAccess = ts.isPropertyAccessExpression(property) || ts.isElementAccessExpression(property);
  if (isAccess && ts.isBinaryExpression(property.parent)) return valuesOf(ts, checker, property.parent.right);
  return [];
}

/** The properties of an object literal under a name, those of spread literals too; the last one counts. */
export function propertyOf(
  ts: Compiler,
  object: ObjectLiteralExpression,
  name: string,
): ObjectLiteralElementLike | undefined {
  return object.properties.findLast((property) => nameOf(ts, property) === name);
}

/** Whether an object literal takes in another object, whose members are not known here. */
export function hasSpread(ts: Compiler, object: ObjectLiteralExpression): boolean {
  return object.properties.some((property) => ts.isSpreadAssignment(property));
}

/** The name of a property, where it stands in the text. */
export function nameOf(ts: Compiler, property: ObjectLiteralElementLike): string | undefined {
  const { name } = property;
  if (name === undefined) return undefined;
  if (ts.isComputedPropertyName(name))
    return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

/** The nearest function around a node. */
export function enclosingFunction(ts: Compiler, node: Node): FunctionNode | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) if (isFunction(ts, at)) return at;
  return undefined;
}

/** Whether a call stands in a `try` that catches, inside of its own function, or its promise has a `catch`. */
export function isGuarded(ts: Compiler, node: Node): boolean {
  if (hasCatch(ts, node)) return true;
  for (let at: Node = node; at.parent !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    const { parent } = at;
    if (ts.isTryStatement(parent) && parent.tryBlock === at && parent.catchClause !== undefined) return true;
  }
  return false;
}

/** `call().catch(...)`, and the same behind a `then`. */
function hasCatch(ts: Compiler, node: Node): boolean {
  const { parent } = node;
  if (parent === undefined || !ts.isPropertyAccessExpression(parent) || parent.expression !== node)
    return false;
  const call = parent.parent;
  if (!ts.isCallExpression(call) || call.expression !== parent) return false;
  const name = parent.name.text;
  return name === 'catch' || (name === 'then' && (call.arguments.length > 1 || hasCatch(ts, call)));
}

/** A function, and all of the mod's functions that it calls by name, each with the calls that lead to it. */
export function withCalled(
  ts: Compiler,
  checker: TypeChecker,
  start: FunctionNode,
  follows: (call: CallExpression) => boolean = () => true,
): readonly FunctionNode[] {
  const found = new Set<FunctionNode>([start]);
  for (const fn of found) {
    walkOwn(ts, fn.body, (node) => {
      if (ts.isNewExpression(node)) for (const one of constructorsOf(ts, checker, node)) found.add(one);
      if (!ts.isCallExpression(node) || !follows(node)) return;
      const callee = unwrap(ts, node.expression);
      const isNamed = ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee);
      const inner = isNamed || isFunction(ts, callee) ? functionsOf(ts, checker, callee, 3) : [];
      for (const one of [...inner, ...callbacksOf(ts, checker, node)]) found.add(one);
    });
  }
  return [...found];
}

/** Functions that are called at once by the method of a list that they are handed to. */
const AT_ONCE: ReadonlySet<string> = new Set(
  'forEach map filter some every find findIndex findLast flatMap reduce sort toSorted'.split(' '),
);

function callbacksOf(ts: Compiler, checker: TypeChecker, call: CallExpression): readonly FunctionNode[] {
  const callee = unwrap(ts, call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !AT_ONCE.has(callee.name.text)) return [];
  return call.arguments.flatMap((argument) => functionsOf(ts, checker, argument, 3));
}

function constructorsOf(
  ts: Compiler,
  checker: TypeChecker,
  { expression }: NewExpression,
): readonly FunctionNode[] {
  return declarationsOf(ts, checker, expression)
    .flatMap((declaration) =>
      ts.isClassLike(declaration)
        ? declaration.members.filter((one) => ts.isConstructorDeclaration(one))
        : [],
    )
    .filter((one) => isFunction(ts, one));
}

/** The interface and the name that the runtime or the API declares what is called under, however it is called there. */
export function declaredAs(
  checker: TypeChecker,
  call: CallExpression | NewExpression,
): { readonly owner: string | undefined; readonly name: string | undefined } | undefined {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration?.getSourceFile().isDeclarationFile) return undefined;
  const text = (node: Node | undefined): string | undefined =>
    node !== undefined && 'name' in node && node.name ? (node.name as Node).getText() : undefined;
  return { owner: text(declaration.parent), name: text(declaration) };
}
