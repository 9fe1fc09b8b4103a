import { join } from 'node:path';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** The loader's own import step, on what would be published. */
export const loads: PackageRule = {
  severity: 'error',
  group: 'package',
  summary: 'A mod does not load',
  why: 'The mods are imported as the host does it: from the packed package, with its dependencies and without those for development. What fails here fails for everybody.',
  fix: 'Correct what the message says; a file that is missing may not be among the published ones.',
  bad: `import { words } from './no-such-file.ts';
import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi) {
  cmd.ui.notify(words());
}
`,
  good: `import type { ModApi } from '@cmd-mods/mod-api';

const words = () => 'Hello.';

export default function (cmd: ModApi) {
  cmd.ui.notify(words());
}
`,
  check: async (facts): Promise<readonly Problem[]> => {
    const answer = await facts.packed();
    if (answer === undefined) return [];
    const { root, mods } = facts.target;
    const isBroken = mods.length > 0 && (await facts.isBroken());
    const at = (path: string) => ({ file: join(root, path), start: 0, end: 0 });
    const failed = answer.loaded.flatMap(({ path, fault }): Problem[] => {
      // What does not parse has been said at its place.
      if (fault === undefined || isBroken || fault.code === 'MOD_NO_DEFAULT_EXPORT') return [];
      const hint = fault.hint === undefined ? {} : { hint: fault.hint };
      return [{ at: at(path), message: `The mod does not load: ${withoutScratch(fault.message)}`, ...hint }];
    });
    return [
      ...failed,
      ...answer.late.map((path) => ({
        at: at(path),
        message: 'The import did not end within 10 seconds.',
        hint: 'Do what takes long in a hook or a command, not at the top of the file.',
      })),
    ];
  },
};

/** The package was unpacked into a folder that is gone by now; nobody wants to read its path. */
function withoutScratch(message: string): string {
  return message.replaceAll(/(?:file:\/\/)?[^\s'"]*cmd-mods-check-[^/\s]+\/package\//g, '');
}
