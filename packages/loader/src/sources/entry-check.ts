import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic, sourceError } from './diagnostics.ts';

/** What a package may hold at most, before its dependencies. Mods are source text: this is generous. */
export const LIMITS = {
  files: 10_000,
  bytes: 100 * 2 ** 20,
  archiveBytes: 50 * 2 ** 20,
} as const;

/** Something in an archive or folder. `path` is relative to the package, with forward slashes. */
export interface PackageEntry {
  readonly path: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
}

/** Looks at the entries of one package, one after the other. */
export interface EntryCheck {
  /** Whether the entry comes in. Throws `ModError` for one that no package may hold. */
  admit(entry: PackageEntry): boolean;
  /** What was left out. */
  warnings(): Diagnostic[];
}

/**
 * The rules for what comes in: no path that leaves the package, no devices, no names that macOS and Windows take for
 * one, no more files or bytes than allowed. Links and `.git` are left out.
 */
export function createEntryCheck(what: string): EntryCheck {
  const spellings = new Map<string, string>();
  const links: string[] = [];
  const repositories: string[] = [];
  let files = 0;
  let bytes = 0;
  return {
    admit(entry) {
      refuseEntry(what, entry);
      const git = gitPart(entry.path);
      if (git !== undefined) {
        if (!repositories.includes(git)) repositories.push(git);
        return false;
      }
      if (entry.type === 'link') {
        links.push(entry.path);
        return false;
      }
      refuseCollision(what, entry.path, spellings);
      files += 1;
      bytes += entry.size;
      if (files > LIMITS.files) throw tooLarge(what, `more than ${LIMITS.files} files`);
      if (bytes > LIMITS.bytes) throw tooLarge(what, `more than ${LIMITS.bytes / 2 ** 20} MiB`);
      return true;
    },
    warnings: () => [
      ...leftOut('PACKAGE_LINK_LEFT_OUT', `Links in ${what} were left out`, links),
      ...leftOut('PACKAGE_GIT_LEFT_OUT', `Git's own files in ${what} were left out`, repositories),
    ],
  };
}

function refuseEntry(what: string, { path, type }: PackageEntry): void {
  const reason =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    /[\u0000-\u001f\u007f\\]/.test(path)
      ? 'has a name with a backslash or control character'
      : /^\/|^[A-Za-z]:/.test(path)
        ? 'is an absolute path'
        : path.split('/').includes('..')
          ? 'leaves the package'
          : type === 'other'
            ? 'is neither a file nor a folder'
            : undefined;
  if (reason !== undefined) {
    throw sourceError('PACKAGE_ENTRY_REFUSED', { message: `${JSON.stringify(path)} in ${what} ${reason}.` });
  }
}

/** The path up to a part that git, or a file system that folds names, takes for `.git`. */
function gitPart(path: string): string | undefined {
  const parts = path.split('/');
  const at = parts.findIndex((part) => /^(?:\.git|git~1)[. ]*$/i.test(part));
  return at === -1 ? undefined : parts.slice(0, at + 1).join('/');
}

/** Every folder on the way counts as well: `A/x` and `a/y` would become one folder. */
function refuseCollision(what: string, path: string, spellings: Map<string, string>): void {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join('/');
    const folded = part.normalize('NFC').toLowerCase();
    const earlier = spellings.get(folded);
    if (earlier !== undefined && earlier !== part) {
      throw sourceError('PACKAGE_NAME_COLLISION', {
        message: `${JSON.stringify(earlier)} and ${JSON.stringify(part)} in ${what} are one name on macOS and Windows.`,
      });
    }
    spellings.set(folded, part);
  }
}

function tooLarge(what: string, limit: string): Error {
  return sourceError('PACKAGE_TOO_LARGE', { message: `${what} holds ${limit}.` });
}

function leftOut(
  code: 'PACKAGE_LINK_LEFT_OUT' | 'PACKAGE_GIT_LEFT_OUT',
  sentence: string,
  paths: readonly string[],
): Diagnostic[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 5).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return [sourceDiagnostic(code, { message: `${sentence}: ${shown}${more}.` })];
}
