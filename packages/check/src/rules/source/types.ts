import type { Diagnostic, SourceFile } from 'typescript';
import type { Facts } from '../../facts/facts.ts';
import { recordAt } from '../../facts/package-json.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Codes of an import that leads nowhere. */
const NOT_FOUND = new Set([2307, 2792]);

/** What the compiler finds with the author's tsconfig, or with settings of the toolkit. */
export const types: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'The types do not fit',
  why: 'The compiler holds the mod against the API. The types of the API and of Node come with the toolkit, so this works before npm install.',
  fix: 'Correct the code, or its types.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({ shouldStopAfterTurn: ({ turnNumber }) => turnNumber > '8' });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({ shouldStopAfterTurn: ({ turnNumber }) => turnNumber > 8 });
}
`,
  check: ({ ts, program, files, config }, facts) => {
    const found = files.flatMap((file) => program.getSemanticDiagnostics(file));
    return [...config.faults, ...found].map((diagnostic): Problem => {
      const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
      const at = {
        file: diagnostic.file?.fileName ?? config.file ?? facts.target.root,
        start: diagnostic.start ?? 0,
        end: (diagnostic.start ?? 0) + Math.max(1, diagnostic.length ?? 1),
      };
      const missing = missingDependency(diagnostic, facts);
      if (missing === undefined) return { at, message: `${message} (TS${diagnostic.code})` };
      return {
        at,
        severity: 'warning',
        message: `${missing} is among the dependencies and not installed, so what comes from it is not checked.`,
        hint: 'Run npm install, and check again.',
      };
    });
  },
};

/** The name of a dependency that package.json has and node_modules has not. */
function missingDependency({ code, file, start }: Diagnostic, facts: Facts): string | undefined {
  const content = facts.packageJson?.content;
  if (!NOT_FOUND.has(code) || content === undefined || file === undefined || start === undefined)
    return undefined;
  const specifier = textAt(file as SourceFile, start);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  const groups = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'];
  return name !== undefined && groups.some((group) => Object.hasOwn(recordAt(content, group), name))
    ? name
    : undefined;
}

function textAt({ text }: SourceFile, start: number): string {
  return /^['"`]([^'"`]*)/.exec(text.slice(start, start + 300))?.[1] ?? '';
}
