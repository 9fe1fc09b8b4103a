import { relative } from 'node:path';
import { isInside, toSlashes } from '../tools/paths.ts';
import { realPath } from './real-path.ts';

/** Files that a shell runs when it starts. */
const SHELL_PROFILES = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv .zlogin .zlogout ' +
    '.cshrc .tcshrc .kshrc .login config.fish profile.ps1 microsoft.powershell_profile.ps1'
  ).split(' '),
);
const FOLDERS = new Set(['.ssh', '.git', '.commandcode']);
const HARMLESS_DEVICE = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;

/**
 * Why writing to a path is never done without asking: a device, a shell profile, `.ssh`, `.git`, `.commandcode`, `.env*`,
 * or a place outside the project. Both the path as given and where it really leads are looked at, letter case aside.
 * Hard links cannot be told from files.
 * @param path absolute; it may hold `..` after a link.
 * @param cwd the project folder, absolute.
 * @returns the reason in words, or `null` when there is none.
 */
export function protectedPathReason(path: string, cwd: string): string | null {
  const given = toSlashes(path);
  if (HARMLESS_DEVICE.test(given)) return null;
  if (given.startsWith('/dev/')) return `it writes to the device ${given}`;
  const project = realPath(cwd) ?? cwd;
  const real = realPath(path);
  if (real === undefined) return `it writes to ${given}, and where that leads cannot be told`;
  for (const [folder, place] of [
    [cwd, path],
    [project, real],
  ] as const) {
    const name = protectedName(isInside(folder, place) ? relative(folder, place) : place);
    if (name !== null) return `it writes to ${name}`;
  }
  if (!isInside(project, real)) return `it writes to ${toSlashes(real)}, outside the project`;
  return null;
}

/** The protected name that a path holds, in words; `null` for none. Works for paths that cannot be resolved. */
export function protectedName(path: string): string | null {
  const segments = toSlashes(path).toLowerCase().split('/');
  const folder = segments.find((segment) => FOLDERS.has(segment));
  if (folder !== undefined) return `\`${folder}\``;
  const name = segments.at(-1) ?? '';
  if (SHELL_PROFILES.has(name)) return `the shell profile \`${name}\``;
  const secrets = segments.find((segment) => segment.startsWith('.env'));
  return secrets === undefined ? null : `\`${secrets}\`, which holds secrets`;
}
