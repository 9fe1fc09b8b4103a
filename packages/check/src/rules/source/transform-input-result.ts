import type { Expression, PropertyAccessExpression } from 'typescript';
import { hasSpread, isText, nameOf, originOf, propertyOf } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts, spanOf } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** The hook answers with an action. */
export const transformInputResult: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'transformInput returns something that is no action',
  why: 'Anything but an action is a malformed answer: it is reported, and the prompt passes unchanged.',
  fix: "Return { action: 'transform', text }, { action: 'handled', message }, or nothing.",
  bad: `export default function (cmd) {
  cmd.hooks({
    transformInput({ text }) {
      return { userPrompt: text.toUpperCase() };
    },
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    transformInput({ text }) {
      return { action: 'transform', text: text.toUpperCase() };
    },
  });
}
`,
  isFixable: true,
  check: (source) => {
    const { ts } = source;
    return source.answers('transformInput').flatMap((node): Problem[] => {
      if (ts.isExpression(node) && isBareText(source, node)) {
        const text = `({ action: 'transform', text: ${node.getText()} })`;
        // What a name stands for may be wanted as a text elsewhere.
        const isNamed = ts.isVariableDeclaration(node.parent);
        return [
          problemAt(
            node,
            'transformInput returns a bare text, which is no action.',
            isNamed ? {} : { edits: [{ ...spanOf(node), text }] },
          ),
        ];
      }
      if (!ts.isObjectLiteralExpression(node) || hasSpread(ts, node)) return [];
      const action = propertyOf(ts, node, 'action');
      if (action !== undefined) {
        const named = ts.isPropertyAssignment(action) ? source.values(action.initializer) : [];
        const strange = named.filter((value) => ts.isStringLiteralLike(value) && !ACTIONS.has(value.text));
        return strange.map((value) =>
          problemAt(value, `${value.getText()} is no action; the prompt passes unchanged.`),
        );
      }
      const names = node.properties.map((property) => nameOf(ts, property) ?? '...');
      const [only] = node.properties;
      const isRenamed = names.length === 1 && only !== undefined && ts.isPropertyAssignment(only);
      const at = only ?? node;
      const message = `transformInput returns {${names.join(', ')}} without an action; the prompt passes unchanged.`;
      if (!isRenamed || !['userPrompt', 'text', 'prompt', 'input'].includes(names[0] ?? ''))
        return [problemAt(at, message)];
      const edit = {
        file: only.getSourceFile().fileName,
        start: only.name.getStart(),
        end: only.name.getEnd(),
      };
      return [problemAt(at, message, { edits: [{ ...edit, text: "action: 'transform', text" }] })];
    });
  },
};

const ACTIONS = new Set(['transform', 'handled', 'continue']);

/** What makes another text of a text. */
const REWRITES = new Set(
  'trim trimStart trimEnd replace replaceAll slice substring concat padStart padEnd toUpperCase toLowerCase normalize repeat'.split(
    ' ',
  ),
);

/** Whether an answer is a text: as its type says, or because it is the prompt itself or made of it. */
function isBareText({ ts, checker }: SourceFacts, node: Expression): boolean {
  if (isText(ts, checker, node)) return true;
  const isRewritten =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    REWRITES.has(node.expression.name.text);
  const inner = isRewritten ? (node.expression as PropertyAccessExpression).expression : node;
  const origin = originOf(ts, checker, inner);
  return origin?.path.join('.') === 'text';
}
