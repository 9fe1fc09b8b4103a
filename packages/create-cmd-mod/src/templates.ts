import { readFileSync } from 'node:fs';

/** The templates, with what a mod made from each has. */
export const TEMPLATES = {
  minimal: 'one hook',
  tool: 'a tool for the model',
  command: 'a slash command that keeps something',
  hook: 'a guard over tool calls, with an option',
  provider: 'the models of a server',
  renderer: 'entries that it draws itself',
  ui: 'a widget and a pane',
  package: 'several mods that share code, and a skill',
} as const;

/** The name of a template. */
export type TemplateName = keyof typeof TEMPLATES;

/** The names, in the order in which they are offered. */
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[];

/** The files of a package: text by path, with forward slashes. */
export type Files = Readonly<Record<string, string>>;

/** The licences that a text is there for. */
export const LICENSES = ['MIT', 'ISC', 'Apache-2.0'] as const;

/** One of {@link LICENSES}. */
export type LicenseName = (typeof LICENSES)[number];

/** The files of a template as they stand in this package; no network. */
export function readTemplate(name: TemplateName): Files {
  // One file, since npm leaves some that a template needs out of a package, such as .gitignore.
  const all = JSON.parse(readFileSync(new URL('../templates.json', import.meta.url), 'utf8'));
  return all[name];
}

/** The text of a licence, or undefined for the one that the templates have already. */
export function readLicense(name: LicenseName): string | undefined {
  if (name === 'MIT') return undefined;
  return readFileSync(new URL(`../licenses/${name}.txt`, import.meta.url), 'utf8');
}
