import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { resolvePath } from '../tools/paths.ts';
import { dangerousCommandReason } from './dangerous-command.ts';
import { type EffectiveCommand, effectiveCommands, scriptOfCall } from './effective-commands.ts';
import { protectedName, protectedPathReason } from './protected-path.ts';
import { realPath } from './real-path.ts';
import type { ShellWord } from './shell-script.ts';
import { argumentTargets, redirectionTargets } from './write-targets.ts';

/** A tool call as permissions see it. */
export interface ToolCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The project folder, absolute. */
  readonly cwd: string;
}

/**
 * Why a person must be asked about a call whatever rules allow: see "Safety" in docs/permissions.md for the list.
 * It reads the call and looks links up; it runs nothing. What a program does by itself it cannot see.
 * @returns the reason, a sentence without its end, or `null`.
 */
export function isSafetyForced({ toolName, input, cwd }: ToolCall): string | null {
  if (toolName === 'write_file' || toolName === 'edit_file') {
    const { file_path } = input;
    if (typeof file_path !== 'string' || file_path === '' || file_path.includes('\0')) return null;
    return protectedPathReason(resolvePath(cwd, file_path), cwd);
  }
  return toolName === 'shell_command' ? shellReason(input, cwd) : null;
}

function shellReason(input: ToolCall['input'], cwd: string): string | null {
  const script = scriptOfCall(input);
  if (script === undefined) return null;
  /** The folders that relative paths may start from; more than one when that cannot be told. */
  let folders: readonly string[] = [cwd];
  for (const command of effectiveCommands(script)) {
    const reason = dangerousCommandReason(command);
    if (reason !== null) return reason;
    for (const target of [...redirectionTargets(command.written), ...argumentTargets(command)]) {
      const place = targetReason(target, folders, cwd);
      if (place !== null) return place;
    }
    folders = foldersAfter(command, folders, cwd);
  }
  return null;
}

function targetReason(target: ShellWord, folders: readonly string[], cwd: string): string | null {
  const path = expandHome(target.value, cwd);
  const name = protectedName(path);
  if (name !== null && !isAbsolute(path)) return `it writes to ${name}`;
  // What else the shell computes is not known here; the permission rules do not cover such a line either.
  if (path.includes('\0') || (target.isComputed && /[$`]/.test(path)))
    return name === null ? null : `it writes to ${name}`;
  for (const folder of folders) {
    // Not normalised: after a link, `..` leads to the parent of where the link points.
    const reason = protectedPathReason(isAbsolute(path) ? path : `${folder}/${path}`, cwd);
    if (reason !== null) return reason;
  }
  return null;
}

function foldersAfter(
  { program, args, isInPlainList }: EffectiveCommand,
  folders: readonly string[],
  cwd: string,
): readonly string[] {
  if (program !== 'cd' && program !== 'pushd') return folders;
  const target = expandHome(args.find(({ value }) => !value.startsWith('-'))?.value ?? '~', cwd);
  const next = folders.map((folder) => resolve(folder, target));
  const isSure = isInPlainList && next.every((folder) => isFolder(folder));
  return isSure ? next : [...new Set([...folders, ...next])].slice(0, 8);
}

/** False also when it cannot be told. */
function isFolder(path: string): boolean {
  const real = realPath(path);
  return real !== undefined && (statSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** The variables whose value is known. */
function expandHome(value: string, cwd: string): string {
  return value
    .replace(/^~(?=\/|$)/, homedir)
    .replace(/^\$(?:HOME\b|\{HOME\})/, homedir)
    .replace(/^\$(?:PWD\b|\{PWD\})/, () => cwd);
}
