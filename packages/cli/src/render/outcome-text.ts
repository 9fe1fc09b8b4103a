import type { Revision, SourceOutcome } from '@cmd-mods/loader';
import type { Io } from '../io.ts';
import { type Colours, coloursWhen } from './colours.ts';
import { pathText } from './path-text.ts';
import { reachLines } from './reach-text.ts';

/** What was done for one source, for people: a line, and one for each thing worth knowing. */
export function outcomeText(outcome: SourceOutcome, places: Pick<Io, 'cwd' | 'home' | 'coloured'>): string {
  const { status, mods, path, signature, reach, widened, counts } = outcome;
  const hasCome = status === 'installed' || status === 'updated' || status === 'linked';
  const details = [
    mods.length > 0 && status === 'removed' && `with it went: ${mods.join(', ')}`,
    mods.length > 0 && status !== 'removed' && `mods: ${mods.join(', ')}`,
    hasCome && path !== undefined && `in ${pathText(path, places)}`,
    hasCome && signature === 'verified' && "the registry's signature is right",
    hasCome && signature === 'unsigned' && 'the registry does not sign it',
    ...(reach === undefined || widened !== undefined ? [] : reachLines(reach, true)),
    ...(widened === undefined ? [] : reachLines(widened, false).map((line) => `new: ${line}`)),
    !counts && status !== 'failed' && 'this project is not trusted; it counts once it is: cmd mods trust',
  ];
  const lines = details.flatMap((detail) => (detail === false ? [] : [`  ${detail}\n`]));
  return `${headOf(outcome, coloursWhen(places.coloured?.stdout))}\n${lines.join('')}`;
}

function headOf({ status, source, scope, from, to, dryRun }: SourceOutcome, colours: Colours): string {
  const what = `${colours.bold(source)} (${scope})`;
  const at = to === undefined ? '' : ` at ${revisionText(to)}`;
  switch (status) {
    case 'installed':
      return `${dryRun ? 'Would install' : 'Installed'} ${what}${at}`;
    case 'updated': {
      const before = from === undefined ? '' : ` from ${revisionText(from)}`;
      const after = to === undefined ? '' : ` to ${revisionText(to)}`;
      return `${dryRun ? 'Would update' : 'Updated'} ${what}${before}${after}`;
    }
    case 'removed':
      return `${dryRun ? 'Would remove' : 'Removed'} ${what}`;
    case 'linked':
      return `${what} is loaded where it stands`;
    case 'unchanged':
      return `${what} is what it should be${at}`;
    case 'held':
      return `${what} was left as it is`;
    case 'failed':
      return `${colours.red('Failed')}: ${what}`;
  }
}

function revisionText(revision: Revision): string {
  return 'version' in revision ? revision.version : revision.commit.slice(0, 12);
}
