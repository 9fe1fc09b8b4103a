import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** What people look at before they install something. */
const ASKED = {
  description: 'a line that says what it does',
  repository: 'the place where its code can be read',
  license: 'what others may do with it',
} as const;

/** What a published package says about itself. */
export const described: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'package.json does not say what people want to know',
  why: 'Before they install a mod, people want to know what it does, where its code is, and what they may do with it. A registry asks for the same.',
  fix: 'Add description, repository and license to package.json.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "keywords": ["cmd-mod"],
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "description": "Answers in upper case.",
  "repository": "github:ada/shout",
  "license": "MIT",
  "keywords": ["cmd-mod"],
  "commandcode": { "mods": ["index.ts"] }
}
`,
  check: ({ packageJson }): readonly Problem[] => {
    const read = packageJson;
    if (read === undefined || read.faults.length > 0 || read.content.private === true) return [];
    return Object.entries(ASKED).flatMap(([key, what]): Problem[] => {
      const value = read.content[key];
      const isThere =
        typeof value === 'string' ? value.trim() !== '' : typeof value === 'object' && value !== null;
      return isThere ? [] : [{ at: read.place(['name']), message: `There is no ${key}: ${what}.` }];
    });
  },
};
