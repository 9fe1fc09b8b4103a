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
  /** The mods that were imported, each with what came of it. */
  readonly loaded: readonly LoadedMod[];
  /** The mods whose import did not end in time. */
  readonly late: readonly string[];
}

/** What the other process is asked. */
export interface PackRequest {
  readonly root: string;
  /** An empty folder to work in. */
  readonly scratch: string;
  /** Whether the root is to be packed first; the mods are then loaded from what was packed. */
  readonly pack: boolean;
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

/** Packs a target and imports its mods, as far as that is asked. No script of the package runs, and of its mods nothing but the import. */
export async function packAndLoad(
  target: Target,
  options: { readonly isPacking: boolean; readonly isLoading: boolean; readonly limitMs?: number },
): Promise<PackedPackage> {
  const { isPacking, isLoading, limitMs = LONGEST_IMPORT_MS } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'cmd-mods-check-'));
  const mods = target.mods.map(({ relativePath }) => relativePath);
  try {
    const first = await ask({ root: target.root, scratch, pack: isPacking, mods, isLoading }, limitMs);
    const loaded = [...first.loaded];
    const late = [...first.late];
    // A mod that ended the process, or had to be ended, takes nothing from those behind it.
    let rest: readonly string[] = first.rest.filter((mod) => first.files?.includes(mod) ?? true);
    while (isLoading && first.packFault === undefined && rest.length > 0) {
      const root = isPacking ? join(scratch, 'package') : target.root;
      const next = await ask({ root, scratch, pack: false, mods: rest, isLoading }, limitMs);
      loaded.push(...next.loaded);
      late.push(...next.late);
      if (next.rest.length === rest.length) break;
      rest = next.rest;
    }
    const { rest: _rest, ...answer } = first;
    return { ...answer, loaded, late };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Answer {
  files?: readonly string[];
  size?: number;
  packFault?: string;
  readonly loaded: LoadedMod[];
  readonly late: string[];
  /** The mods that were not got to. */
  rest: readonly string[];
}

function ask(request: PackRequest, limitMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { loaded: [], late: [], rest: request.mods };
    let loading: string | undefined;
    const child = fork(programFile(), [], { stdio: 'ignore', execArgv: [], cwd: request.scratch });
    let timer: NodeJS.Timeout | undefined;
    const end = () => child.kill('SIGKILL');
    child.on('message', (news: PackNews) => {
      clearTimeout(timer);
      if (news.kind === 'packed') Object.assign(answer, { files: news.files, size: news.size });
      else if (news.kind === 'failed') answer.packFault = news.message;
      else if (news.kind === 'loading') {
        loading = news.path;
        timer = setTimeout(() => {
          answer.late.push(news.path);
          loading = undefined;
          end();
        }, limitMs);
      } else if (news.kind === 'loaded') {
        loading = undefined;
        answer.loaded.push(news.fault ? { path: news.path, fault: news.fault } : { path: news.path });
      } else {
        answer.rest = [];
        // A mod may have left timers or servers behind, which would keep the process.
        end();
      }
      if (news.kind === 'loading') answer.rest = answer.rest.slice(answer.rest.indexOf(news.path) + 1);
    });
    child.on('error', (error) => {
      answer.packFault = error.message;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (loading !== undefined) answer.loaded.push({ path: loading, fault: endedBy(code) });
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
    // Node ends when nothing is left that could answer what the top level of a file waits for.
    ...(code === 0 || code === 13
      ? { hint: 'It calls process.exit, or its top level waits for something that never comes.' }
      : {}),
  };
}
