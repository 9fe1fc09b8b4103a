import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { isLoadableFile, modNameOf } from '../pipeline/mod-files.ts';
import { kindOf } from '../pipeline/read-folder.ts';
import { type OfferedMod, readManifest } from '../pipeline/read-manifest.ts';
import type { ApiRange } from '../pipeline/types.ts';

/** What a path that a person named gives. */
export type ResolvedModPath =
  | {
      readonly kind: 'mods';
      readonly mods: readonly OfferedMod[];
      /** Folders of skills that the package ships. */
      readonly skills: readonly string[];
      readonly packageName: string;
      readonly apiRange?: ApiRange;
      /** Files beside an index that are not mods of their own. */
      readonly helpers: readonly string[];
      /** Warnings of the package's manifest. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** Nothing is there. A command says wrong usage and exits 2. */
  | { readonly kind: 'missing'; readonly diagnostic: Diagnostic }
  /** Something is there that cannot be a mod; `diagnostics` say why the manifest gave nothing. */
  | {
      readonly kind: 'unusable';
      readonly diagnostic: Diagnostic;
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Finds the mods at a path: the file itself, or what a folder offers by package rules (manifest, `mods/`, index).
 * Used for `--mod`, for `mods.paths` and for local sources.
 *
 * @param path relative to `cwd`, or absolute.
 */
export async function resolveModPath(path: string, cwd: string = process.cwd()): Promise<ResolvedModPath> {
  const full = resolve(cwd, path);
  const where = { file: full };
  const kind = kindOf(full);
  if (kind === undefined) {
    const message = `Nothing is at ${path}.`;
    const hint = hintFor(path);
    return {
      kind: 'missing',
      diagnostic: pipelineDiagnostic('MOD_PATH_MISSING', { message, where, ...(hint && { hint }) }),
    };
  }
  if (kind === 'file') {
    if (!isLoadableFile(full)) {
      const message = `${path} is not a .ts, .mts, .js or .mjs file, or it is a declaration.`;
      return {
        kind: 'unusable',
        diagnostic: pipelineDiagnostic('MOD_PATH_UNUSABLE', { message, where }),
        diagnostics: [],
      };
    }
    const name = modNameOf(full);
    const mods = [
      { name, file: full, realFile: realpathSync(full), relativePath: full.split(/[\\/]/).at(-1) ?? '' },
    ];
    return { kind: 'mods', mods, skills: [], packageName: name, helpers: [], diagnostics: [] };
  }
  const offer = await readManifest(full);
  const { mods, skills, apiRange, helpers, diagnostics } = offer;
  if (mods.length === 0 && skills.length === 0) {
    const message = `${path} holds no mods: ${WHY[offer.by]}.`;
    return {
      kind: 'unusable',
      diagnostic: pipelineDiagnostic('MOD_PATH_UNUSABLE', { message, where }),
      diagnostics,
    };
  }
  return {
    kind: 'mods',
    mods,
    skills,
    packageName: offer.name,
    ...(apiRange && { apiRange }),
    helpers,
    diagnostics,
  };
}

const WHY = {
  manifest: 'commandcode.mods in its package.json offers none',
  'mods-folder': 'its mods/ folder is empty',
  index: 'its index cannot be read',
  nothing: 'it has no commandcode.mods in a package.json, no mods/ folder with mods, and no index file',
  broken: 'its package.json is not usable',
} as const;

/** What was meant, when it was a source; `owner/repo` may as well be a path with a mistake in it. */
function hintFor(path: string): string | undefined {
  const add = `run cmd mods add ${path}`;
  if (/^(npm:|git:|git@|https?:|ssh:|@[^/]+\/)/.test(path)) return `To install a package, ${add}`;
  const isShorthand = /^[\w-][\w.-]*\/[\w.-]+$/.test(path) && !/\.[cm]?[jt]s$/.test(path);
  return isShorthand ? `Check the spelling; if a repository on GitHub is meant, ${add}` : undefined;
}
