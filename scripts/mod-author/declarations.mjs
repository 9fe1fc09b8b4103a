// Reads what the packages declare, from their built declarations: whole modules as one block of TypeScript that compiles by itself,
// and single types in one line.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const PACKAGES = resolve(import.meta.dirname, '../../packages');

function sourceOf(name, module) {
  const file = resolve(PACKAGES, name, 'dist', `${module}.d.ts`);
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** A comment without what is for those who change the API, or told elsewhere: where a contract comes from, examples. */
function commentOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  if (comment === undefined) return '';
  const text = comment
    .getText()
    .replace(/\n\s*\*(?: @example| Source: )[\s\S]*?(?=\*\/$)/, '\n ')
    .replace(/\{@link (\w+)\}/g, '`$1`');
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.length > 2 && lines.at(-2) === '*') lines.splice(-2, 1);
  const [only] = lines.slice(1, -1);
  if (lines.length === 3 && lines[0] === '/**') return `/** ${only.slice(2)} */\n`;
  return `${lines.map((line, index) => (index === 0 ? line : ` ${line}`)).join('\n')}\n`;
}

function nameOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0].name.getText();
  return statement.name?.getText();
}

/**
 * The declarations of a module with their comments.
 * @param without - Names that are told in another way.
 */
export function declarationsOf(name, module, { without = [], only } = {}) {
  const { statements } = sourceOf(name, module);
  const kept = statements.filter((statement) => {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return false;
    const declared = nameOf(statement);
    return only === undefined ? !without.includes(declared) : only.includes(declared);
  });
  const body = kept
    .map((statement) => `${commentOf(statement)}${statement.getText()}`)
    .join('\n\n')
    .replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2));
  const imports = statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const specifier = statement.moduleSpecifier.text;
    const from = specifier.startsWith('.') ? `@cmd-mods/${name}` : specifier;
    const names = (statement.importClause?.namedBindings?.elements ?? []).map((element) => element.name.text);
    return names.filter((one) => new RegExp(`\\b${one}\\b`).test(body)).map((one) => ({ from, name: one }));
  });
  const lines = [...new Set(imports.map(({ from }) => from))].toSorted().map((from) => {
    const names = imports.filter((one) => one.from === from).map((one) => one.name);
    return `import type { ${names.toSorted().join(', ')} } from '${from}';`;
  });
  const header = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
  return `\`\`\`ts\n${header}${body}\n\`\`\``;
}

/** The interfaces and type aliases of a module by name. */
export function typesOf(name, module) {
  const { statements } = sourceOf(name, module);
  const types = statements.filter(
    (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
  );
  return new Map(types.map((node) => [node.name.text, node]));
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').replaceAll('readonly ', '').replace(/;? \}/g, ' }').trim();
}

/** The names of an interface's fields: `block?, input?`. */
export function fieldsOf(declaration) {
  return declaration.members
    .map((member) => `${member.name.getText()}${member.questionToken ? '?' : ''}`)
    .join(', ');
}

/** The fields of an interface with their types, but `type`. */
export function payloadOf(declaration) {
  return declaration.members
    .filter((member) => member.name.getText() !== 'type')
    .map((member) => oneLine(member.getText().replace(/;$/, '')))
    .join('; ');
}

/** What a hook is called with and what it may answer, in short. */
export function hookShape(hook) {
  const types = typesOf('mod-api', 'hooks');
  const member = types.get('ModHooks').members.find((one) => one.name.getText() === hook);
  const input = fieldsOf(types.get(member.parameters[0].type.getText()));
  const answer = oneLine(member.type.getText())
    .replace(/^MaybePromise<(.*)>$/, '$1')
    .replace(/ \| NoOpinion$/, '');
  const declaration = types.get(answer);
  if (answer.startsWith('void')) return { input, answer: 'nothing' };
  if (declaration === undefined) return { input, answer: `\`${answer}\`` };
  if (ts.isInterfaceDeclaration(declaration)) return { input, answer: `\`{ ${fieldsOf(declaration)} }\`` };
  const cases = ts.isUnionTypeNode(declaration.type) ? declaration.type.types : [declaration.type];
  return { input, answer: cases.map((one) => `\`${oneLine(one.getText())}\``).join(', ') };
}

/** The payload types of the events by the event's name. */
export function eventPayloads() {
  const events = [...typesOf('mod-api', 'events').values()].filter(
    (declaration) => ts.isInterfaceDeclaration(declaration) && declaration.name.text.endsWith('Event'),
  );
  return new Map(
    events.map((declaration) => {
      const member = declaration.members.find((one) => one.name.getText() === 'type');
      return [member.type.getText().replaceAll("'", '').replaceAll('"', ''), payloadOf(declaration)];
    }),
  );
}
