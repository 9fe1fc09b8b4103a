import { recordAt } from '../../facts/package-json.ts';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

const ON_INSTALL = ['preinstall', 'install', 'postinstall'];

/** No script of a package runs when its mods are installed. */
export const lifecycleScripts: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'The package has scripts for its install',
  why: 'They never run when a mod is installed, so whatever they prepare is missing, and people are warned of them.',
  fix: 'Publish what the script makes, and drop the script.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "scripts": { "postinstall": "node build.mjs" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "scripts": { "build": "node build.mjs" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  check: ({ packageJson }): readonly Problem[] => {
    const read = packageJson;
    if (read === undefined) return [];
    const scripts = recordAt(read.content, 'scripts');
    return ON_INSTALL.filter((name) => Object.hasOwn(scripts, name)).map((name) => ({
      at: read.place(['scripts', name]),
      message: `The script ${name} never runs where the mod is installed.`,
    }));
  },
};
