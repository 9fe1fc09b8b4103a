import type { Node } from 'typescript';
import { declaredAs, walkOwn, withCalled } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Calls that answer something else each time. */
const CHANGING = new Set(
  'Date.now Math.random performance.now crypto.randomUUID randomUUID randomBytes randomInt nanoid process.hrtime process.hrtime.bigint process.uptime'.split(
    ' ',
  ),
);

const KEEPING = new Set(['??=', '||=']);

/** The prompt is the prefix that providers cache. */
export const promptUnstable: SourceRule = {
  severity: 'warning',
  group: 'source',
  summary: 'The system prompt changes every round',
  why: 'Providers cache requests by their prefix. A date, a time or a random number in it makes every round pay for the whole conversation again.',
  fix: 'Work it out once in the factory or in onSessionStart, or put it into a message in transformContext.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({ appendSystemPrompt: () => \`It is \${new Date().toISOString()}.\` });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  const today = new Date().toISOString().slice(0, 10);
  cmd.hooks({ appendSystemPrompt: () => \`Today is \${today}.\` });
}
`,
  check: (source) => {
    const { ts, checker } = source;
    const found = new Set<Node>();
    for (const hook of source.hookFunctions('appendSystemPrompt'))
      for (const fn of withCalled(ts, checker, hook))
        walkOwn(ts, fn.body, (node) => {
          // What is made once and kept is the same from then on.
          const isKept = ts.isBinaryExpression(node) && KEEPING.has(node.operatorToken.getText());
          if (isKept) return false;
          if (changes(source, node)) found.add(node);
          return undefined;
        });
    return [...found].map(
      (node): Problem =>
        problemAt(
          node,
          'This differs from round to round, and so does the prompt: nothing of a request is cached.',
        ),
    );
  },
};

function changes({ ts, checker }: SourceFacts, node: Node): boolean {
  // A count that goes into the text; one that is only kept changes nothing.
  if (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    ts.isTemplateSpan(node.parent)
  )
    return [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].some((one) => one === node.operator);
  if (ts.isNewExpression(node))
    return ts.isIdentifier(node.expression) && node.expression.text === 'Date' && !node.arguments?.length;
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression
    .getText()
    .replace(/\s/g, '')
    .replace(/^globalThis\./, '');
  const declared = node.arguments.length === 0 ? declaredAs(checker, node) : undefined;
  if (declared?.owner === 'DateTimeFormat' && declared.name?.startsWith('format')) return true;
  return CHANGING.has(callee) || (callee === 'Date' && node.arguments.length === 0);
}
