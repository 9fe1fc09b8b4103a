import type { Diagnostic } from '@cmd-mods/mod-api';
import type { ImportOptions } from '../import/import-mod.ts';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import type { ModHost } from '../pipeline/mod-host.ts';
import type { AttemptedMod } from '../pipeline/register-mods.ts';
import type { ModEntry } from '../pipeline/types.ts';
import { type ReloadResult, reloadMod } from './reload-mod.ts';
import { type FileWatch, watchFiles } from './watch-files.ts';

/** How long files have to be left alone before their mods are reloaded, in milliseconds: a storm of saves becomes one reload. */
const SETTLED_AFTER = 80;

/** How far a file's time may lie behind the clock, in milliseconds. */
const CLOCK_SLACK = 20;

/** What to watch, and who wants to know. */
export interface WatchModsOptions {
  /** The mods of a load. One that failed is watched too, and loads behind the others once it is corrected. */
  readonly mods: readonly AttemptedMod[];
  readonly host: ModHost;
  readonly importing?: Omit<ImportOptions, 'name'>;
  readonly env?: NodeJS.ProcessEnv;
  /** Told of every reload, whether it was asked for or came from a save. */
  readonly onReload?: (result: ReloadResult) => void;
  /** Told of what the watcher itself has to say; the program lives on. */
  readonly onWarning?: (diagnostic: Diagnostic) => void;
}

/** A running watch. */
export interface ModWatch {
  /** Resolves once saves are seen. */
  readonly ready: Promise<void>;
  /** Reloads one mod, or all, now. An unknown name reloads nothing. */
  reload(name?: string): Promise<readonly ReloadResult[]>;
  /** Stops watching; a reload that is going on is waited for. */
  close(): Promise<void>;
}

/** A mod, the files it consists of now, and when they were read. */
interface WatchedMod {
  readonly entry: ModEntry;
  isLoaded: boolean;
  files: ReadonlySet<string>;
  readAt: number;
}

/**
 * Watches every file of every mod and reloads a mod when one of its files is saved. Reloads run one after the other, in
 * the order of the mods. The set of files is taken anew at each reload, so a file that the new code imports is watched from
 * then on. With `COMMANDCODE_MODS_HOT_RELOAD=0` nothing is watched, and `reload` works all the same.
 */
export function watchMods(options: WatchModsOptions): ModWatch {
  const { host, importing, env = process.env, onReload, onWarning } = options;
  const mods = options.mods.map(
    ({ entry, error, files }): WatchedMod => ({
      entry,
      isLoaded: error === undefined,
      files,
      readAt: Date.now(),
    }),
  );
  const dirty = new Set<WatchedMod>();
  let fileWatch: FileWatch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  const warn = (message: string, cause: unknown): void => {
    onWarning?.(pipelineDiagnostic('WATCH_FAILED', { message: `${message}: ${String(cause)}.`, cause }));
  };
  const reloadAll = async (wanted: readonly WatchedMod[]): Promise<readonly ReloadResult[]> => {
    const results: ReloadResult[] = [];
    for (const mod of wanted) {
      mod.readAt = Date.now() - CLOCK_SLACK;
      const result = await reloadMod(mod, host, importing);
      // A failed reload may have reached only some of the files: the old ones are still those of the running code.
      mod.isLoaded ||= result.ok;
      mod.files = result.ok ? result.files : new Set([...mod.files, ...result.files]);
      fileWatch?.watch(filesOf(mods));
      results.push(result);
      onReload?.(result);
    }
    return results;
  };
  const enqueue = (wanted: readonly WatchedMod[]): Promise<readonly ReloadResult[]> => {
    const next = running.then(() => reloadAll(wanted));
    running = next.catch((cause) => warn('A reload failed', cause));
    return next;
  };
  const onChange = (file: string, changedAt: number | undefined): void => {
    const touched = mods.filter(
      (mod) => mod.files.has(file) && (changedAt === undefined || changedAt >= mod.readAt),
    );
    if (isClosed || touched.length === 0) return;
    for (const mod of touched) dirty.add(mod);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const wanted = mods.filter((mod) => dirty.delete(mod));
      enqueue(wanted).catch(() => undefined); // `running` has reported it.
    }, SETTLED_AFTER);
  };
  const start = async (): Promise<void> => {
    if (env.COMMANDCODE_MODS_HOT_RELOAD === '0' || mods.length === 0) return;
    fileWatch = await watchFiles(filesOf(mods), onChange, (error) => warn('Watching files failed', error));
  };

  const ready = start().catch((cause) => warn('Files cannot be watched', cause));
  return {
    ready,
    reload: (name) => enqueue(name === undefined ? mods : mods.filter(({ entry }) => entry.name === name)),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await ready;
      await Promise.all([fileWatch?.close(), running]);
    },
  };
}

function filesOf(mods: readonly WatchedMod[]): Set<string> {
  return new Set(mods.flatMap(({ files }) => [...files]));
}
