import type { Diagnostic } from '@cmd-mods/mod-api';
import type { JsonValue, LockEntry } from '../lock/lock-file.ts';
import { sourceDiagnostic } from '../sources/diagnostics.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { packageIdentity } from '../sources/source-identity.ts';
import type { Journal } from './journal.ts';
import { lockedRevision, revisionOf } from './resolve.ts';
import { installedDirectory } from './scope-paths.ts';
import { type Resolved, type StagedPackage, stage } from './stage.ts';
import type { Workshop } from './transaction.ts';
import type { SourceOutcome } from './types.ts';

/** How one package is put in place. */
export interface InstallOptions {
  readonly text: string;
  readonly dryRun: boolean;
  readonly entry: LockEntry | undefined;
  readonly settings?: Journal['settings'];
  /** Install even when the new version reaches further than the installed one. */
  readonly acceptsReach: boolean;
}

/** Fetches a resolved source and puts it in place; in a dry run, only the first. Throws `ModError`, and then nothing has changed. */
export async function installSource(
  resolved: Resolved,
  workshop: Workshop,
  options: InstallOptions,
): Promise<SourceOutcome> {
  const { source } = resolved;
  const { entry, dryRun, text } = options;
  const { reach } = workshop.access.io;
  const isPresent = installedDirectory(workshop.scope.root, source) !== undefined;
  const done = await workshop.staging(async (folder) => {
    const staged = await stage(resolved, text, folder, workshop.access);
    const after = staged.entry.inspect;
    const widened =
      entry === undefined || after === undefined ? undefined : reach?.widened(entry.inspect, after);
    const held = widened !== undefined && !options.acceptsReach && !dryRun;
    if (!held && !dryRun) await putInPlace(source, folder, staged.entry, workshop, options);
    return { staged, widened, held, isPresent };
  });
  return describeInstall(resolved, workshop, options, done);
}

async function putInPlace(
  source: NpmSource | GitSource,
  folder: string,
  lock: LockEntry,
  workshop: Workshop,
  { text, settings }: InstallOptions,
): Promise<void> {
  workshop.access.io.onProgress?.({ source: text, phase: 'installing' });
  await workshop.commit(source, folder, { lock, ...(settings === undefined ? {} : { settings }) });
}

interface InstallResult {
  readonly staged: StagedPackage;
  readonly widened: JsonValue | undefined;
  readonly held: boolean;
  /** Whether a folder was in place before. */
  readonly isPresent: boolean;
}

function describeInstall(
  resolved: Resolved,
  workshop: Workshop,
  { text, dryRun, entry }: InstallOptions,
  { staged, widened, held, isPresent }: InstallResult,
): SourceOutcome {
  const { inspect } = staged.entry;
  const { scope } = workshop;
  const path = installedDirectory(scope.root, resolved.source);
  return {
    ...outcomeBase(text, resolved.source, workshop, staged.warnings),
    status: held ? 'held' : isPresent ? 'updated' : 'installed',
    dryRun,
    ...(entry === undefined || !isPresent ? {} : { from: lockedRevision(entry) }),
    to: revisionOf(resolved),
    ...(path === undefined ? {} : { path }),
    mods: staged.mods,
    ...(resolved.revision.kind === 'npm' ? { signature: resolved.revision.signature } : {}),
    ...(inspect === undefined ? {} : { reach: inspect }),
    ...(widened === undefined ? {} : { widened }),
    ...(held ? { error: widens(text) } : {}),
  };
}

/** What every outcome of a package carries. */
export function outcomeBase(
  text: string,
  source: NpmSource | GitSource,
  { scope }: Workshop,
  warnings: readonly Diagnostic[] = [],
): Pick<SourceOutcome, 'source' | 'identity' | 'scope' | 'counts' | 'warnings'> {
  return {
    source: text,
    identity: packageIdentity(source),
    scope: scope.name,
    counts: scope.trusted,
    warnings,
  };
}

function widens(text: string): Diagnostic {
  return sourceDiagnostic('INSTALL_WIDENS', {
    message: `The new version of ${text} can reach what the installed one cannot, so it was not installed.`,
  });
}
