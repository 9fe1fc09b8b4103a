// What the words of the skill leave open, each as a function of its argument to text: all that is told of the API, its hooks and
// events, the rules of the check, the templates and the examples comes from the code here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeRules } from '@cmd-mods/check';
import { API_VERSION, EVENTS, HOOKS } from '@cmd-mods/mod-api';
import { declarationsOf, eventPayloads, hookShape, payloadOf, typesOf } from './declarations.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const fence = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
const code = (text) => `\`${text}\``;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const rule = `|${'---|'.repeat(head.length)}`;
  return [line(head), rule, ...rows.map((cells) => line(cells.map(cell)))].join('\n');
}

/** The lines of the table in a folder's README: `| [name](name) | what |`. */
function listIn(folder) {
  const rows = read(`${folder}/README.md`).matchAll(/^\| \[([\w-]+)\]\([\w-]+\) +\| (.+?) *\|$/gm);
  const list = [...rows].map(([, name, what]) => ({ name, what }));
  if (list.length === 0) throw new Error(`${folder}/README.md has no table of what is in the folder.`);
  return list;
}

/** The rules of a group, with what they send a reader to in the form that the skill has it. */
function rulesOf(group) {
  const ours = (fix) =>
    fix.replace(/docs\/hooks-reference\.md lists the (hooks|events)\./, 'references/$1.md lists them.');
  const rules = describeRules().filter((rule) => rule.group === group);
  return rules.map((rule) => ({ ...rule, fix: ours(rule.fix) }));
}

/** A rule as a section: what it says, and with `bad` the wrong example before the right one. */
function ruleSection({ id, severity, summary, why, fix, bad, good }, { isWrongShown }) {
  const kind = severity === 'error' ? 'Error' : 'Warning';
  const isJson = bad.startsWith('{');
  return [
    `## ${id}`,
    `${kind}: ${summary}. ${why} ${fix}`,
    // Wrong code is not compiled, so its fence has another name than those that a test compiles.
    ...(isWrongShown ? ['Wrong:', fence(isJson ? 'json' : 'typescript', bad)] : []),
    'Right:',
    fence(isJson ? 'json' : 'ts', good),
  ].join('\n\n');
}

function exampleSection(name) {
  const folder = `examples/${name}`;
  const [, idea] = /^# .+\n\n([\s\S]+?)\n\n/.exec(read(`${folder}/README.md`));
  const sources = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.ts'));
  // An example of several files is for people to read: it would be larger than all others together.
  const shown =
    sources.length === 1
      ? fence('ts', read(`${folder}/index.ts`))
      : 'Its code is left out here: it is in several files.';
  return [`## ${name}`, idea, shown].join('\n\n');
}

/** By the name that stands in the words, as `{{name}}` or `{{name argument}}`. */
export const SLOTS = {
  'api-version': () => API_VERSION,

  hooks: () =>
    table(
      ['hook', 'gets', 'may answer', 'fires'],
      Object.entries(HOOKS).map(([name, { fires }]) => {
        const { input, answer } = hookShape(name);
        return [code(name), code(input), answer, fires];
      }),
    ),

  'hook-contracts': () =>
    table(
      ['hook', 'kind', 'in sub-agents', 'after a throw', 'after a malformed return'],
      Object.entries(HOOKS).map(([name, { kind, subagents, onThrow, onMalformed }]) => [
        code(name),
        kind,
        subagents ? 'yes' : 'no',
        onThrow,
        onMalformed,
      ]),
    ),

  events: () => {
    const payloads = eventPayloads();
    const rows = Object.entries(EVENTS).map(([name, { fires }]) => {
      const payload = payloads.get(name);
      return [code(name), payload === '' ? 'nothing' : code(payload), fires];
    });
    return table(['event', 'payload beside `type`', 'when'], rows);
  },

  'source-rules': () =>
    rulesOf('source')
      .map(({ id, summary, fix }) => `- ${code(id)}: ${summary}. ${fix}`)
      .join('\n'),

  'source-rules-in-full': () =>
    rulesOf('source')
      .map((rule) => ruleSection(rule, { isWrongShown: true }))
      .join('\n\n'),

  'package-rules': () =>
    rulesOf('package')
      .map((rule) => ruleSection(rule, { isWrongShown: false }))
      .join('\n\n'),

  templates: () =>
    listIn('templates')
      .map(({ name, what }) => `- ${code(name)}: a mod that ${what}`)
      .join('\n'),

  'example-list': () =>
    table(
      ['example', 'shows'],
      listIn('examples').map(({ name, what }) => [code(name), what]),
    ),

  examples: () =>
    listIn('examples')
      .map(({ name }) => exampleSection(name))
      .join('\n\n'),

  /** `path`: a file of the repository. */
  code: (path) => fence(path.split('.').at(-1), read(path)),

  /** `package/module Type`: the fields of an interface, in one line. */
  fields: (argument) => {
    const [, name, module, type] = /^([\w-]+)\/(\S+) (\w+)$/.exec(argument);
    return payloadOf(typesOf(name, module).get(type));
  },

  /** `package/module`: all of a module's declarations; names behind it are the only ones, or those left out, with a `-`. */
  declarations: (argument) => {
    const [, name, module, rest] = /^([\w-]+)\/(\S+)(.*)$/.exec(argument);
    const names = rest.trim().split(' ').filter(Boolean);
    if (names.length === 0) return declarationsOf(name, module);
    const without = names.filter((one) => one.startsWith('-')).map((one) => one.slice(1));
    return declarationsOf(name, module, without.length > 0 ? { without } : { only: names });
  },
};
