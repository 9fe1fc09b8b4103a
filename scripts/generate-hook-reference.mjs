// Writes docs/hooks-reference.md from the tables HOOKS and EVENTS and from the comments and types of their sources, so that
// the page cannot say anything else than the code. `npm run hook-reference` writes it; a test compares it.
//
//   node scripts/generate-hook-reference.mjs [--stdout]
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EVENTS, HOOKS } from '@cmd-mods/mod-api';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');

const KINDS = {
  observe: 'answers are not read',
  fold: 'each mod sees what the mod before made of the value',
  first: 'the first answer that decides ends the asking',
  any: 'the first `true` ends the asking',
  vote: "every mod is asked, and `'deny'` wins",
  collect: 'answers are gathered in order',
  merge: 'fields are laid over one another; later mods win',
};

/** The interfaces and type aliases of a source file by name. */
function typesOf(file) {
  const path = resolve(ROOT, 'packages/mod-api/src', file);
  const source = ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const types = source.statements.filter(
    (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
  );
  return new Map(types.map((node) => [node.name.text, node]));
}

/** The text of a declaration's comment, each line of it one sentence or more. */
function commentOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? '';
  return text.replace(/\{@link (\w+)\}/g, '`$1`').trim();
}

/** A member as the source declares it, on one line. */
function fieldOf(member) {
  const type = member.type?.getText().replace(/\s+/g, ' ') ?? 'unknown';
  return `${member.name.getText()}${member.questionToken ? '?' : ''}: ${type}`;
}

/** A text as a cell of a table. */
function cell(text) {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** A list of an interface's fields with their comments. */
function fieldList(declaration, { without = [] } = {}) {
  return declaration.members
    .filter((member) => !without.includes(member.name.getText()))
    .map((member) => {
      const comment = commentOf(member);
      return `- \`${fieldOf(member)}\`${comment === '' ? '' : `: ${comment.replace(/\s+/g, ' ')}`}`;
    });
}

/** What a hook may answer: the bare type, and the fields or cases behind its name. */
function answerLines(member, types) {
  const wrapped = member.type.getText().replace(/\s+/g, ' ');
  const bare = wrapped.replace(/^MaybePromise<(.*)>$/, '$1').replace(/ \| NoOpinion$/, '');
  if (bare === 'void | Promise<void>') return ['It returns nothing.'];
  const declaration = types.get(bare);
  const lines = [
    `It returns \`${bare}\`${wrapped.includes('NoOpinion') ? ', or nothing for "no opinion"' : ''}`,
  ];
  if (declaration === undefined) return [`${lines[0]}.`];
  if (ts.isInterfaceDeclaration(declaration)) return [`${lines[0]}:`, '', ...fieldList(declaration)];
  const cases = ts.isUnionTypeNode(declaration.type) ? declaration.type.types : [declaration.type];
  return [`${lines[0]}:`, '', ...cases.map((one) => `- \`${one.getText().replaceAll('readonly ', '')}\``)];
}

function hookSection(name, spec, types) {
  const member = types.get('ModHooks').members.find((one) => one.name.getText() === name);
  return [
    `### ${name}`,
    '',
    commentOf(member),
    '',
    `| kind | ${spec.kind}: ${KINDS[spec.kind]} |`,
    '|---|---|',
    `| fires | ${cell(spec.fires)} |`,
    `| answers | ${spec.timing === 'sync' ? 'at once; a promise counts as malformed' : 'at once or as a promise'} |`,
    `| in sub-agents | ${spec.subagents ? 'called too' : 'not called'} |`,
    `| after a throw | ${cell(spec.onThrow)} |`,
    `| after a malformed return | ${cell(spec.onMalformed)} |`,
    '',
    'It is called with:',
    '',
    ...fieldList(types.get(member.parameters[0].type.getText())),
    '',
    ...answerLines(member, types),
    '',
  ];
}

function eventSection(name, spec, payloads) {
  const declaration = payloads.get(name);
  const fields = fieldList(declaration, { without: ['type'] });
  return [
    `### ${name}`,
    '',
    commentOf(declaration),
    '',
    `Fires: ${spec.fires}${spec.level === 'host' ? '; an event of the host, outside the stream of a run' : ''}.`,
    ...(fields.length === 0 ? [] : ['', ...fields]),
    '',
  ];
}

/** The event interfaces by the event's name. */
function payloadsByName(types) {
  const events = [...types.values()].filter((declaration) => declaration.name.text.endsWith('Event'));
  const named = events.filter(ts.isInterfaceDeclaration).map((declaration) => {
    const member = declaration.members.find((one) => one.name.getText() === 'type');
    return [member.type.getText().replaceAll("'", ''), declaration];
  });
  return new Map(named);
}

function page() {
  const hooks = typesOf('hooks.ts');
  const payloads = payloadsByName(typesOf('events.ts'));
  const hookNames = Object.keys(HOOKS);
  const link = (name) => `[${name}](#${name.toLowerCase()})`;
  return [
    '# Hooks and events: reference',
    '',
    '<!-- Written by scripts/generate-hook-reference.mjs from packages/mod-api/src. Change the sources, then: npm run hook-reference -->',
    '',
    'For an introduction see [hooks](guide/hooks.md) and [events](guide/events.md).',
    '',
    '## Hooks',
    '',
    `The ${hookNames.length} hooks in the order in which they fire.`,
    '',
    '| hook | kind | mode | level | fires |',
    '|---|---|---|---|---|',
    ...Object.entries(HOOKS).map(
      ([name, { kind, mode, level, fires }]) =>
        `| ${link(name)} | ${kind} | ${mode} | ${level} | ${cell(fires)} |`,
    ),
    '',
    'The kind says how the answers of several mods become one:',
    '',
    ...Object.entries(KINDS).map(([kind, meaning]) => `- **${kind}**: ${meaning}.`),
    '',
    '`run` hooks fire inside a run and belong to every mod; `host` hooks fire around it.',
    '',
    ...Object.entries(HOOKS).flatMap(([name, spec]) => hookSection(name, spec, hooks)),
    '## Events',
    '',
    '| event | level | fires |',
    '|---|---|---|',
    ...Object.entries(EVENTS).map(
      ([name, { level, fires }]) => `| ${link(name)} | ${level} | ${cell(fires)} |`,
    ),
    '',
    ...Object.entries(EVENTS).flatMap(([name, spec]) => eventSection(name, spec, payloads)),
  ].join('\n');
}

if (process.argv.includes('--stdout')) process.stdout.write(page());
else writeFileSync(resolve(ROOT, 'docs/hooks-reference.md'), page());
