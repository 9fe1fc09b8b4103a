import type { Node } from 'typescript';
import { hasSpread, propertyOf, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A model that is not told why tries again. */
export const blockUnexplained: SourceRule = {
  severity: 'warning',
  group: 'source',
  summary: 'A call is blocked without a reason',
  why: 'The model reads additionalContext in place of the result. Without it, it cannot know what to do instead, and tries again.',
  fix: 'Add additionalContext with the reason, and with what to do instead.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall: ({ toolName }) => (toolName === 'write_file' ? { block: true } : undefined),
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall: ({ toolName }) =>
      toolName === 'write_file'
        ? { block: true, additionalContext: 'Files are read only today. Show the change instead.' }
        : undefined,
  });
}
`,
  check: (source) => {
    const { ts } = source;
    return source.answers('beforeToolCall').flatMap((answer): Problem[] => {
      if (!ts.isObjectLiteralExpression(answer) || hasSpread(ts, answer)) return [];
      const block = propertyOf(ts, answer, 'block');
      if (block === undefined || !ts.isPropertyAssignment(block)) return [];
      const isTrue = block.initializer.kind === ts.SyntaxKind.TrueKeyword;
      if (!isTrue || propertyOf(ts, answer, 'additionalContext') !== undefined) return [];
      if (isCompletedLater(source, answer)) return [];
      return [problemAt(block, 'The call is blocked without a reason, so the model tries again.')];
    });
  },
};

/** Whether the answer is kept in a variable first, and given its reason there. */
function isCompletedLater({ ts, checker }: SourceFacts, answer: Node): boolean {
  const { parent } = answer;
  if (!ts.isVariableDeclaration(parent)) return false;
  const symbol = checker.getSymbolAtLocation(parent.name);
  let isCompleted = false;
  walkAll(ts, answer.getSourceFile(), (node) => {
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'additionalContext') return;
    const isTarget = ts.isBinaryExpression(node.parent) && node.parent.left === node;
    isCompleted ||= isTarget && checker.getSymbolAtLocation(node.expression) === symbol;
  });
  return isCompleted;
}
