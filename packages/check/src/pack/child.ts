/** The process of `pack.ts`. */

import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importMod } from '@cmd-mods/loader/load';
import { API_PACKAGE_NAMES } from '@cmd-mods/mod-api';
import type { PackNews, PackRequest } from './pack.ts';

process.once('message', async (request: PackRequest) => {
  try {
    await work(request);
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  tell({ kind: 'done' });
});

function tell(news: PackNews): void {
  process.send?.(news);
}

async function work({ root, scratch, pack: isPacking, mods, isLoading }: PackRequest): Promise<void> {
  const folder = isPacking ? join(scratch, 'package') : root;
  if (isPacking) {
    await pack(root, folder, join(scratch, 'cache'));
    const files = filesBelow(folder, '');
    const size = files.reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0);
    tell({ kind: 'packed', files, size });
    if (!isLoading) return;
    linkDependencies(root, folder);
    for (const path of mods.filter((mod) => files.includes(mod))) await load(folder, path);
    return;
  }
  if (isLoading) for (const path of mods) await load(folder, path);
}

/** What `npm publish` would send and an install would unpack. */
async function pack(root: string, folder: string, cache: string): Promise<void> {
  const [{ default: pacote }, { default: Arborist }] = await Promise.all([
    import('pacote'),
    import('@npmcli/arborist'),
  ]);
  const { bundleDependencies, bundledDependencies, workspaces } = manifestIn(root);
  const needsInstalled = Boolean(bundleDependencies || bundledDependencies || workspaces);
  /** What is installed tells only what is bundled and what belongs to a workspace, and there may be hundreds of packages to look at. */
  class Alone extends Arborist {
    override loadActual() {
      return super.loadActual({ filter: () => false });
    }
  }
  await pacote.extract(`file:${root}`, folder, {
    Arborist: needsInstalled ? Arborist : Alone,
    cache,
    ignoreScripts: true,
  });
}

function manifestIn(folder: string): Record<string, object | undefined> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\ufeff/, ''));
}

function filesBelow(folder: string, at: string): readonly string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
}

/** Gives the unpacked package what an install would: the dependencies that it names, and none of those for development. */
function linkDependencies(root: string, folder: string): void {
  const { dependencies, optionalDependencies, peerDependencies } = manifestIn(folder);
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const name of names) {
    if ((API_PACKAGE_NAMES as readonly string[]).includes(name)) continue;
    const installed = findInstalled(root, name);
    const link = join(folder, 'node_modules', name);
    if (installed === undefined || lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed, link, 'junction');
  }
}

function findInstalled(root: string, name: string): string | undefined {
  for (let at = root; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (lstatSync(path, { throwIfNoEntry: false })) return realpathSync(path);
    if (at === dirname(at)) return undefined;
  }
}

async function load(folder: string, path: string): Promise<void> {
  tell({ kind: 'loading', path });
  const imported = await importMod({ file: join(folder, path) }, { cacheFolders: false });
  if (imported.ok) return tell({ kind: 'loaded', path });
  const { cause: _cause, ...fault } = imported.diagnostic;
  tell({ kind: 'loaded', path, fault });
}
