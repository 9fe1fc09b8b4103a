import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { JsonValue, LockEntry, LockedDependency } from '../lock/lock-file.ts';
import { treeIntegrity } from '../lock/tree-integrity.ts';
import { sourceDiagnostic, sourceError } from '../sources/diagnostics.ts';
import type { GitRevision } from '../sources/git.ts';
import { checkoutGit } from '../sources/git-checkout.ts';
import type { GitAccess } from '../sources/git-client.ts';
import { downloadNpm, type NpmAccess, type NpmRelease } from '../sources/npm.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { unpack } from '../sources/unpack.ts';
import { installDependencies } from './dependencies.ts';
import { lfsPointers } from './lfs-pointers.ts';
import { installScripts, readPackageJson } from './package-json.ts';
import type { InstallIo, InstallProgress, InstallStep } from './types.ts';

/** How servers are reached during one command, and what is told about it. */
export interface Access {
  readonly npm: NpmAccess;
  readonly git: GitAccess;
  readonly io: InstallIo;
  readonly onStep: (step: InstallStep) => void;
}

/** A package that stands ready in the staging folder. */
export interface StagedPackage {
  /** Its folder. */
  readonly tree: string;
  readonly entry: LockEntry;
  readonly mods: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** A resolved source: what it is, and the one version or commit to take. */
export type Resolved =
  | { readonly source: NpmSource; readonly revision: NpmRelease }
  | { readonly source: GitSource; readonly revision: GitRevision };

/**
 * Fetches a package into `staging`/tree, checks what came, installs its dependencies, and looks whether it offers mods.
 * Nothing of the package is run. Throws `ModError`; the caller deletes the staging folder.
 */
export async function stage(
  resolved: Resolved,
  text: string,
  staging: string,
  access: Access,
  pinned?: Readonly<Record<string, LockedDependency>>,
): Promise<StagedPackage> {
  const { io, onStep } = access;
  const tree = join(staging, 'tree');
  const what = describe(resolved);
  const progress = (phase: InstallProgress['phase']) => io.onProgress?.({ source: text, phase });

  progress('fetching');
  const fetched = await fetchPackage(resolved, staging, tree, what, access);
  onStep('fetched');

  progress('dependencies');
  const manifest = await readPackageJson(tree, what);
  const { dependencies, withScripts } = await installDependencies(tree, what, {
    access: access.npm,
    scratch: staging,
    ...(pinned === undefined ? {} : { pinned }),
  });
  onStep('dependencies');

  progress('checking');
  const scripts = installScripts(manifest, resolved.source.kind === 'git');
  const { names, lookedFor } = await io.offersMods(tree);
  if (names.length === 0) throw noMods(what, lookedFor, scripts);
  const native = scripts.length > 0 || existsSync(join(tree, 'binding.gyp'));
  const entry = await lockEntry(resolved, text, tree, dependencies, await io.reach?.summarize(tree));
  onStep('checked');
  return {
    tree,
    entry,
    mods: names,
    warnings: [...fetched, ...scriptsNotRun(native ? [what, ...withScripts] : withScripts)],
  };
}

/** `name@version` or `git:host/owner/repo@commit`, for messages. */
export function describe({ source, revision }: Resolved): string {
  if (revision.kind === 'npm') return `${revision.name}@${revision.version}`;
  const name = source.kind === 'git' ? source.path.join('/') : source.name;
  return `${name}@${revision.commit.slice(0, 12)}`;
}

async function fetchPackage(
  resolved: Resolved,
  staging: string,
  tree: string,
  what: string,
  access: Access,
): Promise<Diagnostic[]> {
  if (resolved.revision.kind === 'npm') {
    const archive = join(staging, 'package.tgz');
    await downloadNpm(resolved.revision, archive, access.npm);
    const warnings = await unpack(archive, tree, what);
    await rm(archive);
    const { deprecated } = resolved.revision;
    if (deprecated === undefined) return warnings;
    return [
      ...warnings,
      sourceDiagnostic('PACKAGE_DEPRECATED', { message: `${what} is deprecated: ${deprecated}` }),
    ];
  }
  const { committed, warnings } = await checkoutGit(
    resolved.source as GitSource,
    resolved.revision,
    tree,
    access.git,
  );
  refuseYoungCommit(what, committed, access.npm.before);
  return [...warnings, ...(await lfsPointers(tree, what))];
}

function refuseYoungCommit(what: string, committed: string, before: Date | undefined): void {
  if (before === undefined || Date.parse(committed) <= before.getTime()) return;
  throw sourceError('RELEASE_TOO_YOUNG', {
    message: `${what} was committed at ${committed}, which is younger than mods.minimumReleaseAge allows.`,
  });
}

function noMods(what: string, lookedFor: readonly string[], scripts: readonly string[]): Error {
  const built = scripts.filter((name) => name === 'prepare' || name === 'prepublish');
  return sourceError('PACKAGE_NO_MODS', {
    message: `${what} holds no mods: looked for ${lookedFor.join(', ')}.`,
    ...(built.length === 0
      ? {}
      : {
          hint: `Its script "${built.join('", "')}" may make them, and is never run: ask the author to ship what it makes.`,
        }),
  });
}

function scriptsNotRun(packages: readonly string[]): Diagnostic[] {
  if (packages.length === 0) return [];
  return [
    sourceDiagnostic('PACKAGE_SCRIPTS_NOT_RUN', {
      message: `Would build or run something on install, which was not done: ${packages.join(', ')}.`,
    }),
  ];
}

async function lockEntry(
  { revision }: Resolved,
  text: string,
  tree: string,
  dependencies: Readonly<Record<string, LockedDependency>>,
  inspect: JsonValue | undefined,
): Promise<LockEntry> {
  const rest = {
    integrity: await treeIntegrity(tree, dependencies),
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    ...(inspect === undefined ? {} : { inspect }),
  };
  if (revision.kind === 'git') {
    return { source: text, commit: revision.commit, refKind: revision.refKind, ...rest };
  }
  const archive = revision.integrity === undefined ? {} : { archive: revision.integrity };
  return { source: text, version: revision.version, ...archive, ...rest };
}
