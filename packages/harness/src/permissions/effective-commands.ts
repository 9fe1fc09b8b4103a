import { basename } from 'node:path';
import { parseShell } from './shell-parser.ts';
import { literalWord, type ShellCommand, type ShellScript, type ShellWord } from './shell-script.ts';

/** A command that a script may run, however deep it is wrapped. */
export interface EffectiveCommand {
  /**
   * The program's name without its folder, in lower case and without `.exe`; without what is computed in it.
   * Empty when only redirections are left.
   */
  readonly program: string;
  /** The name is computed, so `program` is not what runs. */
  readonly isProgramComputed: boolean;
  readonly args: readonly ShellWord[];
  /** The written command that it is a part of. */
  readonly written: ShellCommand;
  /** The commands written before it, also those around the substitution it stands in. */
  readonly before: () => readonly ShellCommand[];
  /** It stands in a plain list of commands, so that `before` is what runs before it. */
  readonly isInPlainList: boolean;
}

/** Programs that run what their arguments say. */
const WRAPPERS = new Set(
  (
    'sudo doas pkexec run0 gsudo env command builtin exec nohup nice ionice chrt time timeout stdbuf setsid xargs ' +
    'parallel watch caffeinate chroot busybox toybox unshare nsenter npx bunx ssh strace ltrace flock'
  ).split(' '),
);
/** Shells, which take a command line with `-c` or as their input. */
export const SHELLS: ReadonlySet<string> = new Set('sh bash zsh dash ksh fish ash csh tcsh'.split(' '));
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const EXECUTES = /^-(?:exec|ok)(?:dir)?$/;
const MAX_DEPTH = 8;
const MAX_STARTS = 64;
/** The longest name that is looked at, so that a line made to be slow is not. */
const MAX_NAME = 1000;

/**
 * Every command that a script may run: those written, those in substitutions and in the texts given to `sh -c`, `eval` and
 * here-documents, and those behind `sudo`, `env`, `xargs`, `find -exec` and the like. It names too many rather than too few:
 * after a wrapper each argument may begin a command.
 */
export function effectiveCommands(script: ShellScript): EffectiveCommand[] {
  return commandsOf(script, { outer: () => [], depth: 0 });
}

/** Where a script stands. */
interface Surroundings {
  readonly outer: () => readonly ShellCommand[];
  readonly depth: number;
}

function commandsOf(script: ShellScript, { outer, depth }: Surroundings): EffectiveCommand[] {
  if (depth > MAX_DEPTH) return [];
  return script.commands.flatMap((written, index) => {
    const before = () => [...outer(), ...script.commands.slice(0, index)];
    const place = { written, before, isInPlainList: script.isUnderstood, depth };
    const nested = [...written.words, ...written.redirections.map(({ target }) => target)].flatMap(
      (word) => word.nested,
    );
    const inner = { outer: () => [...before(), written], depth: depth + 1 };
    return [
      ...unwrap(withoutAssignments(written.words), place),
      ...nested.flatMap((nestedScript) => commandsOf(nestedScript, inner)),
    ];
  });
}

interface Place extends Pick<EffectiveCommand, 'written' | 'before' | 'isInPlainList'> {
  readonly depth: number;
}

function unwrap(words: readonly ShellWord[], place: Place): EffectiveCommand[] {
  const own = commandOf(words, place);
  const behind = innerStarts(own).map((start) => commandOf(withoutAssignments(own.args.slice(start)), place));
  const all = [own, ...behind];
  const lines = all.flatMap((command) => commandLines(command));
  return [
    ...all,
    ...lines.flatMap((line) => commandsOf(parseShell(line), { outer: () => [], depth: place.depth + 1 })),
  ];
}

function commandOf(words: readonly ShellWord[], { written, before, isInPlainList }: Place): EffectiveCommand {
  const [name, ...args] = words;
  const program =
    name === undefined ? '' : programName(name.isComputed ? withoutExpansions(name.value) : name.value);
  return { program, isProgramComputed: name?.isComputed ?? false, args, written, before, isInPlainList };
}

/** Where in the arguments another command may begin. What one wrapper hands to the next is among the words of the first. */
function innerStarts({ program, args }: EffectiveCommand): number[] {
  const isFind = program === 'find';
  if (!isFind && !WRAPPERS.has(program)) return [];
  // `command -v` only looks a name up.
  if (program === 'command' && /^-[vV]/.test(args[0]?.value ?? '')) return [];
  const starts: number[] = [];
  for (const [index, { value }] of args.slice(0, MAX_STARTS).entries()) {
    if (isFind && EXECUTES.test(args[index - 1]?.value ?? '')) starts.push(index);
    // Some options take a value, so any word that is no option may be the command.
    if (!isFind && !value.startsWith('-')) starts.push(index);
  }
  return starts;
}

/** The texts among the arguments and inputs that a shell reads as command lines. */
function commandLines({ program, args, written }: EffectiveCommand): string[] {
  if (program === 'eval') return [args.map(({ value }) => value).join(' ')];
  if (program === 'ssh' || program === 'watch')
    return args.map(({ value }) => value).filter((value) => /\s/.test(value));
  if (!SHELLS.has(program)) return [];
  const option = args.findIndex(({ value }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  if (option === -1) return [...written.inputs];
  const line = args.slice(option + 1).find(({ value }) => !value.startsWith('-') && !value.startsWith('+'));
  return line === undefined ? [] : [line.value];
}

function withoutAssignments(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ raw }) => !ASSIGNMENT.test(raw));
  return first === -1 ? [] : words.slice(first);
}

/** A computed name as it is when everything computed is empty: `r$@m` is `rm`. */
function withoutExpansions(value: string): string {
  return value.slice(0, MAX_NAME).replace(/\$\([^)]*\)|\$\{[^}]*\}|`[^`]*`|\$(?:\w+|[@*#?$!-])/g, '');
}

function programName(value: string): string {
  return basename(value.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/, '');
}

/**
 * What a call of `shell_command` runs: its command line, or one program with literal arguments.
 * @returns `undefined` when the input is not that of a shell command.
 */
export function scriptOfCall(input: Readonly<Record<string, unknown>>): ShellScript | undefined {
  const { command, args } = input;
  if (typeof command !== 'string') return undefined;
  if (args === undefined) return parseShell(command);
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) return undefined;
  const words = [command, ...args].map(literalWord);
  const written: ShellCommand = { words, redirections: [], isPiped: false, inputs: [] };
  // No program has white space in its name; a line put where a program belongs is nothing that a rule should cover.
  return { commands: [written], isUnderstood: !/\s/.test(command) };
}
