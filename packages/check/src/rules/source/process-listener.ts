import type { CallExpression, Type } from 'typescript';
import { declaredAs, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

const ADDING = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener']);
const REMOVING = new Set(['off', 'removeListener', 'removeAllListeners']);

/** The process belongs to the host and to all mods. */
export const processListener: SourceRule = {
  severity: 'warning',
  group: 'source',
  summary: 'A listener of the process is never removed',
  why: 'Each reload adds one more, the old code goes on running, and a listener of a signal can keep the program from ending.',
  fix: 'Remove it in onSessionEnd with process.off, or use that hook in its place.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  process.on('exit', () => cmd.store.set('left', true));
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({ onSessionEnd: () => cmd.store.set('left', true) });
}
`,
  check: (source) => {
    const added: CallExpression[] = [];
    const removed = new Set<string>();
    for (const file of source.files)
      walkAll(source.ts, file, (node) => {
        if (!source.ts.isCallExpression(node)) return;
        const method = methodOfProcess(source, node);
        const event = node.arguments[0]?.getText() ?? '*';
        if (method !== undefined && ADDING.has(method)) added.push(node);
        if (method !== undefined && REMOVING.has(method))
          removed.add(node.arguments.length === 0 ? '*' : event);
      });
    return added.flatMap((call): Problem[] => {
      const event = call.arguments[0]?.getText() ?? '*';
      if (removed.has('*') || removed.has(event)) return [];
      return [problemAt(call, `This listener of the process stays when the mod is reloaded.`)];
    });
  },
};

/** The method of the process that a call calls, however the process is called there. */
function methodOfProcess({ ts, checker }: SourceFacts, call: CallExpression): string | undefined {
  const declared = declaredAs(checker, call);
  const { expression } = call;
  const isOfProcess =
    declared?.owner === 'Process' ||
    (ts.isPropertyAccessExpression(expression) &&
      isProcess(checker.getTypeAtLocation(expression.expression)));
  const name = declared?.name ?? '';
  return isOfProcess && (ADDING.has(name) || REMOVING.has(name)) ? name : undefined;
}

function isProcess({ symbol }: Type): boolean {
  return symbol?.name === 'Process' && symbol.declarations?.[0]?.getSourceFile().isDeclarationFile === true;
}
