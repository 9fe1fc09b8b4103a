/** Packs a package in a process of its own, and imports its mods from what was packed: what they would be once installed. */

import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Target } from '../target.ts';

/** What became of one mod. */
export interface LoadedMod {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  /** Why it does not load. */
  readonly fault?: Diagnostic;
}

/** What a package is once it is packed. */
export interface PackedPackage {
  /** The files, relative to the package; `undefined` where nothing was packed: a loose mod is no package. */
  readonly files?: readonly string[];
  /** How large the files are together, in bytes. */
  readonly size?: number;
  /** Why it could not be packed. */
  readonly packFault?: string;
  /** The mods that were imported, each with what came of it; not all of them when `isLate`. */
  readonly loaded: readonly LoadedMod[];
  /** The time was over before all mods had been imported; the one that was at it. */
  readonly isLate?: string;
}

/** What the other process is asked. */
export interface PackRequest {
  readonly root: string;
  /** An empty folder to work in. */
  readonly scratch: string;
  readonly isPackage: boolean;
  /** The mods, relative to the root. */
  readonly mods: readonly string[];
  readonly isLoading: boolean;
}

/** What the other process tells, in this order. */
export type PackNews =
  | { readonly kind: 'packed'; readonly files: readonly string[]; readonly size: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loading'; readonly path: string }
  | { readonly kind: 'loaded'; readonly path: string; readonly fault?: Diagnostic }
  | { readonly kind: 'done' };

/** A mod that takes longer to import than this hangs, as far as anybody who starts the program is concerned. */
const LONGEST_IMPORT_MS = 10_000;

/** The process's program. It runs compiled alone; where this file runs as source, the compiled one is in dist. */
function programFile(): string {
  const beside = fileURLToPath(new URL('./child.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/pack/child.js', import.meta.url));
}

/** Packs a target and, if asked, imports its mods. No script of the package runs, and of its mods nothing but the import. */
export async function packAndLoad(
  target: Target,
  options: { readonly isLoading: boolean; readonly limitMs?: number },
): Promise<PackedPackage> {
  const scratch = mkdtempSync(join(tmpdir(), 'cmd-mods-check-'));
  const request: PackRequest = {
    root: target.root,
    scratch,
    isPackage: target.packageJson !== undefined,
    mods: target.mods.map(({ relativePath }) => relativePath),
    isLoading: options.isLoading,
  };
  try {
    return await ask(request, options.limitMs ?? LONGEST_IMPORT_MS);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function ask(request: PackRequest, limitMs: number): Promise<PackedPackage> {
  return new Promise((resolve) => {
    const answer: { -readonly [Key in keyof PackedPackage]: PackedPackage[Key] } & { loaded: LoadedMod[] } = {
      loaded: [],
    };
    let loading: string | undefined;
    let isDone = false;
    const child = fork(programFile(), [], { stdio: 'ignore', execArgv: [], cwd: request.scratch });
    const late = setTimeout(() => {
      answer.isLate = loading ?? request.root;
      child.kill('SIGKILL');
    }, limitMs);
    child.on('message', (news: PackNews) => {
      if (news.kind === 'packed') Object.assign(answer, { files: news.files, size: news.size });
      else if (news.kind === 'failed') answer.packFault = news.message;
      else if (news.kind === 'loading') loading = news.path;
      else if (news.kind === 'loaded') {
        loading = undefined;
        answer.loaded.push(news.fault ? { path: news.path, fault: news.fault } : { path: news.path });
      } else {
        isDone = true;
        // A mod may have left timers or servers behind, which would keep the process.
        child.kill('SIGKILL');
      }
    });
    child.on('error', (error) => {
      answer.packFault = error.message;
    });
    child.on('close', (code) => {
      clearTimeout(late);
      if (!isDone && answer.isLate === undefined && loading !== undefined)
        answer.loaded.push({ path: loading, fault: endedBy(code) });
      resolve(answer);
    });
    child.send(request);
  });
}

function endedBy(code: number | null): Diagnostic {
  return {
    code: 'MOD_ENDS_PROCESS',
    severity: 'error',
    message: `Importing the mod ended the process${code === null ? '' : ` with exit code ${code}`}.`,
  };
}
