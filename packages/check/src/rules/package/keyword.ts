import { recordAt } from '../../facts/package-json.ts';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** How reviewers and people find packages of mods. */
export const keyword: PackageRule = {
  severity: 'warning',
  group: 'package',
  summary: 'The package lacks the keyword cmd-mod',
  why: 'People and the maintainers of registries find packages of mods by it.',
  fix: 'Add "cmd-mod" to the keywords.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "keywords": ["shout"],
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "keywords": ["cmd-mod", "shout"],
  "commandcode": { "mods": ["index.ts"] }
}
`,
  isFixable: true,
  check: ({ packageJson }): readonly Problem[] => {
    const read = packageJson;
    if (read === undefined || read.faults.length > 0 || read.content.private === true) return [];
    const { keywords } = read.content;
    const list = Array.isArray(keywords) ? keywords : [];
    if (list.includes('cmd-mod') || 'length' in recordAt(read.content, 'keywords')) return [];
    return [
      {
        at: read.place(['keywords']),
        message: 'The keywords do not include cmd-mod.',
        edits: read.edit(['keywords'], ['cmd-mod', ...list]),
      },
    ];
  },
};
