// Writes the API reference from the doc comments. docs/api/ holds the packages that authors import, a page for each module of the
// API; a test compares it. The other packages are written on demand, a page for each entry, into a folder that git ignores.
// An export without a comment, or a link in one that leads nowhere, is an error.
//
//   node scripts/api-docs.mjs [folder]         @cmd-mods/mod-api and @cmd-mods/testing; docs/api by default
//   node scripts/api-docs.mjs --all [folder]   every public package; api-docs by default
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Application, Comment, UnknownType } from 'typedoc';
import { load } from 'typedoc-plugin-markdown';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGES = join(ROOT, 'packages');

/** Tables whose values are shown elsewhere: here their type is enough. */
const TABLES = { HOOKS: 'Record<HookName, HookSpec>', EVENTS: 'Record<EventName, EventSpec>' };

/** A module of the reference: its page, its declarations, and the source that has its introduction. */
function entry(page, name, file) {
  const source = file.replace('/dist/', '/src/').replace('.d.ts', '.ts');
  return { page, declarations: join(PACKAGES, name, file), source: join(PACKAGES, name, source) };
}

/** The modules of the API, in the order in which its index exports them. */
function modulesOfApi() {
  const index = readFileSync(join(PACKAGES, 'mod-api/src/index.ts'), 'utf8');
  const files = [...index.matchAll(/^export \* from '\.\/(.+)\.ts';$/gm)].map(([, file]) => file);
  return files.map((file) => entry(`mod-api/${file}`, 'mod-api', `./dist/${file}.d.ts`));
}

/** What a package offers to be imported, as its `exports` say. */
function entriesOf(name) {
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([path, target]) => entry(`${name}/${path === '.' ? 'index' : path.slice(2)}`, name, target.types));
}

function otherPackages() {
  const names = readdirSync(PACKAGES).filter((name) => existsSync(join(PACKAGES, name, 'package.json')));
  return names.filter((name) => name !== 'mod-api').toSorted();
}

/** The comment that a source file begins with, where it is about the file: an empty line follows it. */
function introductionOf(source) {
  const [, comment] = /^\/\*\*([\s\S]*?)\*\/\n\n/.exec(readFileSync(source, 'utf8')) ?? [];
  return comment
    ?.replace(/^ *\* ?/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\n\nSource: [\s\S]*$/, '')
    .trim();
}

/** The names of the packages that these modules are of. */
function packageNames(modules) {
  const files = modules.map(({ page }) => join(PACKAGES, page.split('/')[0], 'package.json'));
  return [...new Set(files)].map((file) => JSON.parse(readFileSync(file, 'utf8')).name);
}

/** Takes away where a contract comes from, which is for those who change it. */
function withoutSource({ summary }) {
  const index = summary.findIndex(({ kind, text }) => kind === 'text' && /(^|\n\n)Source: /.test(text));
  if (index === -1) return;
  summary[index].text = summary[index].text.replace(/(^|\n\n)Source: [\s\S]*$/, '');
  summary.splice(index + 1);
}

/** What a type inherits is told where it is declared, and "Extends" links there. */
function isInherited(reflection) {
  if (!reflection.isDeclaration()) return false;
  const signatures = reflection.signatures ?? [];
  const parts = signatures.length > 0 ? signatures : [reflection];
  return parts.every(({ inheritedFrom }) => inheritedFrom !== undefined);
}

const [first, second] = process.argv.slice(2);
const isAll = first === '--all';
const out = resolve(ROOT, (isAll ? second : first) ?? (isAll ? 'api-docs' : 'docs/api'));
const entries = [...modulesOfApi(), ...(isAll ? otherPackages() : ['testing']).flatMap(entriesOf)];

const app = await Application.bootstrapWithPlugins({
  plugin: [load],
  name: 'API reference',
  outputs: [{ name: 'markdown', path: out }],
  cleanOutputDir: false,
  logLevel: 'Warn',
  basePath: ROOT,
  readme: 'none',
  disableSources: true,
  disableGit: true,
  excludeExternals: true,
  excludePrivate: true,
  sort: ['source-order'],
  sortEntryPoints: false,
  router: 'module',
  entryFileName: 'README',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Function', 'Variable', 'Enum', 'Method'],
  packagesRequiringDocumentation: packageNames(entries),
  tableColumnSettings: { hideModifiers: true },
});

const program = ts.createProgram(
  entries.map(({ declarations }) => declarations),
  {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
);
const project = app.converter.convert(
  entries.map(({ page, declarations }) => ({
    displayName: page,
    program,
    sourceFile: program.getSourceFile(declarations),
  })),
);
for (const [index, module] of (project.children ?? []).entries()) {
  const introduction = introductionOf(entries[index].source);
  if (introduction !== undefined) module.comment = new Comment([{ kind: 'text', text: introduction }]);
}
const inherited = new Set(Object.values(project.reflections).filter(isInherited));
for (const reflection of inherited) project.removeReflection(reflection);
for (const reflection of Object.values(project.reflections)) {
  for (const group of reflection.groups ?? []) {
    group.children = group.children.filter((child) => !inherited.has(child));
  }
  reflection.groups = reflection.groups?.filter(({ children }) => children.length > 0);
  if (reflection.comment !== undefined) withoutSource(reflection.comment);
  if (reflection.name in TABLES && reflection.isDeclaration()) {
    reflection.type = new UnknownType(TABLES[reflection.name]);
  }
}
app.validate(project);
// Folders of the packages' names are written anew, so only where a reference was before, or nothing.
const isOurs =
  existsSync(join(out, 'README.md')) &&
  readFileSync(join(out, 'README.md'), 'utf8').startsWith('# API reference');
if (existsSync(out) && readdirSync(out).length > 0 && !isOurs) {
  throw new Error(`${out} holds something else than an API reference.`);
}
for (const folder of new Set(entries.map(({ page }) => page.split('/')[0]))) {
  rmSync(join(out, folder), { recursive: true, force: true });
}
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
