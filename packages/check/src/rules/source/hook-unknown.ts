import { nearest } from '@cmd-mods/loader';
import { HOOKS } from '@cmd-mods/mod-api';
import type { Node } from 'typescript';
import type { SourceFacts } from '../../facts/source-facts.ts';
import { spanOf } from '../../facts/source-facts.ts';
import type { Edit, Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Names of hooks come from the one table. */
export const hookUnknown: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'There is no hook of this name',
  why: 'A hook under another name is never called, and the mod does nothing where it should.',
  fix: 'docs/hooks-reference.md lists the hooks.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolcall: () => undefined,
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall: () => undefined,
  });
}
`,
  isFixable: true,
  check: (source) => {
    return source.hooks().flatMap(({ name, node }): Problem[] => {
      if (Object.hasOwn(HOOKS, name)) return [];
      const meant = nearest(name, Object.keys(HOOKS));
      // A class may have members of its own beside its hooks.
      if (meant === undefined && source.ts.isClassLike(node.parent)) return [];
      const at = nameNode(source, node);
      return [
        {
          at: spanOf(at),
          message: `'${name}' is no hook${meant === undefined ? '.' : `; did you mean '${meant}'?`} It is never called.`,
          ...(meant === undefined ? {} : { hint: `Write ${meant}.`, edits: renamed(source, at, meant) }),
        },
      ];
    });
  },
};

/** The name in a property, not the whole of it. */
export function nameNode({ ts }: SourceFacts, node: Node): Node {
  if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isPropertyAccessExpression(node))
    return node.name;
  return node;
}

function renamed({ ts }: SourceFacts, at: Node, meant: string): readonly Edit[] {
  if (ts.isShorthandPropertyAssignment(at)) return [{ ...spanOf(at), text: `${meant}: ${at.name.text}` }];
  return [{ ...spanOf(at), text: ts.isStringLiteral(at) ? `'${meant}'` : meant }];
}
