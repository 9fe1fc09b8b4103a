import { nearest } from '@cmd-mods/loader';
import { API_VERSION } from '@cmd-mods/mod-api';
import type { CallExpression, Node, Type } from 'typescript';
import { isGuarded, unwrap, walkAll } from '../../facts/nodes.ts';
import { problemAt, type SourceFacts } from '../../facts/source-facts.ts';
import type { Problem } from '../../problem.ts';
import type { SourceRule } from '../rule.ts';

/** A host that lacks a member lacks it plainly; calling it throws. */
export const apiMemberUnknown: SourceRule = {
  severity: 'error',
  group: 'source',
  summary: 'The host has no such member',
  why: 'A member that the host lacks is undefined, so calling it throws, in the factory before anything is registered.',
  fix: 'Use a member that this host has, or ask first: cmd.member?.()',
  bad: `export default function (cmd) {
  cmd.registerTool({ schema: { name: 'today', description: 'The day', input_schema: { type: 'object' } } });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addTool({
    schema: { name: 'today', description: 'The day', input_schema: { type: 'object' } },
    run: () => ({ ok: true, content: [{ type: 'text', text: 'Monday' }] }),
  });
}
`,
  check: (source) => {
    const api = typeOfApi(source);
    if (api === undefined) return [];
    const ui = source.checker.getPropertyOfType(api, 'ui');
    return [
      ...source.apiCalls().flatMap(({ node, use }) => {
        const name = use.capability.path.slice('cmd.'.length);
        return unknownIn(source, node, name, api, '');
      }),
      ...(ui === undefined
        ? []
        : source.apiCalls('cmd.ui').flatMap(({ node, use }) => {
            const name = use.capability.path.slice('cmd.ui.'.length);
            return unknownIn(source, node, name, source.checker.getTypeOfSymbol(ui), 'ui.');
          })),
    ];
  },
};

function unknownIn(
  source: SourceFacts,
  node: CallExpression,
  name: string,
  owner: Type,
  prefix: string,
): Problem[] {
  const known = owner.getProperties().map((property) => property.name);
  if (known.includes(name) || node.questionDotToken !== undefined || isGuarded(source.ts, node)) return [];
  const callee = unwrap(source.ts, node.expression);
  const isOptional = source.ts.isPropertyAccessExpression(callee) && callee.questionDotToken !== undefined;
  if (isOptional || isProbed(source, callee, name)) return [];
  const at = source.ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const meant = nearest(name, known);
  const message = `This host, with API ${API_VERSION}, has no '${prefix}${name}'; calling it throws.`;
  const hint = `Did you mean ${prefix}${meant}? Or ask first: ${prefix}${name}?.()`;
  return [problemAt(at, message, meant === undefined ? {} : { hint })];
}

/** `ModApi`, from the declarations that the mod is checked with. */
function typeOfApi({ checker, program, ts }: SourceFacts): Type | undefined {
  for (const file of program.getSourceFiles()) {
    if (!/mod-api\.d\.ts$/.test(file.fileName)) continue;
    const module = checker.getSymbolAtLocation(file);
    const api = module && checker.getExportsOfModule(module).find(({ name }) => name === 'ModApi');
    if (api && (api.flags & ts.SymbolFlags.Interface) !== 0) return checker.getDeclaredTypeOfSymbol(api);
  }
  return undefined;
}

/** Whether the member is asked for somewhere in the file without being called: `if (cmd.member)`, `typeof cmd.member`, `has('member')`. */
function isProbed({ ts, checker }: SourceFacts, callee: Node, name: string): boolean {
  const symbol = ts.isIdentifier(callee) ? checker.getSymbolAtLocation(callee) : undefined;
  // `const { member = instead } = cmd`
  if (symbol?.declarations?.some((one) => ts.isBindingElement(one) && one.initializer !== undefined))
    return true;
  const inCallee = (node: Node): boolean => node.pos >= callee.pos && node.end <= callee.end;
  let found = false;
  walkAll(ts, callee.getSourceFile(), (node) => {
    if (ts.isSourceFile(node)) return;
    const isMember = ts.isPropertyAccessExpression(node) && node.name.text === name;
    const isLocal =
      symbol !== undefined &&
      ts.isIdentifier(node) &&
      isUse(ts, node) &&
      checker.getSymbolAtLocation(node) === symbol;
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
    const isNamed =
      ts.isStringLiteral(node) &&
      node.text === name &&
      !inCallee(node) &&
      !ts.isElementAccessExpression(node.parent);
    found ||=
      isNamed || (isLocal && !isCalled) || (isMember && (!isCalled || node.questionDotToken !== undefined));
  });
  return found;
}

function isUse(ts: SourceFacts['ts'], node: Node): boolean {
  return !ts.isBindingElement(node.parent) && !ts.isVariableDeclaration(node.parent);
}
