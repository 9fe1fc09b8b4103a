/** One import, export-from, dynamic import or require of a literal specifier. Plain data. */
export interface StaticImport {
  readonly specifier: string;
  /** The names that the code uses at run time; `default` for a default import. Empty for all other forms. */
  readonly names: readonly string[];
  /** Where the specifier stands; both start at 1. */
  readonly line: number;
  readonly column: number;
}

/** The few parts of Babel's tree that are read here. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null;
}
interface Specifier extends Node {
  readonly local: Node;
  readonly imported?: Node;
}
interface ImportNode extends Node {
  readonly source: Node | null;
  readonly specifiers?: readonly Specifier[];
}
interface CallNode extends Node {
  readonly callee: Node;
  readonly arguments: readonly Node[];
}
interface Path<TNode> {
  readonly node: TNode;
  readonly scope: {
    getBinding(name: string): { readonly referencePaths: readonly { readonly parent: Node }[] } | undefined;
    hasBinding(name: string, noGlobals: boolean): boolean;
  };
  traverse(visitor: Record<string, (path: Path<never>) => void>): void;
}

/**
 * A Babel plugin that writes down what a file imports at run time. It runs after the imports of types alone are gone, so
 * what it lists is what will be asked for; positions are those of the source.
 *
 * @param imports receives one record an import, in the order of the source for each kind.
 */
export function createImportCollector(imports: StaticImport[]): () => object {
  const add = (source: Node, names: readonly string[]): void => {
    if (typeof source.value !== 'string' || source.loc == null) return;
    const { line, column } = source.loc.start;
    imports.push({ specifier: source.value, names, line, column: column + 1 });
  };
  return () => ({
    visitor: {
      // Dynamic imports are looked for at once: jiti's own plugin rewrites them before a later visitor would see them.
      Program: (program: Path<Node>) =>
        program.traverse({
          CallExpression: ({ node, scope }: Path<CallNode>) => {
            const [first] = node.arguments;
            const isRequire = node.callee.name === 'require' && !scope.hasBinding('require', true);
            if (first !== undefined && (node.callee.type === 'Import' || isRequire)) add(first, []);
          },
        }),
      ImportDeclaration: ({ node, scope }: Path<ImportNode>) => {
        const used = (node.specifiers ?? []).filter(({ local }) => isUsed(scope, local.name ?? ''));
        if (node.source !== null) add(node.source, used.flatMap(importedName));
      },
      'ExportNamedDeclaration|ExportAllDeclaration': ({ node }: Path<ImportNode>) => {
        if (node.source != null) add(node.source, []);
      },
    },
  });
}

/** A name that is only exported again may be a type that the compiler cannot tell from a value. */
function isUsed(scope: Path<unknown>['scope'], local: string): boolean {
  return (
    scope.getBinding(local)?.referencePaths.some(({ parent }) => parent.type !== 'ExportSpecifier') ?? false
  );
}

function importedName({ type, imported }: Specifier): readonly string[] {
  if (type === 'ImportDefaultSpecifier') return ['default'];
  if (type !== 'ImportSpecifier' || imported === undefined) return [];
  return [imported.name ?? String(imported.value)];
}
