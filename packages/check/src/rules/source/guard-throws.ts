import type { Expression, Node } from 'typescript';
import { declaredAs, isGuarded, walkOwn, withCalled } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A hook that throws is skipped, and the call that it was to guard goes through. */
export const guardThrows: SourceRule = {
  severity: 'warning',
  group: 'source',
  summary: 'A guard can throw',
  why: 'A beforeToolCall that throws is skipped, so the call that it guards goes through. Input comes from the model and can be anything.',
  fix: 'Catch it, and block: try { ... } catch { return { block: true, additionalContext: ... } }',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall({ input }) {
      const { hostname } = new URL(String(input.url));
      return hostname.endsWith('.example')
        ? undefined
        : { block: true, additionalContext: 'Stay on .example.' };
    },
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    beforeToolCall({ input }) {
      const address = String(input.url);
      const isAllowed = URL.canParse(address) && new URL(address).hostname.endsWith('.example');
      return isAllowed ? undefined : { block: true, additionalContext: 'Stay on .example.' };
    },
  });
}
`,
  check: (source) => {
    const { ts, checker } = source;
    const found = new Map<Node, string>();
    // A call inside of a try is caught, whatever the called function does.
    for (const hook of source.hookFunctions('beforeToolCall'))
      for (const fn of withCalled(ts, checker, hook, (call) => !isGuarded(ts, call)))
        walkOwn(ts, fn.body, (node) => {
          const what = throwing(source, node);
          if (what !== undefined && !isGuarded(ts, node) && !isCheckedBefore(source, node))
            found.set(node, what);
        });
    return [...found].map(
      ([node, what]): Problem =>
        problemAt(node, `${what} If it does, this guard is skipped and the call goes through.`),
    );
  },
};

/** Why a node can throw: it says so, or it calls what throws at input that somebody else wrote. */
function throwing(source: SourceFacts, node: Node): string | undefined {
  const { ts, checker } = source;
  if (ts.isThrowStatement(node)) return 'This throws.';
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const first = node.arguments?.[0];
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL')
    return isConstant(source, first) ? undefined : 'new URL throws at what is no address.';
  const { owner, name } = declaredAs(checker, node) ?? {};
  if (owner === 'JSON' && name === 'parse')
    return isConstant(source, first) || isRoundTrip(source, first)
      ? undefined
      : 'JSON.parse throws at what is no JSON.';
  if (owner === 'RegExpConstructor' && name === undefined)
    return first === undefined || isPattern(source, first)
      ? undefined
      : 'new RegExp throws at what is no pattern.';
  if (name === 'decodeURIComponent' || name === 'decodeURI')
    return isConstant(source, first) ? undefined : `${name} throws at a percent sign that stands alone.`;
  return undefined;
}

/** Whether a pattern is one for certain: written down, or with all that comes from elsewhere escaped. */
function isPattern(source: SourceFacts, argument: Expression): boolean {
  const { ts } = source;
  return source.values(argument).every((value): boolean => {
    if (ts.isStringLiteralLike(value) || ts.isRegularExpressionLiteral(value)) return true;
    if (ts.isPropertyAccessExpression(value)) return value.name.text === 'source';
    if (ts.isCallExpression(value)) return /escape|\\\$&/i.test(value.getText());
    if (ts.isTemplateExpression(value))
      return value.templateSpans.every(({ expression }) => isPattern(source, expression));
    return ts.isBinaryExpression(value) && isPattern(source, value.left) && isPattern(source, value.right);
  });
}

/** `JSON.parse(JSON.stringify(value))` copies, and input that came as JSON can be copied. */
function isRoundTrip({ ts }: SourceFacts, argument: Expression | undefined): boolean {
  return (
    argument !== undefined &&
    ts.isCallExpression(argument) &&
    argument.expression.getText() === 'JSON.stringify'
  );
}

function isConstant(source: SourceFacts, argument: Expression | undefined): boolean {
  const { ts } = source;
  return (
    argument !== undefined &&
    source
      .values(argument)
      .every(
        (value) => ts.isStringLiteralLike(value) || value.kind === ts.SyntaxKind.RegularExpressionLiteral,
      )
  );
}

/** `URL.canParse(text) ? new URL(text) : ...`, and the same as an `if` around it or before it. */
function isCheckedBefore({ ts }: SourceFacts, node: Node): boolean {
  const asksFirst = (statement: Node): boolean =>
    ts.isIfStatement(statement) && statement.expression.getText().includes('URL.canParse');
  for (let at = node; at.parent !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    const { parent } = at;
    const condition =
      ts.isConditionalExpression(parent) && parent.whenTrue === at
        ? parent.condition
        : ts.isIfStatement(parent) && parent.thenStatement === at
          ? parent.expression
          : ts.isBinaryExpression(parent) && parent.right === at
            ? parent.left
            : undefined;
    if (condition?.getText().includes('URL.canParse')) return true;
    if (ts.isBlock(parent) && parent.statements.some((one) => one.pos < at.pos && asksFirst(one)))
      return true;
  }
  return false;
}
