import type { CallExpression, Node } from 'typescript';
import { walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

const CLEARING = new Set(['clearInterval', 'clearTimeout']);

/** Timers of the runtime do not know the mod that set them. */
export const timerOutlivesMod: SourceRule = {
  severity: 'warning',
  group: 'source',
  summary: 'A timer outlives the mod',
  why: "A bare timer goes on after a reload, with the old code, beside the new one's; and it can keep the program from ending.",
  fix: 'Use cmd.clock.every(ms, callback) or cmd.clock.after(ms, callback), which end with the mod.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  setInterval(() => cmd.ui.setStatus(new Date().toLocaleTimeString()), 1000);
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.clock.every(1000, () => {
    cmd.ui.setStatus(new Date().toLocaleTimeString());
  });
}
`,
  check: (source) => {
    const { ts } = source;
    const timers: { readonly call: CallExpression; readonly isInterval: boolean }[] = [];
    const cleared = new Set<string>();
    let isClearing = false;
    for (const file of source.files)
      walkAll(ts, file, (node) => {
        if (ts.isIdentifier(node) && CLEARING.has(node.text)) isClearing = true;
        if (!ts.isCallExpression(node)) return;
        const name = globalName(source, node);
        if (name === 'setInterval' || name === 'setTimeout')
          timers.push({ call: node, isInterval: name === 'setInterval' });
        if (name !== undefined && CLEARING.has(name)) cleared.add(node.arguments[0]?.getText() ?? '');
      });
    return timers.flatMap(({ call, isInterval }): Problem[] => {
      const holder = holderOf(source, call);
      if (holder === RETURNED || (holder === COLLECTED && isClearing)) return [];
      if (holder !== undefined && cleared.has(holder)) return [];
      if (!isInterval && !actsOnHost(source, call)) return [];
      const [name, instead] = isInterval ? ['setInterval', 'every'] : ['setTimeout', 'after'];
      return [
        problemAt(call.expression, `${name} goes on when the mod is reloaded, beside that of the new code.`, {
          hint: `Use cmd.clock.${instead}(ms, callback), which ends with the mod.`,
        }),
      ];
    });
  },
};

const RETURNED = 'return';
/** Among others in a list or a map, where they cannot be told apart. */
const COLLECTED = 'collected';

/** The global function that a call calls, also as a member of `globalThis` and of node:timers. */
function globalName({ ts, checker }: SourceFacts, { expression }: CallExpression): string | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name)) return undefined;
  const symbol = checker.getSymbolAtLocation(name);
  const target =
    symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  const isOfRuntime = target?.declarations?.every((one) => one.getSourceFile().isDeclarationFile) ?? false;
  // Those of node:timers/promises have the same names, and end with the loop or the await that they are for.
  const isPromised = target?.declarations?.some((one) =>
    /timers\/promises\./.test(one.getSourceFile().fileName),
  );
  return isOfRuntime && !isPromised ? target?.name : undefined;
}

/** What a timer is kept in, as it is written; `undefined` when nobody keeps it. */
function holderOf({ ts }: SourceFacts, call: CallExpression): string | undefined {
  let node: Node = call;
  // `setInterval(...).unref()` hands on the same timer.
  while (
    ts.isPropertyAccessExpression(node.parent) ||
    (ts.isCallExpression(node.parent) && node.parent.expression === node)
  )
    node = node.parent;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText();
  if (ts.isBinaryExpression(parent) && parent.right === node) return parent.left.getText();
  if (ts.isPropertyDeclaration(parent)) return `this.${parent.name.getText()}`;
  if (ts.isReturnStatement(parent)) return RETURNED;
  if (ts.isCallExpression(parent) || ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent))
    return COLLECTED;
  return undefined;
}

/** Whether what the timer calls uses the API: a pause inside of an `await` harms nobody. */
function actsOnHost(source: SourceFacts, call: CallExpression): boolean {
  const callback = call.arguments[0];
  if (callback === undefined) return false;
  return source.functions(callback).some((fn) => source.apiUsesIn(fn) > 0);
}
