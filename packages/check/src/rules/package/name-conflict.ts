import { dirname } from 'node:path';
import { readTarget, solvePackage } from '@cmd-mods/inspect';
import { findMods } from '@cmd-mods/loader/load';
import { addedNames } from '../../facts/added-names.ts';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** Names are shared by all mods of a session. */
export const nameConflict: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'A name is taken by an installed mod',
  why: 'Names of tools, commands, flags and the like are shared by all mods of a session. The first one keeps the name, and the other registration is dropped.',
  fix: 'Choose another name, or put the name of the mod before it.',
  bad: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addCommand({ name: 'greet', handler: () => ({ message: 'Hello.' }) });
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.addCommand({ name: 'shout-greet', handler: () => ({ message: 'Hello.' }) });
}
`,
  check: async (facts): Promise<readonly Problem[]> => {
    const { target, world } = facts;
    const own = addedNames(await facts.source(), await facts.solved());
    if (own.length === 0) return [];
    const { cwd, home, env } = world;
    const { mods } = await findMods({ cwd, home, env: { ...env }, allowProject: true });
    const others = mods.filter(
      ({ realFile }) =>
        realFile !== undefined &&
        !realFile.startsWith(`${target.root}/`) &&
        !target.mods.some((mod) => mod.realFile === realFile),
    );
    const taken = new Map<string, string>();
    for (const { name, realFile } of others) {
      const { files, entries } = await readTarget(realFile, { cwd: dirname(realFile) });
      const solved = solvePackage(files, entries ? { entries } : {});
      for (const added of addedNames(undefined, solved)) taken.set(`${added.kind} ${added.name}`, name);
    }
    return own.flatMap(({ kind, name, at }): Problem[] => {
      const holder = taken.get(`${kind} ${name}`);
      return holder === undefined || at === undefined
        ? []
        : [{ at, message: `The ${kind} '${name}' is also added by the installed mod ${holder}.` }];
    });
  },
};
