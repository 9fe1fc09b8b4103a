import type { Argument, Command, Option } from 'commander';

/** What may stand at a place of the command line that no definition lists word for word. */
export type ValueKind =
  | 'files'
  | 'folders'
  | 'mods'
  | 'sources'
  | 'sources and mods'
  | 'registry rules'
  | 'anything';

/** What completes a word: words to choose from, with what each means, and what kind of value may stand there besides. */
export interface Completion {
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
  readonly kind: ValueKind | undefined;
}

/**
 * Which values fit a placeholder of a definition, such as `<file>`. Every placeholder of the program stands here; a test sees to it. Where
 * one means something else, the option or the command stands before it.
 */
export const VALUE_KINDS: Readonly<Record<string, ValueKind>> = {
  file: 'files',
  files: 'files',
  path: 'files',
  older: 'files',
  targets: 'files',
  dir: 'folders',
  name: 'mods',
  '--author name': 'anything',
  'new name': 'anything',
  source: 'sources',
  'add source': 'files',
  'source or name': 'sources and mods',
  rules: 'registry rules',
  rule: 'anything',
  text: 'anything',
  license: 'anything',
  template: 'anything',
  'name=value': 'anything',
  id: 'anything',
  n: 'anything',
  'i/n': 'anything',
  login: 'anything',
  url: 'anything',
  seconds: 'anything',
  command: 'files',
  args: 'anything',
  words: 'anything',
};

const NOTHING: Completion = { words: [], kind: undefined };

/**
 * What may stand in place of the last of these words, from the definitions of the program alone.
 *
 * @param words what stands behind the program's name; the last is the one to complete, and may be empty
 */
export function candidates(program: Command, words: readonly string[]): Completion {
  const typed = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  let command = program;
  let place = 0;
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? '';
    // What follows belongs to another program.
    if (word === '--') return { words: [], kind: 'files' };
    if (word.startsWith('-')) {
      const option = optionOf(command, word);
      if (option !== undefined && (option.required || option.optional)) {
        if (at === typed.length - 1) return optionValues(option);
        at++;
      }
      continue;
    }
    const inner = place === 0 ? commandsOf(command).find((each) => namesOf(each).includes(word)) : undefined;
    if (inner === undefined) place++;
    else command = inner;
  }
  const assigned = /^(--[^=]+)=/.exec(last)?.[1];
  if (assigned !== undefined) {
    const option = optionOf(command, assigned);
    const values = option === undefined ? NOTHING : optionValues(option);
    return {
      ...values,
      words: values.words.map(({ word, meaning }) => ({ word: `${assigned}=${word}`, meaning })),
    };
  }
  if (last.startsWith('-')) return { words: optionWords(command), kind: undefined };
  const inner = place === 0 ? commandsOf(command) : [];
  if (inner.length > 0) {
    const words = inner.map((each) => ({ word: each.name(), meaning: each.description() }));
    return { words, kind: undefined };
  }
  const argument = argumentAt(command, place);
  if (argument === undefined) return NOTHING;
  return valuesOf(argument.argChoices, command.name(), argument.name());
}

/** The commands that a person may type; those that are hidden are for programs. */
export function commandsOf(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The name in the placeholder of an option's value. */
export function placeholderOf({ flags }: Pick<Option, 'flags'>): string {
  return /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

function namesOf(command: Command): readonly string[] {
  return [command.name(), ...command.aliases()];
}

function optionWords(command: Command): Completion['words'] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({ word: option.long ?? option.flags, meaning: option.description }));
}

function optionOf(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => long === word || short === word);
}

function argumentAt(command: Command, place: number): Argument | undefined {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  return registeredArguments[place] ?? (last?.variadic ? last : undefined);
}

function optionValues(option: Option): Completion {
  return valuesOf(option.argChoices, option.long ?? '', placeholderOf(option));
}

function valuesOf(choices: readonly string[] | undefined, owner: string, placeholder: string): Completion {
  if (choices !== undefined)
    return { words: choices.map((word) => ({ word, meaning: '' })), kind: undefined };
  return {
    words: [],
    kind: VALUE_KINDS[`${owner} ${placeholder}`] ?? VALUE_KINDS[placeholder] ?? 'anything',
  };
}
