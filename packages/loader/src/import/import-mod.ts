import { realpathSync } from 'node:fs';
import type { Diagnostic, ModFactory } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { NO_CACHE, openCompileCache } from './compile-cache.ts';
import { explainFailure } from './explain-failure.ts';
import { findFactory } from './find-factory.ts';
import { HOST_MODULES, type HostModules } from './host-modules.ts';
import { ModuleGraph } from './module-graph.ts';

/** How a mod is imported. */
export interface ImportOptions {
  /** The mod's name, for diagnostics. */
  readonly name?: string;
  /** Where compiled text is kept: folders in the order tried, or `false` for nowhere. Default: the person's cache folder. */
  readonly cacheFolders?: readonly string[] | false;
  /** Modules that the host answers itself. Default: this copy of the API, under all of its names. */
  readonly hostModules?: HostModules;
}

/** A mod's factory, not yet run; or why there is none. */
export type ImportedMod =
  | {
      readonly ok: true;
      readonly factory: ModFactory;
      /** The real path of the entry. */
      readonly file: string;
      /** The mod's own files that were evaluated, by real path. A dynamic import may add to it later. */
      readonly files: ReadonlySet<string>;
    }
  | {
      readonly ok: false;
      readonly diagnostic: Diagnostic;
      /** The own files that were reached, so that a watcher sees the one that gets corrected. */
      readonly files: ReadonlySet<string>;
    };

/**
 * Imports one mod and finds its factory. The only step of a load that runs foreign code, and each call runs it anew: only
 * compiled text is kept between calls. It never throws for what a mod does; a broken mod is an answer with `ok: false`.
 *
 * The mod's own files, TypeScript and JavaScript alike, are compiled by jiti and evaluated here; its dependencies are left
 * to Node; the API's packages are answered with this host's own copy.
 */
export async function importMod(
  mod: { readonly file: string },
  options: ImportOptions = {},
): Promise<ImportedMod> {
  const { cacheFolders, hostModules = HOST_MODULES, name } = options;
  const withName = (diagnostic: Diagnostic): Diagnostic =>
    name === undefined ? diagnostic : { ...diagnostic, mod: name };
  let file: string;
  try {
    file = realpathSync(mod.file);
  } catch (cause) {
    const { message } = cause as Error;
    const diagnostic = pipelineDiagnostic('MOD_FILE_UNREADABLE', {
      message,
      where: { file: mod.file },
      cause,
    });
    return { ok: false, diagnostic: withName(diagnostic), files: new Set([mod.file]) };
  }
  const cache = cacheFolders === false ? NO_CACHE : openCompileCache(cacheFolders);
  const graph = new ModuleGraph({ hostModules, cache });
  try {
    const namespace = await graph.import(file);
    const found = findFactory(file, namespace, graph.findCycle(file));
    return found.ok
      ? { ok: true, factory: found.factory, file, files: graph.files }
      : { ok: false, diagnostic: withName(found.diagnostic), files: graph.files };
  } catch (error) {
    return { ok: false, diagnostic: withName(explainFailure(error, file, graph)), files: graph.files };
  }
}
