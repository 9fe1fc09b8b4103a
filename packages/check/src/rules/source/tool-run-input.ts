import type { Node } from 'typescript';
import { type FunctionNode, isFunction, walkAll } from '../../facts/nodes.ts';
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
  if (ts.isObjectBindingPattern(parameter.name)) {
    return parameter.name.elements.flatMap((element) => {
      const name = element.propertyName ?? element.name;
      const isWrong = !element.dotDotDotToken && ts.isIdentifier(name) && !GIVEN.has(name.text);
      return isWrong ? [say(name, name.text)] : [];
    });
  }
  if (!ts.isIdentifier(parameter.name)) return [];
  const symbol = checker.getSymbolAtLocation(parameter.name);
  const found: Problem[] = [];
  walkAll(ts, fn.body, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return;
    if (checker.getSymbolAtLocation(node.expression) !== symbol || GIVEN.has(node.name.text)) return;
    found.push(say(node.name, node.name.text));
  });
  return found;
}
