import { isText, propertyOf } from '../../facts/nodes.ts';
import { problemAt, spanOf } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** `block` says whether, `additionalContext` says why. */
export const blockReason: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'block holds the reason',
  why: 'A text in block blocks the call, and the model never reads it: it sees a refusal without a reason and tries again.',
  fix: "Write block: true, additionalContext: 'the reason'.",
  bad: `export default function (cmd) {
  cmd.hooks({
    beforeToolCall: ({ toolName }) => (toolName === 'write_file' ? { block: 'Read only today.' } : undefined),
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall: ({ toolName }) =>
      toolName === 'write_file' ? { block: true, additionalContext: 'Read only today.' } : undefined,
  });
}
`,
  isFixable: true,
  check: (source) => {
    const { ts } = source;
    return source.answers('beforeToolCall').flatMap((answer): Problem[] => {
      if (!ts.isObjectLiteralExpression(answer)) return [];
      const block = propertyOf(ts, answer, 'block');
      const isShort = block !== undefined && ts.isShorthandPropertyAssignment(block);
      if (block === undefined || !(isShort || ts.isPropertyAssignment(block))) return [];
      const value = isShort ? block.name : block.initializer;
      if (!isText(ts, source.checker, value)) return [];
      const isFree = propertyOf(ts, answer, 'additionalContext') === undefined;
      const text = `block: true, additionalContext: ${value.getText()}`;
      return [
        problemAt(value, 'block holds a text. The call is blocked, and the model never reads the reason.', {
          ...(isFree ? { edits: [{ ...spanOf(block), text }] } : {}),
        }),
      ];
    });
  },
};
