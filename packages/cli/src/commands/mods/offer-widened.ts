import { type InstallIo, type SourceOutcome, type UpdateRequest, updateSources } from '@cmd-mods/loader';
import type { Io } from '../../io.ts';
import { outcomeText } from '../../render/outcome-text.ts';

/**
 * Asks for each version that was held back because it reaches further whether to install it all the same. When nobody can answer,
 * everything stays as it is.
 *
 * @returns the outcomes, those of what was installed after all in the place of the held ones.
 */
export async function offerWidened(
  outcomes: readonly SourceOutcome[],
  request: UpdateRequest,
  installIo: InstallIo,
  io: Io,
): Promise<readonly SourceOutcome[]> {
  const { choose } = io;
  if (choose === undefined) return outcomes;
  const offered: SourceOutcome[] = [];
  for (const outcome of outcomes) {
    const isHeld = outcome.status === 'held' && outcome.widened !== undefined;
    const question = `${outcomeText(outcome, io)}Install it all the same?`;
    if (!isHeld || (await choose(question, ['install it', 'leave it as it is'])) !== 0) {
      offered.push(outcome);
      continue;
    }
    const { source, scope } = outcome;
    const cwd = installIo.scopes.find(({ name }) => name === scope)?.root ?? request.cwd;
    const accepted = { ...request, source, scopes: [scope], cwd, accept: true };
    offered.push(...(await updateSources(accepted, installIo)));
  }
  return offered;
}
