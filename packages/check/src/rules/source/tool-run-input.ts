import type { Node, ObjectBindingPattern } from 'typescript';
import { type FunctionNode, isFunction, originOf, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** What a tool's `run` is called with. */
const GIVEN = new Set(['input', 'runtime', 'signal', 'onUpdate']);

/** The input is a member of what a tool is run with. */
export const toolRunInput: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: "A tool's run takes its argument for the input",
  why: 'run is called with {input, runtime, signal, onUpdate}. A field of the input, looked for beside these, is undefined.',
  fix: 'Take the input out first: run({ input }) { ... input.path ... }',
  bad: `export default function (cmd) {
  cmd.addTool({
    schema: { name: 'shout', description: 'Upper case', input_schema: { type: 'object' } },
    run(input) {
      return { ok: true, content: [{ type: 'text', text: String(input.text).toUpperCase() }] };
    },
  });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addTool({
    schema: { name: 'shout', description: 'Upper case', input_schema: { type: 'object' } },
    run({ input }) {
      return { ok: true, content: [{ type: 'text', text: String(input.text).toUpperCase() }] };
    },
  });
}
`,
  check: (source) => {
    const functions = source
      .calls('cmd.addTool')
      .flatMap((call) => source.members(call, 0))
      .filter(({ name }) => name === 'run')
      .flatMap(({ values }) => values.filter((node) => isFunction(source.ts, node)));
    return [...new Set(functions)].flatMap((fn) => misread(source, fn));
  },
};

function misread({ ts, checker }: SourceFacts, fn: FunctionNode): Problem[] {
  const parameter = fn.parameters[0];
  if (parameter === undefined) return [];
  const say = (at: Node, name: string): Problem =>
    problemAt(at, `run is called with {input, runtime, signal, onUpdate}; '${name}' is not among them.`, {
      hint: `A field of the tool's input is input.${name}.`,
    });
  const strangers = (pattern: ObjectBindingPattern): Problem[] =>
    pattern.elements.flatMap((element) => {
      const name = element.propertyName ?? element.name;
      const isWrong = !element.dotDotDotToken && ts.isIdentifier(name) && !GIVEN.has(name.text);
      return isWrong ? [say(name, name.text)] : [];
    });
  if (ts.isObjectBindingPattern(parameter.name)) return strangers(parameter.name);
  if (!ts.isIdentifier(parameter.name)) return [];
  const isCall = (node: Node): boolean => {
    const origin = originOf(ts, checker, node);
    return origin?.parameter === parameter && origin.path.length === 0;
  };
  const found: Problem[] = [];
  walkAll(ts, fn.body, (node) => {
    if (ts.isPropertyAccessExpression(node) && isCall(node.expression)) {
      if (!GIVEN.has(node.name.text)) found.push(say(node.name, node.name.text));
    } else if (ts.isElementAccessExpression(node) && isCall(node.expression)) {
      const name = node.argumentExpression;
      if (ts.isStringLiteralLike(name) && !GIVEN.has(name.text)) found.push(say(name, name.text));
    } else if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
      if (node.initializer && isCall(node.initializer)) found.push(...strangers(node.name));
    }
  });
  return found;
}
