import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { sourceError } from '../sources/diagnostics.ts';
import { asModError } from '../sources/failures.ts';
import type { GitSource, LocalSource, NpmSource } from '../sources/source.ts';
import { localPath, storedLocalPath } from '../sources/source-identity.ts';
import {
  type ConfiguredSource,
  configuredSources,
  meansTheSame,
  refuseFileGit,
  understand,
} from './configured.ts';
import { installSource, outcomeBase } from './install-source.ts';
import type { Journal } from './journal.ts';
import { isRecorded, lockedRevision, refuseMovedTag, resolve } from './resolve.ts';
import { installedDirectory } from './scope-paths.ts';
import { inWorkshop } from './transaction.ts';
import type { InstallIo, InstallScope, ReleaseAge, ScopeName, SourceOutcome } from './types.ts';

/** What `cmd mods add` asks for. */
export interface AddRequest extends ReleaseAge {
  /** As typed. */
  readonly source: string;
  readonly scope: ScopeName;
  /** Where relative paths start. Absolute. */
  readonly cwd: string;
  /** Fetch and check, and change nothing. */
  readonly dryRun?: boolean;
  /** Follow a tag that moved. */
  readonly accept?: boolean;
}

/**
 * Installs a source and records it in settings and lock; a local one is only recorded. A source that is configured
 * already is brought to what is asked now, and its entry keeps its filter. Never asks.
 *
 * Throws `ModError`, and then nothing has changed. (Seed 001, "Install, remove, list, update, open".)
 */
export async function addSource(request: AddRequest, io: InstallIo): Promise<SourceOutcome> {
  try {
    const { text, source, identity } = understand(request.source, { root: request.cwd, home: io.home });
    const scope = io.scopes.find(({ name }) => name === request.scope);
    if (scope === undefined) throw new Error(`there is no ${request.scope} scope here`);
    if (source.kind === 'local') return await addLocal(source, identity, scope, request, io);
    refuseFileGit(source, io.env);
    return await addPackage(text, source, identity, scope, request, io);
  } catch (thrown) {
    throw asModError(thrown, io.signal);
  }
}

async function addPackage(
  typed: string,
  source: NpmSource | GitSource,
  identity: string,
  scope: InstallScope,
  request: AddRequest,
  io: InstallIo,
): Promise<SourceOutcome> {
  const dryRun = request.dryRun === true;
  return inWorkshop(scope, io, { ...request, dryRun, source: typed }, async (workshop) => {
    const configured = (await configuredSources(scope, io.home)).find((one) => one.identity === identity);
    const { text, settings } = settingsChange(typed, source, configured);
    const entry = await workshop.lockEntry(identity);
    const resolved = await resolve(source, typed, workshop.access);
    if (request.accept !== true) refuseMovedTag(resolved, entry);
    const path = installedDirectory(scope.root, source);
    if (entry !== undefined && path !== undefined && settings === undefined && isRecorded(resolved, entry)) {
      const { names } = await io.offersMods(path);
      const revision = lockedRevision(entry);
      const base = outcomeBase(text, source, workshop);
      return { ...base, status: 'unchanged', dryRun, from: revision, to: revision, path, mods: names };
    }
    return installSource(resolved, workshop, {
      text,
      dryRun,
      entry,
      acceptsReach: true,
      ...(settings && { settings }),
    });
  });
}

/** An entry that means the same stays as it is written; another one of the same identity is rewritten. */
function settingsChange(
  typed: string,
  source: NpmSource | GitSource,
  configured: ConfiguredSource | undefined,
): { text: string; settings?: Journal['settings'] } {
  if (configured === undefined) return { text: typed, settings: { add: typed } };
  if (meansTheSame(configured.source, source)) return { text: configured.text };
  return { text: typed, settings: { add: typed, replaces: configured.text } };
}

async function addLocal(
  source: LocalSource,
  identity: string,
  scope: InstallScope,
  request: AddRequest,
  io: InstallIo,
): Promise<SourceOutcome> {
  const typedIn = { root: request.cwd, home: io.home };
  const path = localPath(source.path, typedIn);
  if (!existsSync(path)) {
    throw sourceError('SOURCE_LOCAL_MISSING', {
      message: `There is nothing at ${path}.`,
      where: { file: path },
    });
  }
  const { names, lookedFor } = await io.offersMods(path);
  if (names.length === 0) throw noModsAt(path, lookedFor);
  const configured = (await configuredSources(scope, io.home)).find((one) => one.identity === identity);
  const text = configured?.text ?? storedLocalPath(source.path, typedIn, { root: scope.root, home: io.home });
  const dryRun = request.dryRun === true;
  if (configured === undefined && !dryRun) await scope.settings.addSource(text);
  const inspect = io.reach === undefined ? {} : { reach: await io.reach.summarize(path) };
  const base = { source: text, identity, scope: scope.name, counts: scope.trusted, warnings: [] };
  return {
    ...base,
    status: configured === undefined ? 'linked' : 'unchanged',
    dryRun,
    path,
    mods: names,
    ...inspect,
  };
}

/** What stands at a path can be no source: the tarball of `npm pack`, some other file, or a folder without mods. */
function noModsAt(path: string, lookedFor: readonly string[]): Error {
  const where = { file: path };
  if (!statSync(path).isFile()) {
    const message = `${path} holds no mods: looked for ${lookedFor.join(', ')}.`;
    return sourceError('PACKAGE_NO_MODS', { message, where });
  }
  if (!/\.(?:tgz|tar\.gz)$/.test(path)) {
    const message = `${path} is no mod: a file of code ends in .ts, .mts, .js or .mjs.`;
    return sourceError('PACKAGE_NO_MODS', { message, where, hint: 'Name the mod itself, or its folder.' });
  }
  return sourceError('PACKAGE_NO_MODS', {
    message: `${path} is a tarball, and a local source is linked where it stands.`,
    where,
    hint: `Unpack it and add the folder: tar -xzf ${basename(path)}, then cmd mods add ./package. Or add the folder that it was packed from.`,
  });
}
