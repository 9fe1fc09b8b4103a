import { returnsOf, walkOwn } from '../../facts/nodes.ts';
import { problemAt } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** The stream does not wait. */
export const textDeltaAsync: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'transformTextDelta is asynchronous',
  why: 'It runs inside of the stream, which does not wait: a promise is a malformed answer, and the text passes unchanged. What was to be redacted is shown.',
  fix: 'Make it synchronous: do what takes time before, in onSessionStart or onTurnStart.',
  bad: `export default function (cmd) {
  cmd.hooks({
    transformTextDelta: async ({ delta }) => delta.replaceAll('secret', '******'),
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    transformTextDelta: ({ delta }) => delta.replaceAll('secret', '******'),
  });
}
`,
  isFixable: true,
  check: (source) => {
    const { ts, checker } = source;
    return source.hookFunctions('transformTextDelta').flatMap((fn): Problem[] => {
      const modifiers = ts.canHaveModifiers(fn) ? (fn.modifiers ?? []) : [];
      const keyword = modifiers.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
      if (keyword === undefined) {
        const promise = returnsOf(ts, fn).find(
          (returned) => checker.getTypeAtLocation(returned).symbol?.name === 'Promise',
        );
        return promise
          ? [problemAt(promise, 'transformTextDelta returns a promise; the text passes unchanged.')]
          : [];
      }
      let waits = false;
      walkOwn(ts, fn.body, (node) => {
        waits ||=
          ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
      });
      const file = keyword.getSourceFile();
      const start = keyword.getStart();
      const end = keyword.getEnd() + (/^\s+/.exec(file.text.slice(keyword.getEnd()))?.[0].length ?? 0);
      const edits = waits || fn.type ? undefined : [{ file: file.fileName, start, end, text: '' }];
      return [
        problemAt(
          keyword,
          'transformTextDelta is asynchronous; the stream does not wait, and the text passes unchanged.',
          {
            ...(edits ? { edits } : {}),
          },
        ),
      ];
    });
  },
};
