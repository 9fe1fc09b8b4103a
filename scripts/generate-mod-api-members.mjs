// Writes docs/mod-api-members.md: every member of `ModApi` that the API report has, and what it does before a session binds and in
// a headless host. The second comes from the table in test/support/mod-api-members.ts, which a test runs member by member.
// `npm run mod-api-members` writes the page; the test compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * The members of `ModApi` by their names, those of its parts as `ui.notify`. A part is a member with methods of its own; it is listed
 * itself when it can be missing.
 *
 * @param {{ returning?: string }} [only] Those methods alone whose return type is written so.
 */
export function modApiMembers({ returning } = {}) {
  const report = readFileSync(resolve(ROOT, 'packages/mod-api/mod-api.api.md'), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(report) ?? [];
  const source = ts.createSourceFile('report.ts', code, ts.ScriptTarget.Latest, true);
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  );
  const partsOf = (type) => {
    if (type === undefined) return undefined;
    if (ts.isUnionTypeNode(type)) return type.types.map(partsOf).find((members) => members !== undefined);
    const members = ts.isTypeLiteralNode(type) ? type.members : interfaces.get(type.getText())?.members;
    return members?.some(ts.isMethodSignature) ? members : undefined;
  };
  const isWanted = (member) =>
    returning === undefined ||
    // The report calls a type `Disposable_2` where the language has a `Disposable` too.
    (ts.isMethodSignature(member) && member.type?.getText().replace(/_\d+$/, '') === returning);
  return interfaces.get('ModApi').members.flatMap((member) => {
    const name = member.name.getText();
    const parts = ts.isPropertySignature(member) ? partsOf(member.type) : undefined;
    if (parts === undefined) return isWanted(member) ? [name] : [];
    const inner = parts.filter(isWanted).map((part) => `${name}.${part.name.getText()}`);
    if (returning !== undefined) return inner;
    return ts.isUnionTypeNode(member.type) ? [name, ...inner] : inner;
  });
}

/** The page as it should be. */
export function membersPage(rows) {
  const sorted = rows.toSorted((one, other) => one.member.localeCompare(other.member, 'en'));
  return [
    '# Every member of `ModApi`',
    '',
    '<!-- Written by scripts/generate-mod-api-members.mjs from the API report and test/support/mod-api-members.ts: npm run mod-api-members -->',
    '',
    'What each member of `cmd` does in the reference host while no session is bound, as in a factory, and in a headless run such as `cmd -p`. A',
    'test runs every row; the last column names the test that proves what the member is for. What a host with a screen does is in',
    '[the page on the screen](ui.md), and the contract of each member stands beside it in the types.',
    '',
    '| member | works | before a session binds | headless | test |',
    '| --- | --- | --- | --- | --- |',
    ...sorted.map(
      ({ member, before, headless, test: [file, title] }) =>
        `| \`${member}\` | yes | ${cell(before)} | ${cell(headless)} | [${escaped(title)}](../${file}) |`,
    ),
    '',
  ].join('\n');
}

function cell({ how, value, says }) {
  const text = {
    gives: () => shown(value),
    lists: () => shown(value),
    resolves: () => `a promise of ${shown(value)}`,
    throws: () => `throws: "${value}"`,
    rejects: () => `rejects: "${value}"`,
    kind: () => (value === 'object' ? 'an object' : `a ${value}`),
    handle: () => 'a handle',
  }[how]();
  if (says === undefined) return escaped(text);
  return escaped(how === 'gives' && value === undefined ? says : `${text}; ${says}`);
}

function shown(value) {
  if (value === undefined) return 'nothing';
  const json = JSON.stringify(value)
    .replaceAll('"', "'")
    .replaceAll(/'(\w+)':/g, '$1: ')
    .replaceAll(',', ', ');
  return `\`${json}\``;
}

function escaped(text) {
  return text.replaceAll('|', '\\|');
}

/** The table is TypeScript, which this version of Node does not run; it imports nothing but types. */
async function readTable() {
  const source = readFileSync(resolve(ROOT, 'test/support/mod-api-members.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)).MEMBERS;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(resolve(ROOT, 'docs/mod-api-members.md'), membersPage(await readTable()));
}
