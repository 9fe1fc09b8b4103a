import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JSONPath } from 'jsonc-parser';
import type { Problem } from '../../problem.ts';
import { MANIFEST_SCHEMA } from '../manifest-schema.ts';
import type { PackageRule } from '../rule.ts';

/** What package.json says about the mods. */
export const manifest: PackageRule = {
  severity: 'error',
  group: 'package',
  summary: 'The manifest is not valid',
  why: 'A manifest that is wrong offers no mods, or fewer than it lists. Whoever installs the package gets nothing.',
  fix: 'Compare it with schemas/manifest.schema.json.',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "commandcode": { "mods": "index.ts" }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "commandcode": { "mods": ["index.ts"] }
}
`,
  check: ({ target, packageJson }): readonly Problem[] => {
    const read = packageJson;
    if (read === undefined) {
      // A folder without a package.json may hold mods all the same; where it holds none, that is said.
      return target.mods.length > 0 || target.skills.length > 0
        ? []
        : target.diagnostics.map(({ message, severity }) => ({
            at: { file: target.root, start: 0, end: 0 },
            message: message.replaceAll(`${target.root}/`, ''),
            severity: severity === 'error' ? 'error' : 'warning',
            hint: 'List the mods in commandcode.mods of a package.json, or put them into a folder mods.',
          }));
    }
    if (read.faults.length > 0) return read.faults;
    const validate = new Ajv2020({ allErrors: true, strict: true, validateSchema: false }).compile(
      MANIFEST_SCHEMA,
    );
    if (!validate(read.content))
      return (validate.errors ?? []).map((error) => ({
        at: read.place(pathOf(error)),
        message: `${pathOf(error).join('.')} ${words(error)}.`,
      }));
    return target.diagnostics.map(({ message, severity, hint }): Problem => {
      const entry = /^commandcode\.(mods|skills)\[(\d+)\]/.exec(message);
      const path: JSONPath = entry
        ? ['commandcode', entry[1] ?? '', Number(entry[2])]
        : ['commandcode', 'mods'];
      return {
        at: read.place(path),
        // The target's folder is known; its path would only make the sentence long.
        message: message.replaceAll(`${target.root}/`, '').replaceAll(target.root, 'The package'),
        severity: severity === 'error' ? 'error' : 'warning',
        ...(hint === undefined ? {} : { hint }),
      };
    });
  },
};

function pathOf({ instancePath }: ErrorObject): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function words({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'pattern')
    return 'leaves the package, or begins with a sign that is for filters in settings';
  if (keyword === 'type') return `is not ${article(String(params.type))}`;
  return message ?? 'is wrong';
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
