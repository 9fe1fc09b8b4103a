import type { Identifier } from 'typescript';
import { originOf, walkAll } from '../../facts/nodes.ts';
import { problemAt } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

const EQUALS = new Set(['===', '==', '!==', '!=']);
const TEXT_METHODS = new Set(Object.getOwnPropertyNames(String.prototype));

/** The hook gets an object, never the bare text. */
export const transformInputString: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'transformInput takes its input for a string',
  why: 'The hook is called with an object whose text is the prompt. What is done to it as a string throws or gives "[object Object]", and the prompt passes unchanged.',
  fix: 'Take the text out of the input: transformInput: ({ text }) => ...',
  bad: `export default function (cmd) {
  cmd.hooks({
    transformInput: (input) => ({ action: 'transform', text: input.trim() }),
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    transformInput: ({ text }) => ({ action: 'transform', text: text.trim() }),
  });
}
`,
  check: (source) => {
    const { ts, checker } = source;
    return source.hookFunctions('transformInput').flatMap((fn): Problem[] => {
      const parameter = fn.parameters[0];
      if (parameter === undefined) return [];
      if (parameter.type?.kind === ts.SyntaxKind.StringKeyword)
        return [
          problemAt(parameter.type, 'transformInput gets an object with the text in it, not a string.'),
        ];
      if (!ts.isIdentifier(parameter.name)) return [];
      let wrong: Identifier | undefined;
      walkAll(ts, fn.body, (node) => {
        if (wrong !== undefined || !ts.isIdentifier(node)) return;
        const origin = originOf(ts, checker, node);
        if (origin?.parameter !== parameter || origin.path.length > 0) return;
        const { parent } = node;
        const isMethod =
          ts.isPropertyAccessExpression(parent) &&
          parent.expression === node &&
          TEXT_METHODS.has(parent.name.text);
        const isJoined =
          ts.isTemplateSpan(parent) ||
          (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);
        const isCompared =
          ts.isBinaryExpression(parent) &&
          [parent.left, parent.right].some((side) => ts.isStringLiteralLike(side)) &&
          EQUALS.has(parent.operatorToken.getText());
        const isMade = ts.isCallExpression(parent) && parent.expression.getText() === 'String';
        const isTested =
          ts.isCallExpression(parent) &&
          parent.arguments[0] === node &&
          ts.isPropertyAccessExpression(parent.expression) &&
          ['test', 'exec'].includes(parent.expression.name.text);
        const isText = ts.isPropertyAssignment(parent) && parent.name.getText() === 'text';
        if (isMethod || isJoined || isCompared || isMade || isTested || isText) wrong = node;
      });
      return wrong === undefined
        ? []
        : [
            problemAt(
              wrong,
              'transformInput gets an object with the text in it, and this takes it for a string.',
              {
                hint: `Write ${wrong.text}.text, or take it apart: ({ text }) => ...`,
              },
            ),
          ];
    });
  },
};
