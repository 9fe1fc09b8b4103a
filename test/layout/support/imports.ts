import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** One import of a source file. */
export interface Import {
  /** The importing file, relative to the folder that was read. */
  readonly from: string;
  readonly specifier: string;
  /** Gone once TypeScript is: `import type`, `export type`, or a type inside a type. */
  readonly isType: boolean;
  /** The names that a static import takes; empty for `import()`, for everything, and for effects alone. */
  readonly names: readonly string[];
}

/** Every import of the TypeScript files below a folder, static or not. */
export function importsBelow(folder: string): readonly Import[] {
  return sourcesBelow(folder).flatMap((file) => importsOf(folder, file));
}

/** The TypeScript files below a folder, relative to it. */
function sourcesBelow(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.m?ts$/.test(file)).toSorted();
}

function importsOf(folder: string, file: string): readonly Import[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, isType: boolean, names: readonly string[] = []) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ from: file, specifier: specifier.text, isType, names });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const bindings = clause?.namedBindings;
      const elements = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      const isType =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (clause?.name === undefined &&
          elements.length > 0 &&
          elements.every((element) => element.isTypeOnly));
      add(
        node.moduleSpecifier,
        isType,
        elements.map(({ name, propertyName }) => (propertyName ?? name).text),
      );
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The circles of relative imports below a folder, each as the files on the way round.
 * A circle of types alone counts too: it is two files that are one idea.
 */
export function circles(imports: readonly Import[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, specifier } of imports) {
    if (!specifier.startsWith('.')) continue;
    const target = relative('', join(dirname(from), specifier));
    targets.set(from, [...(targets.get(from) ?? []), target]);
  }
  const found = new Set<string>();
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.add([...path.slice(start), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return [...found];
}
