import type { Expression, Node, Type } from 'typescript';
import { propertyOf, unwrap, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

const LOST = new Set(
  'Map Set WeakMap WeakSet Date RegExp Promise Error ArrayBuffer Buffer Uint8Array Int32Array Float64Array'.split(
    ' ',
  ),
);

/** What is kept is kept as JSON. */
export const modStateJson: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'A value is kept that JSON cannot hold',
  why: 'modState and the store are files of JSON. A Map or Set comes back empty, a Date as a text, a function not at all; the store refuses them.',
  fix: 'Keep plain data: an array for a Set, an object for a Map, a number or text for a Date.',
  bad: `import { type ModApi, setModState } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    onTurnEnd: ({ state }) => setModState({ state, modId: 'mod:seen', value: { files: new Set(['a.ts']) } }),
  });
}
`,
  good: `import { type ModApi, setModState } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.hooks({
    onTurnEnd: ({ state }) => setModState({ state, modId: 'mod:seen', value: { files: ['a.ts'] } }),
  });
}
`,
  check: (source) => {
    const kept = [...keptBySetModState(source), ...keptByHooks(source)];
    for (const { node } of source.calls('cmd.store.set')) if (node.arguments[1]) kept.push(node.arguments[1]);
    const found = kept
      .flatMap((expression) => source.values(expression))
      .flatMap((value) => lostIn(source, value, 4));
    return [...new Map(found.map((problem) => [`${problem.at.file}:${problem.at.start}`, problem])).values()];
  },
};

/** The `value` of each call of the API's `setModState`, under whatever name it was imported. */
function keptBySetModState({ ts, checker, files }: SourceFacts): Expression[] {
  const kept: Expression[] = [];
  for (const file of files)
    walkAll(ts, file, (node) => {
      if (!ts.isCallExpression(node)) return;
      const symbol = checker.getSymbolAtLocation(unwrap(ts, node.expression));
      const target =
        symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
      const object = node.arguments[0];
      if (target?.name !== 'setModState' || !object || !ts.isObjectLiteralExpression(object)) return;
      const value = propertyOf(ts, object, 'value');
      if (value && ts.isPropertyAssignment(value)) kept.push(value.initializer);
      else if (value && ts.isShorthandPropertyAssignment(value)) kept.push(value.name);
    });
  return kept;
}

/** `modState` in what `afterToolCall` answers, and the slots in a state that a hook returns. */
function keptByHooks(source: SourceFacts): Expression[] {
  const { ts } = source;
  const own = (node: Node): Expression[] => {
    const property = ts.isObjectLiteralExpression(node) ? propertyOf(ts, node, 'modState') : undefined;
    return property && ts.isPropertyAssignment(property) ? [property.initializer] : [];
  };
  return [
    ...source.answers('afterToolCall').flatMap(own),
    ...source.answers('onTurnStart').flatMap(own),
    ...source.answers('onTurnEnd').flatMap(own),
  ];
}

function lostIn(source: SourceFacts, node: Node, depth: number): Problem[] {
  const { ts } = source;
  if (depth === 0) return [];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property): Problem[] => {
      if (ts.isMethodDeclaration(property)) return [lost(property, 'a function')];
      if (ts.isPropertyAssignment(property))
        return lostIn(source, unwrap(ts, property.initializer), depth - 1);
      if (ts.isSpreadAssignment(property))
        return source
          .values(property.expression)
          .flatMap((value) => (ts.isObjectLiteralExpression(value) ? lostIn(source, value, depth - 1) : []));
      return ts.isShorthandPropertyAssignment(property) ? lostIn(source, property.name, depth - 1) : [];
    });
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((element) => lostIn(source, unwrap(ts, element), depth - 1));
  if (ts.isFunctionLike(node)) return [lost(node, 'a function')];
  const what = unfit(source, source.checker.getTypeAtLocation(node));
  return what === undefined ? [] : [lost(node, what)];
}

/** What a type is that JSON has no form for. A union is left alone: the mod may know which one it is. */
function unfit({ ts }: SourceFacts, type: Type): string | undefined {
  if ((type.flags & ts.TypeFlags.BigIntLike) !== 0) return 'a bigint';
  if ((type.flags & ts.TypeFlags.ESSymbolLike) !== 0) return 'a symbol';
  const { symbol } = type;
  if (symbol === undefined || !LOST.has(symbol.name)) return undefined;
  const isOfRuntime = symbol.declarations?.every((one) => one.getSourceFile().isDeclarationFile) ?? false;
  return isOfRuntime ? `a ${symbol.name}` : undefined;
}

function lost(node: Node, what: string): Problem {
  return problemAt(node, `This is ${what}, which JSON cannot hold: it does not come back as it was.`);
}
