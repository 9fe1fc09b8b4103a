import { API_PACKAGE_NAMES } from '@cmd-mods/mod-api';
import { recordAt } from '../../facts/package-json.ts';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** The host brings its own copy of the API. */
export const hostPeers: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'The API is among the dependencies',
  why: 'The host answers imports of the API with its own copy. As a dependency a second one is downloaded with each install, and never used.',
  fix: 'Move it to peerDependencies, and to devDependencies for your own tests.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "dependencies": { "@cmd-mods/mod-api": "^1.0.0" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "peerDependencies": { "@cmd-mods/mod-api": "^1.0.0" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  isFixable: true,
  check: ({ packageJson }): readonly Problem[] => {
    const read = packageJson;
    if (read === undefined || read.faults.length > 0) return [];
    const { content } = read;
    return ['dependencies', 'optionalDependencies'].flatMap((group) =>
      API_PACKAGE_NAMES.filter((name) => Object.hasOwn(recordAt(content, group), name)).map(
        (name): Problem => {
          const peers = recordAt(content, 'peerDependencies');
          const rest = Object.fromEntries(
            Object.entries(recordAt(content, group)).filter(([key]) => key !== name),
          );
          const isAlone = Object.keys(rest).length === 0;
          const range = recordAt(content, group)[name];
          // One edit where the group can become the peers as it stands; else two, which do not touch each other.
          const edits = [
            ...read.edit(isAlone ? [group] : [group, name], undefined),
            ...(Object.hasOwn(peers, name) ? [] : read.edit(['peerDependencies', name], range)),
          ];
          return {
            at: read.place([group, name]),
            message: `${name} is among the ${group}; the host brings its own.`,
            edits,
          };
        },
      ),
    );
  },
};
