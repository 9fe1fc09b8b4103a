import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import type { InstallScope, SourceOutcome } from '../install/types.ts';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { withFileLock } from '../settings/edit-json-file.ts';
import { type KnownUpdate, knownUpdatesFile, revisionText, updatesIn } from './known-updates.ts';

/**
 * Keeps what an update found for the notice at the next start, which asks nobody. What it installed is known no more. Writes nothing
 * when nothing changes. Throws `ModError` (`SETTINGS_NOT_WRITABLE`) when the note cannot be kept.
 */
export async function rememberUpdates(
  outcomes: readonly SourceOutcome[],
  { home, scopes }: { readonly home: string; readonly scopes: readonly InstallScope[] },
): Promise<void> {
  const rootOf = ({ scope }: SourceOutcome) => scopes.find(({ name }) => name === scope)?.root ?? home;
  const asked = outcomes.filter(({ identity, status }) => identity !== '' && status !== 'failed');
  const isAsked = ({ root, identity }: KnownUpdate) =>
    asked.some((outcome) => outcome.identity === identity && rootOf(outcome) === root);
  const found = asked.flatMap((outcome): readonly KnownUpdate[] => {
    const { identity, source, status, dryRun, from, to } = outcome;
    const isOpen = status === 'held' || (status === 'updated' && dryRun);
    if (!isOpen || from === undefined || to === undefined) return [];
    return [{ root: rootOf(outcome), identity, source, from: revisionText(from), to: revisionText(to) }];
  });
  const changed = (before: readonly KnownUpdate[]) => {
    const next = [...before.filter((update) => !isAsked(update)), ...found];
    return JSON.stringify(next) === JSON.stringify(before) ? undefined : next;
  };

  const file = knownUpdatesFile(home);
  if (changed(updatesIn(file)) === undefined) return;
  try {
    await mkdir(dirname(file), { recursive: true });
    await withFileLock(file, async () => {
      const updates = changed(updatesIn(file));
      if (updates === undefined) return;
      const { default: writeFileAtomic } = await import('write-file-atomic');
      await writeFileAtomic(file, `${JSON.stringify({ updates }, null, 2)}\n`);
    });
  } catch (cause) {
    const message = `What is newer cannot be kept in ${file}: ${(cause as Error).message}.`;
    throw new ModError(pipelineDiagnostic('SETTINGS_NOT_WRITABLE', { message, where: { file }, cause }));
  }
}
