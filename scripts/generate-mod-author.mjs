// Writes the skill skills/mod-author and llms.txt: what a coding agent has to read to write a mod that passes `cmd mods check`. The
// words are in scripts/mod-author; what is told of the API, its hooks and events, the rules of the check, the templates, the examples
// and the test kit comes from the code. `npm run mod-author` writes it; a test compares it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeRules } from '@cmd-mods/check';
import { API_VERSION, EVENTS, HOOKS } from '@cmd-mods/mod-api';
import { declarationsOf, eventPayloads, hookShape, payloadOf, typesOf } from './mod-author/declarations.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const WORDS = join(ROOT, 'scripts/mod-author');
const SKILL = 'skills/mod-author';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const fence = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
const foldersIn = (path) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const sourcesIn = (path) => readdirSync(join(ROOT, path)).filter((name) => name.endsWith('.ts'));

/** The lines of a table without its head, as the README of a folder has them: `[name](name) | what`. */
function tableOf(readme) {
  return [...read(readme).matchAll(/^\| \[([\w-]+)\]\([\w-]+\) +\| (.+?) *\|$/gm)].map(([, name, what]) => ({
    name,
    what,
  }));
}

/** The rules, with what they send a reader to in the form that the skill has it. */
const rules = describeRules().map((rule) => ({
  ...rule,
  fix: rule.fix.replace(
    /docs\/hooks-reference\.md lists the (hooks|events)\./,
    'references/$1.md lists them.',
  ),
}));
const sourceRules = rules.filter(({ group }) => group === 'source');
const packageRules = rules.filter(({ group }) => group === 'package');

/** What the words ask for with `{{name}}` on a line of its own, or `{{name argument}}`. */
const SLOTS = {
  'api-version': () => API_VERSION,
  hooks: () =>
    [
      '| hook | gets | may answer | fires |',
      '|---|---|---|---|',
      ...Object.entries(HOOKS).map(([name, { fires }]) => {
        const { input, answer } = hookShape(name);
        return `| \`${name}\` | \`${input}\` | ${cell(answer)} | ${cell(fires)} |`;
      }),
    ].join('\n'),
  'hook-contracts': () =>
    [
      '| hook | kind | in sub-agents | after a throw | after a malformed return |',
      '|---|---|---|---|---|',
      ...Object.entries(HOOKS).map(
        ([name, { kind, subagents, onThrow, onMalformed }]) =>
          `| \`${name}\` | ${kind} | ${subagents ? 'yes' : 'no'} | ${cell(onThrow)} | ${cell(onMalformed)} |`,
      ),
    ].join('\n'),
  events: () => {
    const payloads = eventPayloads();
    return [
      '| event | payload beside `type` | when |',
      '|---|---|---|',
      ...Object.entries(EVENTS).map(([name, { fires }]) => {
        const payload = payloads.get(name);
        return `| \`${name}\` | ${payload === '' ? 'nothing' : `\`${cell(payload)}\``} | ${cell(fires)} |`;
      }),
    ].join('\n');
  },
  'source-rules': () =>
    sourceRules.map(({ id, summary, fix }) => `- \`${id}\`: ${summary}. ${fix}`).join('\n'),
  'source-rules-in-full': () =>
    sourceRules
      .flatMap(({ id, severity, summary, why, fix, bad, good }) => [
        `## ${id}`,
        `${severity === 'error' ? 'Error' : 'Warning'}: ${summary}. ${why} ${fix}`,
        'Wrong:',
        fence('typescript', bad),
        'Right:',
        fence('ts', good),
      ])
      .join('\n\n'),
  'package-rules': () =>
    packageRules
      .flatMap(({ id, severity, summary, why, fix, bad, good }) => [
        `## ${id}`,
        `${severity === 'error' ? 'Error' : 'Warning'}: ${summary}. ${why} ${fix}`,
        'Right:',
        fence(bad.startsWith('{') ? 'json' : 'ts', good),
      ])
      .join('\n\n'),
  templates: () =>
    tableOf('templates/README.md')
      .map(({ name, what }) => `- \`${name}\`: a mod that ${what}`)
      .join('\n'),
  'example-list': () =>
    [
      '| example | shows |',
      '|---|---|',
      ...tableOf('examples/README.md').map(({ name, what }) => `| \`${name}\` | ${what} |`),
    ].join('\n'),
  examples: () =>
    foldersIn('examples')
      .toSorted()
      .flatMap((name) => {
        const [, idea] = /^# .+\n\n([\s\S]+?)\n\n/.exec(read(`examples/${name}/README.md`));
        // An example of several files is for people to read; what it does is told, and its code left out.
        const isOneFile = sourcesIn(`examples/${name}`).length === 1;
        const code = isOneFile
          ? fence('ts', read(`examples/${name}/index.ts`))
          : 'Its code is left out here: it is in several files.';
        return [`## ${name}`, idea, code];
      })
      .join('\n\n'),
  code: (path) => fence(path.split('.').at(-1), read(path)),
  fields: (argument) => {
    const [, name, module, type] = /^([\w-]+)\/(\S+) (\w+)$/.exec(argument);
    return payloadOf(typesOf(name, module).get(type));
  },
  declarations: (argument) => {
    const [place, ...names] = argument.split(' ');
    const [name, ...module] = place.split('/');
    const [first = ''] = names;
    const list = names.map((one) => one.replace(/^-/, ''));
    if (first === '') return declarationsOf(name, module.join('/'));
    return declarationsOf(name, module.join('/'), first.startsWith('-') ? { without: list } : { only: list });
  },
};

function filled(words) {
  return words.replace(/\{\{([\w-]+)(?: ([^}]+))?\}\}/g, (slot, name, argument) => {
    const make = SLOTS[name];
    if (make === undefined) throw new Error(`Nothing fills ${slot}.`);
    return make(argument);
  });
}

/** Every file that this writes: its text by its path from the root of the repository. */
export function modAuthorFiles() {
  const pages = readdirSync(WORDS, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const skill = pages
    .toSorted()
    .map((path) => [`${SKILL}/${path}`, filled(readFileSync(join(WORDS, path), 'utf8'))]);
  return Object.fromEntries([...skill, ['llms.txt', filled(readFileSync(join(WORDS, 'llms.txt'), 'utf8'))]]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(join(ROOT, SKILL), { recursive: true, force: true });
  for (const [path, text] of Object.entries(modAuthorFiles())) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}
