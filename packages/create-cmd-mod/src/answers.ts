import { basename, resolve } from 'node:path';
import { diagnostic, ScaffoldError } from './diagnostics.ts';
import { type FittingName, readName } from './name.ts';
import type { Questions } from './questions.ts';
import { LICENSES, type LicenseName, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';

/** What was given on the command line; every question is an option. */
export interface GivenAnswers {
  /** The name, with a scope if wanted; or a folder, as `.` or `./mods/guard`, whose name it then is. */
  readonly name?: string;
  readonly template?: string;
  /** Where it goes; a folder of the mod's name when left out. */
  readonly dir?: string;
  readonly description?: string;
  readonly author?: string;
  readonly license?: string;
  /** Asks nothing, and takes the defaults. */
  readonly yes?: boolean;
}

/** What is settled once all questions have an answer. */
export interface Answers extends FittingName {
  readonly template: TemplateName;
  /** Absolute. */
  readonly folder: string;
  /** Undefined: the template's own. */
  readonly description: string | undefined;
  /** Undefined: whoever git says the person is. */
  readonly author: string | undefined;
  readonly license: LicenseName;
}

const DEFAULT_NAME = 'my-mod';
const DEFAULT_TEMPLATE = 'minimal';

/**
 * Settles all answers: what was given, what the person says, and else the defaults.
 *
 * @param questions - How to ask; undefined when nobody can answer, and then a missing name is an error unless `yes` was said.
 * @returns undefined when the person wants no more. Throws a ScaffoldError for an answer that does not fit.
 */
export async function settleAnswers(
  given: GivenAnswers,
  cwd: string,
  questions: Questions | undefined,
): Promise<Answers | undefined> {
  const { license = 'MIT' } = given;
  checkOneOf('license', license, LICENSES);
  if (given.template !== undefined) checkOneOf('template', given.template, TEMPLATE_NAMES);
  const description =
    given.description === undefined ? undefined : oneLine('description', given.description, 240);
  const author = given.author === undefined ? undefined : oneLine('author', given.author, 200);

  const asFolder = isFolder(given.name) ? given.name : undefined;
  const dir = given.dir ?? asFolder;
  const derived = dir === undefined ? undefined : basename(resolve(cwd, dir));
  const asked = given.yes ? undefined : questions;
  const said = asFolder === undefined ? given.name : undefined;
  const text = said ?? derived ?? (asked === undefined ? defaultName(given) : await asked.name(DEFAULT_NAME));
  if (text === undefined) return undefined;
  const name = fittingName(text);

  const template = given.template ?? (asked === undefined ? DEFAULT_TEMPLATE : await asked.template());
  if (template === undefined) return undefined;
  return {
    ...name,
    template: template as TemplateName,
    folder: resolve(cwd, dir ?? name.modName),
    description,
    author,
    license: license as LicenseName,
  };
}

/** Whether the first argument is a place rather than a name. */
function isFolder(name: string | undefined): name is string {
  return name !== undefined && /^(?:\.{1,2}$|\.{0,2}[/\\]|[A-Za-z]:[/\\])/.test(name);
}

function defaultName({ yes }: GivenAnswers): string {
  if (yes) return DEFAULT_NAME;
  const message = 'The mod has no name, and there is no terminal to ask at.';
  throw new ScaffoldError(diagnostic('NEW_ANSWER_MISSING', message));
}

function fittingName(text: string): FittingName {
  const name = readName(text);
  if (!('reason' in name)) return name;
  const hint = `${name.suggestion} would fit.`;
  throw new ScaffoldError(
    diagnostic('NEW_NAME_UNFIT', `${JSON.stringify(text)} is no name for a mod. ${name.reason}`, { hint }),
  );
}

function checkOneOf(option: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  const known =
    option === 'template' ? TEMPLATE_NAMES.map((name) => `${name} (${TEMPLATES[name]})`) : choices;
  const message = `--${option} cannot be ${JSON.stringify(value)}. It is one of ${known.join(', ')}.`;
  throw new ScaffoldError(diagnostic('NEW_ANSWER_UNFIT', message));
}

/** It goes into JSON, into Markdown and into a registry, all of which want one line of plain text. */
function oneLine(option: string, value: string, longest: number): string {
  const text = value.trim();
  const length = [...text].length;
  if (text !== '' && length <= longest && !/\p{Cc}/u.test(text)) return text;
  const message = `--${option} has to be one line of 1 to ${longest} characters; this has ${length}.`;
  throw new ScaffoldError(diagnostic('NEW_ANSWER_UNFIT', message));
}
