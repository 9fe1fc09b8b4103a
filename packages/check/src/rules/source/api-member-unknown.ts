import { nearest } from '@cmd-mods/loader';
import { API_VERSION } from '@cmd-mods/mod-api';
import type { Node, Symbol as TypeScriptSymbol } from 'typescript';
import { unwrap, walkAll } from '../../facts/nodes.ts';
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
    const known = membersOfApi(source);
    if (known.size === 0) return [];
    return source.apiCalls().flatMap(({ node, use }): Problem[] => {
      const name = use.capability.path.slice('cmd.'.length);
      if (known.has(name) || node.questionDotToken !== undefined) return [];
      const callee = unwrap(source.ts, node.expression);
      const isOptional =
        source.ts.isPropertyAccessExpression(callee) && callee.questionDotToken !== undefined;
      if (isOptional || isProbed(source, callee, name)) return [];
      const at = source.ts.isPropertyAccessExpression(callee) ? callee.name : callee;
      const meant = nearest(name, [...known]);
      return [
        problemAt(
          at,
          `This host, with API ${API_VERSION}, has no '${name}'; calling it throws.`,
          meant === undefined ? {} : { hint: `Did you mean ${meant}? Or ask first: ${name}?.()` },
        ),
      ];
    });
  },
};

/** The members of `ModApi`, from the declarations that the mod is checked with. */
function membersOfApi({ checker, program, ts }: SourceFacts): ReadonlySet<string> {
  for (const file of program.getSourceFiles()) {
    if (!/mod-api\.d\.ts$/.test(file.fileName)) continue;
    const module = checker.getSymbolAtLocation(file);
    const api: TypeScriptSymbol | undefined =
      module && checker.getExportsOfModule(module).find(({ name }) => name === 'ModApi');
    if (api && (api.flags & ts.SymbolFlags.Interface) !== 0)
      return new Set(
        checker
          .getDeclaredTypeOfSymbol(api)
          .getProperties()
          .map(({ name }) => name),
      );
  }
  return new Set();
}

/** Whether the member is asked for somewhere in the file without being called: `if (cmd.member)`, `typeof cmd.member`. */
function isProbed({ ts }: SourceFacts, callee: Node, name: string): boolean {
  let found = false;
  walkAll(ts, callee.getSourceFile(), (node) => {
    const isMember = ts.isPropertyAccessExpression(node) && node.name.text === name;
    const isCalled = isMember && ts.isCallExpression(node.parent) && node.parent.expression === node;
    const isNamed = ts.isStringLiteral(node) && node.text === name && ts.isBinaryExpression(node.parent);
    found ||= isNamed || (isMember && (!isCalled || node.questionDotToken !== undefined));
  });
  return found;
}
