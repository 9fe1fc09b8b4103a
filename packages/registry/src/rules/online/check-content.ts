import { fetchSource, offersMods } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import type { RegistryIo, Scan } from '../../io.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import type { NpmTarget } from './check-npm.ts';
import { compareKinds } from './honest-kinds.ts';

/** Codes that say that the package itself cannot be installed; others say that it could not be fetched. */
const OF_THE_PACKAGE = /^(?:PACKAGE_|MANIFEST_)/;

/** Looks into the published files: whether they offer a mod, and whether it registers what `kinds` says. Nothing of them runs. */
export async function checkContent(
  entry: EntryView,
  target: NpmTarget & { readonly version: string },
  scan: Scan,
  io: RegistryIo,
): Promise<Problem[]> {
  const path = ['mods', entry.index, target.field];
  const what = `${target.name}@${target.version}`;
  try {
    const fetched = await fetchSource(`npm:${what}`, {
      home: io.home,
      env: io.env,
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    });
    try {
      const { names, lookedFor } = await offersMods(fetched.folder);
      if (names.length > 0)
        return kindProblems(entry, compareKinds(entry.kinds ?? [], await scan(fetched.folder)));
      const message = `${what} offers no mod: looked for ${lookedFor.join(', ')}.`;
      return [{ rule: 'npm-manifest', path, message }];
    } finally {
      await fetched.dispose();
    }
  } catch (error) {
    io.signal?.throwIfAborted();
    if (!ModError.isInstance(error)) throw error;
    const { code, message } = error.diagnostic;
    if (OF_THE_PACKAGE.test(code)) return [{ rule: 'npm-manifest', path, message }];
    return [{ rule: 'unverified', path, message: `The files of ${what} could not be looked at: ${message}` }];
  }
}

function kindProblems(
  { index }: EntryView,
  { unlisted, unfounded }: ReturnType<typeof compareKinds>,
): Problem[] {
  const problem = (message: string): Problem => ({
    rule: 'kinds-honest',
    path: ['mods', index, 'kinds'],
    message,
  });
  return [
    ...(unlisted.length === 0
      ? []
      : [problem(`The published code has ${unlisted.join(', ')}, which kinds does not list.`)]),
    ...(unfounded.length === 0
      ? []
      : [problem(`kinds lists ${unfounded.join(', ')}, which the published code does not have.`)]),
  ];
}
