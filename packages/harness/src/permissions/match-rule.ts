import { homedir } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import { resolvePath, toSlashes } from '../tools/paths.ts';
import { effectiveCommands, scriptOfCall } from './effective-commands.ts';
import { realPath } from './real-path.ts';
import type { PermissionRule } from './rule.ts';
import type { ToolCall } from './safety.ts';
import type { ShellCommand, ShellScript } from './shell-script.ts';
import { literalOfGlob, matchesTextGlob } from './text-glob.ts';

/** The tools whose rules are about a path, and the field that holds it. */
const PATH_FIELDS: Readonly<Record<string, string>> = {
  read_file: 'file_path',
  write_file: 'file_path',
  edit_file: 'file_path',
  glob: 'path',
  grep: 'path',
};

/**
 * The rule that denies a call: the first of which any part of the call is what it names.
 * Of a command line each command counts, also behind `sudo`, in `$(...)`, in `sh -c '...'`; of a path also where it really leads.
 */
export async function denyingRule(
  rules: readonly PermissionRule[],
  call: ToolCall,
): Promise<PermissionRule | undefined> {
  const own = rulesFor(rules, call);
  if (own.length === 0) return undefined;
  const texts = deniableTexts(call);
  return findRule(own, call, (matches) => texts.some(matches), isCaseBlind());
}

/**
 * The rule that allows a call. Of a command line every command must be covered, each by one of the rules, and nothing may
 * be in it that cannot be understood; of a path, what is given and where it really leads.
 * @returns the first of the rules that were needed, or `undefined`.
 */
export async function allowingRule(
  rules: readonly PermissionRule[],
  call: ToolCall,
): Promise<PermissionRule | undefined> {
  const own = rulesFor(rules, call);
  const bare = own.find(({ pattern }) => pattern === null);
  if (bare !== undefined || own.length === 0) return bare;
  if (call.toolName === 'shell_command') return coveringRule(own, call);
  const texts = subjectTexts(call);
  // A pattern that is relative to the project allows nothing outside it: there, `**` would be the whole disk.
  const isOutside = PATH_FIELDS[call.toolName] !== undefined && texts.some((text) => isAbsolute(text));
  const apt = isOutside ? own.filter(({ pattern }) => /^(?:\/|~\/|[a-z]:)/i.test(pattern ?? '')) : own;
  return texts.length === 0 ? undefined : findRule(apt, call, (matches) => texts.every(matches), false);
}

function rulesFor(rules: readonly PermissionRule[], { toolName }: ToolCall): PermissionRule[] {
  return rules.filter((rule) => rule.toolName === toolName);
}

async function findRule(
  rules: readonly PermissionRule[],
  call: ToolCall,
  holds: (matches: (text: string) => boolean) => boolean,
  isCaseIgnored: boolean,
): Promise<PermissionRule | undefined> {
  for (const rule of rules) {
    if (rule.pattern === null || holds(await matcherOf(rule.pattern, call, isCaseIgnored))) return rule;
  }
  return undefined;
}

async function matcherOf(
  pattern: string,
  { toolName }: ToolCall,
  nocase: boolean,
): Promise<(text: string) => boolean> {
  if (PATH_FIELDS[toolName] === undefined) return (text) => matchesTextGlob(pattern, text);
  const { default: picomatch } = await import('picomatch');
  const glob = pattern.replace(/^~(?=\/)/, () => toSlashes(homedir())).replace(/^\.\//, '');
  const isMatch = picomatch(glob, { dot: true, nocase });
  return (text) => isMatch(text);
}

/** File systems here usually ignore letter case, so a rule that denies does too. */
function isCaseBlind(): boolean {
  return process.platform === 'darwin' || process.platform === 'win32';
}

/** What a pattern is held against: paths, or the input as JSON. Empty when the input lacks what the tool needs. */
function subjectTexts(call: ToolCall): string[] {
  const field = PATH_FIELDS[call.toolName];
  if (field === undefined) return [JSON.stringify(call.input)];
  const given = call.input[field] ?? (field === 'path' ? '.' : undefined);
  if (typeof given !== 'string' || given.includes('\0')) return [];
  const path = resolvePath(call.cwd, given);
  return [pathText(call.cwd, path), pathText(realPath(call.cwd) ?? call.cwd, realPath(path) ?? path)];
}

/** Relative to the project inside it, absolute elsewhere. */
function pathText(cwd: string, path: string): string {
  const way = relative(cwd, path);
  const isOutside = way.split(/[\\/]/, 1)[0] === '..' || isAbsolute(way);
  return toSlashes(isOutside ? path : way || '.');
}

function deniableTexts(call: ToolCall): string[] {
  if (call.toolName !== 'shell_command') return subjectTexts(call);
  const script = scriptOfCall(call.input);
  if (script === undefined) return [];
  const parts = effectiveCommands(script).flatMap(({ program, args, written }) => {
    const values = args.map(({ value }) => value);
    return [
      [program, ...values].join(' '),
      rawText(written),
      written.words.map(({ value }) => value).join(' '),
    ];
  });
  return [commandText(call.input), ...parts];
}

/** The command as the model wrote it; with `args`, all joined by blanks. */
export function commandText({ command, args }: ToolCall['input']): string {
  return [command, ...(Array.isArray(args) ? args : [])].join(' ').trim();
}

function coveringRule(rules: readonly PermissionRule[], call: ToolCall): PermissionRule | undefined {
  const script = scriptOfCall(call.input);
  if (script === undefined) return undefined;
  const whole = commandText(call.input);
  const exact = rules.find(({ pattern }) => pattern !== null && literalOfGlob(pattern) === whole);
  if (exact !== undefined) return exact;
  if (!isPlain(script, whole)) return undefined;
  let first: PermissionRule | undefined;
  for (const command of script.commands) {
    if (command.redirections.some((redirection) => !isHarmless(redirection))) return undefined;
    const text = command.words.map(({ raw }) => raw).join(' ');
    const rule = rules.find(({ pattern }) => pattern !== null && matchesTextGlob(pattern, text));
    if (rule === undefined) return undefined;
    first ??= rule;
  }
  return first;
}

/** Whether every command is one that says what it runs. The shell of Windows has other rules, of which these are not sure. */
function isPlain(script: ShellScript, whole: string): boolean {
  if (!script.isUnderstood || script.commands.length === 0) return false;
  if (process.platform === 'win32' && /[%^!'`]/.test(whole)) return false;
  return script.commands.every(({ words }) => {
    const [program, ...args] = words;
    if (program === undefined || /[*?[{~]/.test(program.raw)) return false;
    return !EVALUATES.has(program.value) || !args.some(({ value }) => /`|\$\(/.test(value));
  });
}

/** Built-ins of bash that run a substitution inside the index of an array, however it is quoted: `test -v 'a[$(id)]'`. */
const EVALUATES = new Set(
  '[ test let printf read declare typeset local export readonly unset mapfile readarray wait'.split(' '),
);

/** Redirections that neither read nor write a file. */
function isHarmless({ operator, target }: ShellCommand['redirections'][number]): boolean {
  if (target.value === '/dev/null') return true;
  return (operator === '>&' || operator === '<&') && /^(?:\d+|-)$/.test(target.value);
}

function rawText({ words, redirections }: ShellCommand): string {
  return [
    ...words.map(({ raw }) => raw),
    ...redirections.map(({ operator, target }) => operator + target.raw),
  ].join(' ');
}
