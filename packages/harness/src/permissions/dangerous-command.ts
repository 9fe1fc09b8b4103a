import { type EffectiveCommand, SHELLS } from './effective-commands.ts';
import type { ShellWord } from './shell-script.ts';

const ELEVATING = new Set('sudo doas su pkexec run0 gsudo runas'.split(' '));
const DISK_TOOLS =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|[cs]?fdisk|s?gdisk|parted|wipefs|blkdiscard|diskutil|hdparm)$/;
const DOWNLOADERS = new Set(
  'curl wget fetch aria2c http https xh nc ncat netcat iwr irm invoke-webrequest invoke-restmethod'.split(
    ' ',
  ),
);
const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|osascript|iex|invoke-expression)$/;
const RUNS_ITS_TEXT = new Set(['eval', 'source', '.']);

/**
 * Why a command is never run without asking, by what it is called and with which options.
 * @returns the reason in words, or `null`. Where it writes is another question: see `write-targets.ts`.
 */
export function dangerousCommandReason(command: EffectiveCommand): string | null {
  const { program } = command;
  if (ELEVATING.has(program)) return `it runs as another user (${program})`;
  if (DISK_TOOLS.test(program)) return `it changes a disk (${program})`;
  if (deletesByForce(command))
    return `it deletes recursively or by force (${program || 'a computed program'})`;
  if (runsDownload(command)) return `it runs what it downloads (${program})`;
  return null;
}

function deletesByForce({ program, isProgramComputed, args }: EffectiveCommand): boolean {
  const options = args.map(({ value }) => value);
  switch (program) {
    case 'rm':
    case 'unlink':
      return hasOption(options, 'rRf', ['--recursive', '--force']);
    case 'rimraf':
    case 'shred':
    case 'srm':
      return true;
    case 'find':
      return options.includes('-delete');
    case 'rsync':
      return options.some((option) => option.startsWith('--del'));
    case 'git':
      return deletesWithGit(options);
    case 'rd':
    case 'rmdir':
    case 'del':
    case 'erase':
      return options.some((option) => /^\/[sqf]/i.test(option));
    case 'remove-item':
    case 'ri':
      return options.some((option) => /^-(?:r|fo)/i.test(option));
    default:
      // A name that is computed may be `rm`; with the options of a forced delete it is taken for it.
      return isProgramComputed && hasOption(options, 'rRf', ['--recursive', '--force']);
  }
}

/** Long options may be shortened, as `--rec`. */
function hasOption(options: readonly string[], letters: string, long: readonly string[]): boolean {
  return options.some((option) => {
    if (option.startsWith('--')) return option.length > 2 && long.some((name) => name.startsWith(option));
    return option.startsWith('-') && [...option.slice(1)].some((letter) => letters.includes(letter));
  });
}

function deletesWithGit(args: readonly string[]): boolean {
  let index = 0;
  while (args[index]?.startsWith('-'))
    index += /^(?:-[cC]|--git-dir|--work-tree)$/.test(args[index] ?? '') ? 2 : 1;
  const rest = args.slice(index + 1);
  if (args[index] === 'clean') return hasOption(rest, 'f', ['--force']);
  return args[index] === 'rm' && hasOption(rest, 'rf', ['--force']);
}

function runsDownload({ program, args, written, before, isInPlainList }: EffectiveCommand): boolean {
  const runsInput = SHELLS.has(program) || INTERPRETERS.test(program);
  if (!runsInput && !RUNS_ITS_TEXT.has(program)) return false;
  const texts: ShellWord[] = [...args, ...written.redirections.map(({ target }) => target)];
  if (texts.some(downloadsInside)) return true;
  if (!written.isPiped || !readsProgramFromInput(program, args)) return false;
  return feeding(before(), isInPlainList).some((command) => command.words.some(isDownloader));
}

function downloadsInside(word: ShellWord): boolean {
  return word.nested.some(({ commands }) =>
    commands.some(({ words }) => words.some((inner) => isDownloader(inner) || downloadsInside(inner))),
  );
}

function isDownloader({ value }: ShellWord): boolean {
  const name = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1).toLowerCase();
  return DOWNLOADERS.has(name.replace(/\.exe$/, ''));
}

/** Whether it is given no program but what comes through the pipe. */
function readsProgramFromInput(program: string, args: readonly ShellWord[]): boolean {
  const values = args.map(({ value }) => value);
  if (values.some((value) => value === '-' || value === '/dev/stdin')) return true;
  if (RUNS_ITS_TEXT.has(program)) return false;
  if (program === 'iex' || program === 'invoke-expression') return true;
  const isOperand = (value: string, index: number) =>
    !/^[-+]/.test(value) && !/^[-+][oO]$|^--(?:rcfile|init-file)$/.test(values[index - 1] ?? '');
  if (SHELLS.has(program)) {
    if (values.some((value) => /^-[a-zA-Z]*s/.test(value))) return true;
    return !values.some((value) => /^-[a-zA-Z]*c/.test(value)) && !values.some(isOperand);
  }
  return (
    !values.some((value) => /^(?:-[a-zA-Z]*[cepr]|--eval|--print)$/.test(value)) && !values.some(isOperand)
  );
}

/** The commands whose output reaches a pipe: those joined to it by pipes, or all when the structure is not plain. */
function feeding<TCommand extends { readonly isPiped: boolean }>(
  before: readonly TCommand[],
  isPlain: boolean,
): readonly TCommand[] {
  if (!isPlain) return before;
  const start = before.findLastIndex(({ isPiped }) => !isPiped);
  return before.slice(Math.max(0, start));
}
