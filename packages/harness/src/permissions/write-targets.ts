import type { EffectiveCommand } from './effective-commands.ts';
import type { ShellCommand, ShellWord } from './shell-script.ts';

const WRITES_ALL = new Set(
  'tee touch truncate mkdir rm rmdir unlink chmod chown chgrp chattr mkfifo mknod'.split(' '),
);
/** The last operand is written; of `mv` the others are taken away, which is a change too. */
const WRITES_LAST = new Set('cp install ln rsync scp'.split(' '));

/** The files that a command's redirections write. Copies of file descriptors, as `2>&1`, write none. */
export function redirectionTargets({ redirections }: ShellCommand): ShellWord[] {
  return redirections
    .filter(({ operator }) => operator.includes('>'))
    .filter(({ operator, target }) => !(operator === '>&' && /^(?:\d+-?|-)$/.test(target.value)))
    .map(({ target }) => target);
}

/** The files that a program writes by its arguments, for the common programs whose arguments say so. */
export function argumentTargets({ program, args }: EffectiveCommand): ShellWord[] {
  const operands = args.filter(({ value }) => !value.startsWith('-'));
  if (WRITES_ALL.has(program) || program === 'mv') return operands;
  if (WRITES_LAST.has(program)) return [...operands.slice(-1), ...targetFolder(args)];
  if (program === 'dd') return valuesOf(args, 'of=');
  if (program === 'sed' || program === 'perl') {
    return args.some(({ value }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(value)) ? operands : [];
  }
  if (program === 'curl') return afterOption(args, /^(?:-[a-zA-Z]*o|--output)$/);
  if (program === 'wget') return afterOption(args, /^(?:-O|--output-document)$/);
  return [];
}

/** `-t FOLDER` and `--target-directory=FOLDER`. */
function targetFolder(args: readonly ShellWord[]): ShellWord[] {
  return [...afterOption(args, /^-[a-zA-Z]*t$/), ...valuesOf(args, '--target-directory=')];
}

function afterOption(args: readonly ShellWord[], option: RegExp): ShellWord[] {
  return args.filter((_word, index) => option.test(args[index - 1]?.value ?? ''));
}

function valuesOf(args: readonly ShellWord[], prefix: string): ShellWord[] {
  return args
    .filter(({ value }) => value.startsWith(prefix))
    .map((word) => ({ ...word, value: word.value.slice(prefix.length) }));
}
