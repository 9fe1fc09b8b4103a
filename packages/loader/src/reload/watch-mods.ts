import type { Diagnostic } from '@cmd-mods/mod-api';
import type { FSWatcher } from 'chokidar';
import type { ImportOptions } from '../import/import-mod.ts';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import type { ModHost } from '../pipeline/mod-host.ts';
import type { AttemptedMod } from '../pipeline/register-mods.ts';
import { type ReloadableMod, type ReloadResult, reloadMod } from './reload-mod.ts';

/** How long a file has to be left alone before its mod is reloaded, in milliseconds: a storm of saves becomes one reload. */
const SETTLED_AFTER = 80;

/** What to watch, and who wants to know. */
export interface WatchModsOptions {
  /** The mods of a load; those that failed are watched too, but have no old code to swap. */
  readonly mods: readonly AttemptedMod[];
  readonly host: ModHost;
  readonly importing?: Omit<ImportOptions, 'name'>;
  readonly env?: NodeJS.ProcessEnv;
  /** Told of every reload, whether it was asked for or came from a save. */
  readonly onReload?: (result: ReloadResult) => void;
  /** Told of what the watcher itself has to say; watching goes on. */
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

/**
 * Watches every file of every loaded mod and reloads a mod when one of its files is saved. Reloads run one after the other, in
 * the order of the mods. The set of files is taken anew at each reload, so a file that the new code imports is watched from
 * then on. With `COMMANDCODE_MODS_HOT_RELOAD=0` nothing is watched, and `reload` works all the same.
 */
export function watchMods(options: WatchModsOptions): ModWatch {
  const { host, importing, env = process.env, onReload, onWarning } = options;
  const mods: readonly ReloadableMod[] = options.mods
    .filter(({ error }) => error === undefined)
    .map(({ entry: { name, file } }) => ({ name, file }));
  const filesOf = new Map(options.mods.map(({ entry, files }) => [entry.name, files]));
  const dirty = new Set<string>();
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  const reloadAll = async (wanted: readonly ReloadableMod[]): Promise<readonly ReloadResult[]> => {
    const results: ReloadResult[] = [];
    for (const mod of wanted) {
      const result = await reloadMod(mod, host, importing);
      filesOf.set(mod.name, new Set([...result.files, ...(result.ok ? [] : (filesOf.get(mod.name) ?? []))]));
      results.push(result);
      onReload?.(result);
    }
    watcher?.add(allFiles(filesOf));
    return results;
  };
  const enqueue = (wanted: readonly ReloadableMod[]): Promise<readonly ReloadResult[]> => {
    const next = running.then(() => reloadAll(wanted));
    running = next.catch((cause) => warn(`A reload failed: ${String(cause)}.`, cause));
    return next;
  };
  const warn = (message: string, cause: unknown): void => {
    onWarning?.(pipelineDiagnostic('WATCH_FAILED', { message, cause }));
  };
  const onSave = (path: string): void => {
    const touched = mods.filter(({ name }) => filesOf.get(name)?.has(path));
    if (isClosed || touched.length === 0) return;
    for (const { name } of touched) dirty.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const wanted = mods.filter(({ name }) => dirty.delete(name));
      enqueue(wanted).catch(() => undefined); // `running` has reported it.
    }, SETTLED_AFTER);
  };
  const start = async (): Promise<void> => {
    if (env.COMMANDCODE_MODS_HOT_RELOAD === '0' || mods.length === 0) return;
    const { watch } = await import('chokidar');
    if (isClosed) return;
    watcher = watch(allFiles(filesOf), { ignoreInitial: true, persistent: false });
    watcher.on('all', (_, path) => onSave(path));
    watcher.on('error', (cause) => warn(`Watching files failed: ${String(cause)}.`, cause));
    const current = watcher;
    await new Promise<void>((resolve) => current.once('ready', () => resolve()));
  };

  const ready = start().catch((cause) => warn(`Files cannot be watched: ${String(cause)}.`, cause));
  return {
    ready,
    reload: (name) => enqueue(name === undefined ? mods : mods.filter((mod) => mod.name === name)),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await ready;
      await Promise.all([watcher?.close(), running]);
    },
  };
}

function allFiles(filesOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...new Set([...filesOf.values()].flatMap((files) => [...files]))];
}
