import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

const LARGE = 2 * 1024 * 1024;

/** Mods are small; what is large is mostly there by mistake. */
export const packageSize: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'The package is large',
  why: 'Everybody who installs the mod downloads it. What is large is mostly there by mistake: pictures, recordings, builds.',
  fix: 'Name what is needed in files of package.json; npm pack --dry-run lists what would be published.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "files": ["index.ts"],
  "commandcode": { "mods": ["index.ts"] }
}
`,
  check: async (facts): Promise<readonly Problem[]> => {
    const read = facts.packageJson;
    const answer = await facts.packed();
    if (read === undefined || answer?.size === undefined || answer.size <= LARGE) return [];
    const size = (answer.size / 1024 / 1024).toFixed(1);
    const count = answer.files?.length ?? 0;
    return [{ at: read.place(['files']), message: `The package has ${size} MB in ${count} files.` }];
  },
};
