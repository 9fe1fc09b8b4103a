import { call, newExpression, taggedTemplate } from './calls.ts';
import { classDeclaration, compileClass } from './classes.ts';
import { NOTHING } from './code.ts';
import type { Compiler } from './compiler.ts';
import { type FileContext, type Visitor, visit, visitAll } from './context.ts';
import {
  arrayLiteral,
  binary,
  conditional,
  deleted,
  elementAccess,
  identifier,
  int,
  numericLiteral,
  objectLiteral,
  prefixUnary,
  propertyAccess,
  stringLiteral,
  template,
  typeOf,
} from './expressions.ts';
import { compileFunction, functionDeclaration, returnStatement, yieldExpression } from './functions.ts';
import { exportAssignment, exportDeclaration, importDeclaration, importEquals } from './modules.ts';
import {
  block,
  caseBlock,
  catchClause,
  enumDeclaration,
  forIn,
  forOf,
  forStatement,
  moduleDeclaration,
  variableList,
  variableStatement,
} from './statements.ts';

const skip: Visitor = () => NOTHING;
const inner = (node: { readonly expression?: never }, context: FileContext): number =>
  visit(node.expression, context);

/**
 * What to do with each kind of node, by the number of the kind. A kind that is not here has its children visited and no
 * value; types have no entry that does anything, since nothing of them is left when a mod runs.
 */
export function visitorsOf({ SyntaxKind: K }: Compiler): readonly (Visitor | undefined)[] {
  const table: (Visitor | undefined)[] = [];
  const on = (visitor: Visitor, ...kinds: readonly number[]): void => {
    for (const kind of kinds) table[kind] = visitor;
  };
  for (let kind: number = K.FirstTypeNode; kind <= K.LastTypeNode; kind += 1) table[kind] = skip;
  on(skip, K.TypeParameter, K.InterfaceDeclaration, K.TypeAliasDeclaration, K.NamespaceExportDeclaration);

  on(identifier, K.Identifier);
  on(stringLiteral, K.StringLiteral, K.NoSubstitutionTemplateLiteral);
  on(numericLiteral, K.NumericLiteral);
  on((_node, context) => int(1, context), K.TrueKeyword);
  on((_node, context) => int(0, context), K.FalseKeyword);
  on(template, K.TemplateExpression);
  on(binary, K.BinaryExpression);
  on(conditional, K.ConditionalExpression);
  on(propertyAccess, K.PropertyAccessExpression);
  on(elementAccess, K.ElementAccessExpression);
  on(objectLiteral, K.ObjectLiteralExpression);
  on(arrayLiteral, K.ArrayLiteralExpression);
  on(typeOf, K.TypeOfExpression);
  on(prefixUnary, K.PrefixUnaryExpression);
  on(deleted, K.DeleteExpression);
  on((_node, context) => context.frame.thisSlot, K.ThisKeyword, K.SuperKeyword);
  on(
    inner,
    K.ParenthesizedExpression,
    K.AsExpression,
    K.SatisfiesExpression,
    K.NonNullExpression,
    K.TypeAssertionExpression,
    K.AwaitExpression,
    K.ExpressionWithTypeArguments,
  );
  on(yieldExpression, K.YieldExpression);
  on(call, K.CallExpression);
  on(newExpression, K.NewExpression);
  on(taggedTemplate, K.TaggedTemplateExpression);
  on((node, context) => compileFunction(node, context).value, K.ArrowFunction, K.FunctionExpression);
  on(compileClass, K.ClassExpression);

  on(importDeclaration, K.ImportDeclaration);
  on(importEquals, K.ImportEqualsDeclaration);
  on(exportDeclaration, K.ExportDeclaration);
  on(exportAssignment, K.ExportAssignment);
  on(functionDeclaration, K.FunctionDeclaration);
  on(classDeclaration, K.ClassDeclaration);
  on(enumDeclaration, K.EnumDeclaration);
  on(moduleDeclaration, K.ModuleDeclaration);
  on(variableStatement, K.VariableStatement);
  on(variableList, K.VariableDeclarationList);
  on(returnStatement, K.ReturnStatement);
  on(block, K.Block);
  on(caseBlock, K.CaseBlock);
  on(forStatement, K.ForStatement);
  on(forOf, K.ForOfStatement);
  on(forIn, K.ForInStatement);
  on(catchClause, K.CatchClause);
  on(jsxElement, K.JsxOpeningElement, K.JsxSelfClosingElement);
  on(skip, K.JsxClosingElement, K.JsxClosingFragment, K.JsxText, K.MetaProperty);
  on(
    (node: { readonly label?: unknown; readonly statement: never }, context) =>
      visit(node.statement, context),
    K.LabeledStatement,
  );
  on(skip, K.BreakStatement, K.ContinueStatement);
  return table;
}

/** `<Name attribute={value}>`: the name is a use when it is a component, and the attributes are visited. */
function jsxElement(
  node: {
    readonly tagName: { readonly kind: number; readonly text?: string };
    readonly attributes: {
      readonly properties: readonly { readonly initializer?: never; readonly expression?: never }[];
    };
  },
  context: FileContext,
): number {
  const isIntrinsic = node.tagName.text !== undefined && /^[a-z]/.test(node.tagName.text);
  if (!isIntrinsic) visit(node.tagName as never, context);
  for (const attribute of node.attributes.properties)
    visitAll(
      [attribute.initializer ?? attribute.expression].filter((part) => part !== undefined),
      context,
    );
  return NOTHING;
}
