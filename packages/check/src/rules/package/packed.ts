import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** What is listed has to be in what is published. */
export const packed: PackageRule = {
  severity: 'error',
  group: 'package',
  summary: 'A mod is not in the published package',
  why: 'npm publishes what files in package.json names, or all but what .npmignore and .gitignore leave out. A mod that is not among it is not there for anybody else.',
  fix: 'Add it to files in package.json; npm pack --dry-run lists what would be published.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "files": ["dist"],
  "commandcode": { "mods": ["mods/shout.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "files": ["mods"],
  "commandcode": { "mods": ["mods/shout.ts"] }
}
`,
  check: async (facts): Promise<readonly Problem[]> => {
    const read = facts.packageJson;
    if (read === undefined || read.faults.length > 0) return [];
    const answer = await facts.packed();
    if (answer?.packFault !== undefined)
      return [{ at: read.place(['name']), message: `The package cannot be packed: ${answer.packFault}.` }];
    if (answer?.files === undefined) return [];
    const files = new Set(answer.files);
    return facts.target.mods
      .filter(({ relativePath }) => !files.has(relativePath))
      .map(({ relativePath }) => ({
        at: read.place(read.content.files === undefined ? ['commandcode', 'mods'] : ['files']),
        message: `${relativePath} is a mod of the package, and npm would not publish it.`,
      }));
  },
};
