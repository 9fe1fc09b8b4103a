import type { Node } from 'typescript';
import { type FunctionNode, isFunction, originOf, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** Methods that a list has and a text has not. */
const LIST_METHODS = new Set('map filter forEach join shift pop find some every reduce push'.split(' '));

/** A command gets its arguments as one text. */
export const commandArgs: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A command takes its arguments for a list',
  why: 'args is everything behind the name as one text: args[0] is its first letter, and methods of a list are not there.',
  fix: 'Split it first: const [first, ...rest] = args.split(/\\s+/);',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addCommand({ name: 'greet', handler: ({ args }) => ({ message: \`Hello, \${args[0]}.\` }) });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addCommand({
    name: 'greet',
    handler: ({ args }) => {
      const [name = 'you'] = args.split(/\\s+/);
      return { message: \`Hello, \${name}.\` };
    },
  });
}
`,
  check: (source) => {
    const handlers = source
      .calls('cmd.addCommand')
      .flatMap((call) => source.members(call, 0))
      .filter(({ name }) => name === 'handler')
      .flatMap(({ values }) => values.filter((node) => isFunction(source.ts, node)));
    return [...new Set(handlers)].flatMap((fn) => misused(source, fn));
  },
};

function misused(source: SourceFacts, fn: FunctionNode): Problem[] {
  const { ts } = source;
  const found: Problem[] = [];
  const byLetter = (node: Node): number =>
    found.push(problemAt(node, 'args is one text, so this takes it apart letter by letter.'));
  walkAll(ts, fn, (node) => {
    if (ts.isElementAccessExpression(node) && isArgs(source, node.expression, fn)) {
      if (ts.isNumericLiteral(node.argumentExpression) && !isComparedWithLetter(source, node))
        found.push(
          problemAt(node, `args is one text, so args[${node.argumentExpression.text}] is a single letter.`),
        );
    } else if (
      ts.isPropertyAccessExpression(node) &&
      LIST_METHODS.has(node.name.text) &&
      isArgs(source, node.expression, fn)
    ) {
      found.push(problemAt(node, `args is one text, and texts have no ${node.name.text}().`));
    } else if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name)) {
      if (node.initializer && isArgs(source, node.initializer, fn)) byLetter(node);
    } else if (ts.isBindingElement(node) && ts.isArrayBindingPattern(node.name)) {
      const isOfHandler = node.parent.parent === fn.parameters[0];
      if (isOfHandler && node.propertyName?.getText() === 'args') byLetter(node);
    }
  });
  return found;
}

/** `args[0] === '-'` knows that it is one letter. */
function isComparedWithLetter({ ts }: SourceFacts, { parent }: Node): boolean {
  if (!ts.isBinaryExpression(parent)) return false;
  return [parent.left, parent.right].some((side) => ts.isStringLiteralLike(side) && side.text.length === 1);
}

/** Whether an expression is the handler's `args`, under whatever name. */
function isArgs({ ts, checker }: SourceFacts, node: Node, fn: FunctionNode): boolean {
  const origin = originOf(ts, checker, node);
  return origin?.parameter === fn.parameters[0] && origin?.path.join('.') === 'args';
}
