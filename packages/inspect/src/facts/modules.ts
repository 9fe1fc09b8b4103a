/** Imports and exports. */

import type {
  EntityName,
  ExportAssignment,
  ExportDeclaration,
  ImportDeclaration,
  ImportEqualsDeclaration,
} from 'typescript';
import { NOTHING, Op } from './code.ts';
import { type FileContext, startOf, visit } from './context.ts';
import { identifier } from './expressions.ts';
import { load } from './member.ts';
import { declare } from './scope.ts';

/** `import ... from 'specifier'` */
export function importDeclaration(node: ImportDeclaration, context: FileContext): number {
  const { ts } = context;
  if (!ts.isStringLiteral(node.moduleSpecifier)) return NOTHING;
  const clause = node.importClause;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return NOTHING;
  const pos = startOf(node.moduleSpecifier, context);
  const isForEffect = clause === undefined;
  const request = addRequest(node.moduleSpecifier.text, pos, isForEffect || context.isJavaScript, context);
  if (clause?.name) bindImport(clause.name.text, request, 'default', context);
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) bindImport(bindings.name.text, request, '*', context);
  else if (bindings) {
    for (const element of bindings.elements) {
      if (element.isTypeOnly) continue;
      bindImport(element.name.text, request, (element.propertyName ?? element.name).text, context);
    }
  }
  return NOTHING;
}

/** `import name = require('specifier')`, and `import name = Some.Name`. */
export function importEquals(node: ImportEqualsDeclaration, context: FileContext): number {
  const { ts, code } = context;
  const reference = node.moduleReference;
  if (node.isTypeOnly) return NOTHING;
  const isExported = node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
  if (ts.isExternalModuleReference(reference)) {
    if (!ts.isStringLiteralLike(reference.expression)) return NOTHING;
    const pos = startOf(reference.expression, context);
    const request = addRequest(reference.expression.text, pos, context.isJavaScript, context);
    bindImport(node.name.text, request, '=', context);
    if (isExported) {
      context.requests[request] = {
        specifier: reference.expression.text,
        pos,
        how: 'declaration',
        live: true,
      };
      reExport('=', node.name.text, request, pos, context);
    }
    return NOTHING;
  }
  const slot = declare(context.scope, node.name.text, code);
  code.copy(entity(reference, context), slot);
  if (isExported && !context.scope.parent?.parent) code.emit(Op.Export, code.text(node.name.text), slot);
  return NOTHING;
}

/** `Some.Name`, read as the value that it names. */
function entity(node: EntityName, context: FileContext): number {
  if (context.ts.isIdentifier(node)) return identifier(node, context);
  const base = entity(node.left, context);
  const key = { text: context.code.text(node.right.text), slot: NOTHING };
  return load(base, key, startOf(node, context), context);
}

function addRequest(specifier: string, pos: number, live: boolean, context: FileContext): number {
  return context.requests.push({ specifier, pos, how: 'declaration', live }) - 1;
}

/** Imports are visible in the whole file, wherever they stand. */
function bindImport(local: string, request: number, name: string, context: FileContext): void {
  const onUse = () => {
    const wanted = context.requests[request];
    if (wanted) wanted.live = true;
  };
  context.scope.names.set(local, { request, name, onUse });
}

/** `export {...}`, `export * from`, `export * as name from` */
export function exportDeclaration(node: ExportDeclaration, context: FileContext): number {
  const { ts, code } = context;
  if (node.isTypeOnly) return NOTHING;
  const specifier = node.moduleSpecifier;
  const clause = node.exportClause;
  if (specifier && ts.isStringLiteral(specifier)) {
    const pos = startOf(specifier, context);
    if (
      clause &&
      ts.isNamedExports(clause) &&
      clause.elements.length > 0 &&
      clause.elements.every((one) => one.isTypeOnly)
    )
      return NOTHING;
    const request = addRequest(specifier.text, pos, true, context);
    if (!clause) code.emit(Op.ExportStar, request, pos);
    else if (ts.isNamespaceExport(clause)) reExport('*', clause.name.text, request, pos, context);
    else
      for (const element of clause.elements)
        if (!element.isTypeOnly)
          reExport(
            (element.propertyName ?? element.name).text,
            element.name.text,
            request,
            startOf(element, context),
            context,
          );
    return NOTHING;
  }
  if (clause && ts.isNamedExports(clause)) {
    for (const element of clause.elements) {
      if (element.isTypeOnly) continue;
      const slot = code.slot();
      const local = (element.propertyName ?? element.name).text;
      context.scope.waiting.push({ name: local, slot, pos: startOf(element, context), writes: false });
      code.emit(Op.Export, code.text(element.name.text), slot);
    }
  }
  return NOTHING;
}

function reExport(name: string, as: string, request: number, pos: number, context: FileContext): void {
  const { code } = context;
  const slot = code.slot();
  code.emit(Op.Import, slot, request, code.text(name), pos);
  code.emit(Op.Export, code.text(as), slot);
}

/** `export default value` and `export = value` */
export function exportAssignment(node: ExportAssignment, context: FileContext): number {
  const { code } = context;
  const slot = visit(node.expression, context);
  if (slot !== NOTHING) code.emit(Op.Export, code.text(node.isExportEquals ? '=' : 'default'), slot);
  return NOTHING;
}
