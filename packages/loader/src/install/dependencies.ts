import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModError } from '@cmd-mods/mod-api';
import type { LockedDependency } from '../lock/lock-file.ts';
import { sourceError } from '../sources/diagnostics.ts';
import { knownFailure } from '../sources/failures.ts';
import { type NpmAccess, REGISTRY_ONLY } from '../sources/npm.ts';
import { npmFailure } from '../sources/npm-failures.ts';
import { type PackageJson, readPackageJson } from './package-json.ts';

/** The fields of a package.json that say what to install. */
const RELEVANT = [
  'dependencies',
  'optionalDependencies',
  'bundleDependencies',
  'bundledDependencies',
  'overrides',
] as const;

/** What was installed below a package. */
export interface InstalledDependencies {
  readonly dependencies: Readonly<Record<string, LockedDependency>>;
  /** `name@version` of those that would build or run something on install. */
  readonly withScripts: readonly string[];
}

/**
 * Installs the dependencies of the package in `directory` below it: no scripts, no links to programs, neither dev nor
 * peer ones, and from the registry alone. With `pinned`, exactly those. A package without any costs nothing.
 * `scratch` is a folder for downloads that the caller deletes. Throws `ModError`.
 */
export async function installDependencies(
  directory: string,
  what: string,
  options: {
    readonly access: NpmAccess;
    readonly scratch: string;
    readonly pinned?: Readonly<Record<string, LockedDependency>>;
  },
): Promise<InstalledDependencies> {
  const manifest = await readPackageJson(directory, what);
  if (!hasDependencies(manifest)) return { dependencies: {}, withScripts: [] };
  const restore = await layOut(directory, manifest, options.pinned, options.scratch);
  try {
    return await reify(directory, options);
  } catch (thrown) {
    throw dependencyFailure(thrown, what, options.access.signal);
  } finally {
    await restore();
    // npm's own record of the folder: it holds addresses and nothing that the lock does not.
    await rm(join(directory, 'node_modules', '.package-lock.json'), { force: true });
  }
}

function hasDependencies(manifest: PackageJson | undefined): manifest is PackageJson {
  const all = { ...manifest?.dependencies, ...manifest?.optionalDependencies };
  return Object.keys(all).length > 0;
}

async function reify(
  directory: string,
  { access, scratch }: { access: NpmAccess; scratch: string },
): Promise<InstalledDependencies> {
  const { default: Arborist } = await import('@npmcli/arborist');
  const settings: Record<string, unknown> = {
    ...REGISTRY_ONLY,
    ...access.settings,
    path: directory,
    cache: join(scratch, 'cache'),
    binLinks: false,
    audit: false,
    fund: false,
    // Peers are not even looked at: the host supplies them, and a conflict between them is nobody's concern here.
    legacyPeerDeps: true,
    workspacesEnabled: false,
    ...(access.before === undefined ? {} : { before: access.before }),
    ...(access.signal === undefined ? {} : { signal: access.signal }),
  };
  const arborist = new Arborist(settings);
  const omit = ['dev', 'peer'];
  const ideal = await arborist.buildIdealTree({ omit } as Parameters<typeof arborist.buildIdealTree>[0]);
  const nodes = [...ideal.inventory.values()].filter(
    (node) => !node.isRoot,
  ) as unknown as readonly DependencyNode[];
  // Read before anything is installed: afterwards those for other systems are gone from the tree.
  const dependencies = Object.fromEntries(nodes.map((node) => [node.location, locked(node)]).sort());
  await arborist.reify({ omit, save: false } as Parameters<typeof arborist.reify>[0]);
  const installed = nodes.filter((node) => existsSync(node.path));
  return {
    dependencies,
    withScripts: installed.filter(wantsScripts).map((node) => `${node.packageName}@${node.version}`),
  };
}

/** What is read of an arborist node. */
interface DependencyNode {
  readonly name: string;
  readonly packageName: string;
  readonly version: string;
  /** Relative to the package, with forward slashes. */
  readonly location: string;
  readonly path: string;
  readonly integrity: string | null;
  readonly optional: boolean;
  readonly inBundle: boolean;
  readonly hasInstallScript?: boolean;
  readonly package: Pick<
    LockedDependency,
    'dependencies' | 'optionalDependencies' | 'os' | 'cpu' | 'libc'
  > & {
    readonly gypfile?: boolean;
    readonly scripts?: Readonly<Record<string, string>>;
  };
}

function locked(node: DependencyNode): LockedDependency {
  const { dependencies, optionalDependencies, os, cpu, libc } = node.package;
  return {
    ...(node.packageName === node.name ? {} : { name: node.packageName }),
    version: node.version,
    ...(node.integrity === null || node.integrity === undefined ? {} : { integrity: node.integrity }),
    ...(node.optional ? { optional: true as const } : {}),
    ...(node.inBundle ? { inBundle: true as const } : {}),
    ...(dependencies && Object.keys(dependencies).length > 0 ? { dependencies } : {}),
    ...(optionalDependencies && Object.keys(optionalDependencies).length > 0 ? { optionalDependencies } : {}),
    ...(os && { os }),
    ...(cpu && { cpu }),
    ...(libc && { libc }),
  };
}

function wantsScripts(node: DependencyNode): boolean {
  const { scripts = {}, gypfile } = node.package;
  const named = ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined);
  return (
    named || gypfile === true || node.hasInstallScript === true || existsSync(join(node.path, 'binding.gyp'))
  );
}

/**
 * Lays before arborist what it shall see and no more: a package.json with the dependencies alone, because it asks the
 * registry for dev ones even when it leaves them out; the recorded versions as package-lock.json; and not the author's
 * package-lock.json, which npm passes over in an installed package as well. Gives back how to undo it.
 */
async function layOut(
  directory: string,
  manifest: PackageJson,
  pinned: Readonly<Record<string, LockedDependency>> | undefined,
  scratch: string,
): Promise<() => Promise<void>> {
  const hidden = [
    'package.json',
    'package-lock.json',
    ...(pinned === undefined ? [] : ['npm-shrinkwrap.json']),
  ];
  const shipped = hidden.filter((name) => existsSync(join(directory, name)));
  for (const name of shipped) await rename(join(directory, name), join(scratch, name));
  const wanted = Object.fromEntries(
    RELEVANT.filter((key) => manifest[key] !== undefined).map((key) => [key, manifest[key]]),
  );
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ name: 'package', version: '0.0.0', ...wanted }),
  );
  if (pinned !== undefined) {
    const lock = { lockfileVersion: 3, requires: true, packages: { '': wanted, ...pinned } };
    await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
  }
  return async () => {
    await rm(join(directory, 'package-lock.json'), { force: true });
    for (const name of shipped) await rename(join(scratch, name), join(directory, name));
  };
}

function dependencyFailure(thrown: unknown, what: string, signal: AbortSignal | undefined): ModError {
  const known = knownFailure(thrown, signal);
  if (known !== undefined) return known;
  const { diagnostic } = npmFailure(thrown, 'A dependency', signal);
  return sourceError('DEPENDENCIES_FAILED', {
    message: `The dependencies of ${what} were not installed. ${diagnostic.message}`,
    ...(diagnostic.hint === undefined ? {} : { hint: diagnostic.hint }),
    cause: thrown,
  });
}
