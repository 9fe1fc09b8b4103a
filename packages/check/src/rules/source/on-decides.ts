import { nameOf, returnsOf } from '../../facts/nodes.ts';
import { problemAt } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** What hooks answer with, and watchers of events do not. */
const DECISIONS = new Set(
  'block additionalContext input result terminate content isError continue action messages system modState decision'.split(
    ' ',
  ),
);
const WORDS = new Set(['allow', 'deny']);

/** Events are watched; hooks decide. */
export const onDecides: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A handler of an event returns a decision',
  why: 'What a handler of cmd.on returns is not read. Nothing is blocked or changed.',
  fix: 'Register a hook: cmd.hooks({ beforeToolCall: ... })',
  bad: `export default function (cmd) {
  cmd.on('tool_queued', ({ toolName }) => {
    if (toolName === 'write_file') return { block: true, additionalContext: 'Read only today.' };
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
  check: (source) => {
    const { ts } = source;
    return source.calls('cmd.on').flatMap(({ node }) => {
      const handler = node.arguments[1];
      if (handler === undefined) return [];
      const answers = source
        .functions(handler)
        .flatMap((fn) => returnsOf(ts, fn))
        .flatMap((expression) => source.values(expression));
      return [...new Set(answers)].flatMap((answer): Problem[] => {
        const isWord = ts.isStringLiteralLike(answer) && WORDS.has(answer.text);
        const isDecision =
          ts.isObjectLiteralExpression(answer) &&
          answer.properties.some((property) => DECISIONS.has(nameOf(ts, property) ?? ''));
        return isWord || isDecision
          ? [problemAt(answer, 'A handler of an event cannot decide anything; what it returns is not read.')]
          : [];
      });
    });
  },
};
