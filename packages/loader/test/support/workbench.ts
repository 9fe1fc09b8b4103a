import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type AddRequest,
  addSource,
  type InstallFromLockRequest,
  type InstallIo,
  type InstallScope,
  installFromLock,
  type LockFile,
  type OfferedMods,
  type ReachReader,
  type RemoveRequest,
  removeSource,
  type ScopeName,
  type UpdateRequest,
  updateSources,
} from '../../src/index.ts';
import { jsonSettings } from './json-settings.ts';

/** A home and a project in temporary folders, and the four functions at work in them. */
export interface Workbench {
  readonly home: string;
  readonly project: string;
  readonly io: InstallIo;
  add(source: string, more?: Partial<AddRequest>): ReturnType<typeof addSource>;
  update(source?: string, more?: Partial<UpdateRequest>): ReturnType<typeof updateSources>;
  remove(source: string, more?: Partial<RemoveRequest>): ReturnType<typeof removeSource>;
  ci(more?: InstallFromLockRequest): ReturnType<typeof installFromLock>;
  /** The same workbench with another world around it. */
  with(io: Partial<InstallIo>): Workbench;
  /** The sources in a scope's settings: texts, or objects. */
  sources(scope?: ScopeName): unknown[];
  lock(scope?: ScopeName): LockFile['sources'];
  /** A file of an installed package. */
  read(path: string, scope?: ScopeName): string;
  /** Every path below a scope's `.commandcode`, sorted. */
  files(scope?: ScopeName): string[];
  registry(scope?: ScopeName): string;
  dispose(): void;
}

export interface WorkbenchOptions {
  /** Written into `<home>/.npmrc`. */
  readonly npmrc?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly trusted?: boolean;
  readonly io?: Partial<InstallIo>;
  /** The folder to make it in: a disk of its own, for instance. */
  readonly parent?: string;
}

/** Makes a workbench. */
export function workbench(options: WorkbenchOptions = {}): Workbench {
  const root = realpathSync(mkdtempSync(join(options.parent ?? tmpdir(), 'workbench-')));
  const home = join(root, 'home');
  const project = join(root, 'project');
  mkdirSync(home);
  mkdirSync(project);
  writeFileSync(join(home, '.npmrc'), options.npmrc ?? '');
  const io = { ...worldOf(home, project, options.env, options.trusted), ...options.io };
  return at(root, home, project, io);
}

/** The world of a home and a project: also what a child process of a test builds for itself. */
export function worldOf(
  home: string,
  project: string,
  env: NodeJS.ProcessEnv = {},
  trusted = true,
): InstallIo {
  const scope = (name: ScopeName, folder: string): InstallScope => ({
    name,
    root: folder,
    settings: jsonSettings(join(folder, '.commandcode', 'settings.json')),
    trusted: name === 'user' || trusted,
  });
  return {
    home,
    // No npmrc of the machine counts, and no variable but these.
    env: { PATH: process.env.PATH, HOME: home, npm_config_globalconfig: join(home, 'no-such-npmrc'), ...env },
    scopes: [scope('project', project), scope('user', home)],
    offersMods,
  };
}

function at(root: string, home: string, project: string, io: InstallIo): Workbench {
  const rootOf = (scope: ScopeName = 'project') => (scope === 'user' ? home : project);
  const folder = (scope?: ScopeName) => join(rootOf(scope), '.commandcode');
  const json = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return {
    home,
    project,
    io,
    add: (source, more) => addSource({ source, scope: 'project', cwd: project, ...more }, io),
    update: (source, more) =>
      updateSources({ ...(source === undefined ? {} : { source }), cwd: project, ...more }, io),
    remove: (source, more) => removeSource({ source, cwd: project, ...more }, io),
    ci: (more = {}) => installFromLock(more, io),
    with: (other) => at(root, home, project, { ...io, ...other }),
    sources: (scope) => json(join(folder(scope), 'settings.json')).mods?.sources ?? [],
    lock: (scope) => json(join(folder(scope), 'mods.lock.json')).sources ?? {},
    read: (path, scope) => readFileSync(join(folder(scope), 'mods', '.registry', path), 'utf8'),
    files: (scope) =>
      existsSync(folder(scope)) ? (readdirSync(folder(scope), { recursive: true }) as string[]).sort() : [],
    registry: (scope) => join(folder(scope), 'mods', '.registry'),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What a folder offers, by the rules for simple packages: the manifest, then `mods/`, then `index.ts`. */
export async function offersMods(path: string): Promise<OfferedMods> {
  const lookedFor = ['commandcode.mods in package.json', 'mods/', 'index.ts'];
  if (statSync(path).isFile()) return { names: [basename(path, '.ts')], lookedFor };
  const manifest = join(path, 'package.json');
  const declared = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8')).commandcode?.mods
    : undefined;
  if (Array.isArray(declared)) {
    return {
      names: declared.filter((entry) => existsSync(join(path, entry))).map((entry) => basename(entry, '.ts')),
      lookedFor,
    };
  }
  const folder = join(path, 'mods');
  if (existsSync(folder))
    return { names: readdirSync(folder).map((name) => basename(name, '.ts')), lookedFor };
  return { names: existsSync(join(path, 'index.ts')) ? ['index'] : [], lookedFor };
}

/** A scanner that knows two words. */
export const wordScanner: ReachReader = {
  async summarize(directory) {
    const file = join(directory, 'index.ts');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return ['fetch', 'child_process'].filter((word) => text.includes(word));
  },
  widened(before, after) {
    const known = before as string[] | undefined;
    const more = (after as string[]).filter((word) => known !== undefined && !known.includes(word));
    return more.length === 0 ? undefined : more;
  },
};
