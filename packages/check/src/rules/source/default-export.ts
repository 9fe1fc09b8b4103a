import type { SourceFile } from 'typescript';
import { type SourceFacts, spanOf } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A mod is what its file exports by default. */
export const defaultExport: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A mod has no default export',
  why: 'The host calls the function that the file exports by default; a file without one is reported and not loaded.',
  fix: 'Export the factory: export default function (cmd) { ... }',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export function greet(cmd: ModApi) {
  cmd.addCommand({ name: 'greet', handler: () => ({ message: 'Hello.' }) });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function greet(cmd: ModApi) {
  cmd.addCommand({ name: 'greet', handler: () => ({ message: 'Hello.' }) });
}
`,
  check: (source) => {
    const { entries, checker, ts } = source;
    return entries.flatMap((entry): Problem[] => {
      // CommonJS exports by assignment, which the compiler does not list.
      if (/\b(?:module\.)?exports\b/.test(entry.text) && /\.[cm]?js$/.test(entry.fileName)) return [];
      const symbol = checker.getSymbolAtLocation(entry);
      const names = symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
      if (names.includes('default')) return notCallable(source, entry);
      const only = entry.statements.filter(
        (statement) =>
          ts.isFunctionDeclaration(statement) &&
          statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
      );
      const first = only[0];
      const at = first
        ? { ...spanOf(first), end: first.getStart() + 'export'.length }
        : { file: entry.fileName, start: 0, end: 1 };
      const found = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
      const isClear = names.length === 1 && only.length === 1 && first !== undefined;
      return [
        {
          at,
          message: `The mod has no default export; ${found}.`,
          ...(isClear ? { edits: [{ ...at, text: 'export default' }] } : {}),
        },
      ];
    });
  },
  isFixable: true,
};

/** What is exported by default and is for certain no function. */
function notCallable({ checker, ts }: SourceFacts, entry: SourceFile): Problem[] {
  const module = checker.getSymbolAtLocation(entry);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === 'default');
  if (exported === undefined) return [];
  const type = checker.getTypeOfSymbolAtLocation(exported, entry);
  const isOpen = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  const isCalled = (type.isUnion() ? type.types : [type]).some((one) => one.getCallSignatures().length > 0);
  if (isOpen || isCalled) return [];
  const [declaration] = exported.declarations ?? [];
  const at =
    declaration?.getSourceFile() === entry ? spanOf(declaration) : { file: entry.fileName, start: 0, end: 1 };
  const isClass = type.getConstructSignatures().length > 0;
  return [
    {
      at,
      message: `The default export is ${isClass ? 'a class' : 'no function'}; the host calls it as the factory.`,
    },
  ];
}
