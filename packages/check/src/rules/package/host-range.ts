import { fit } from '@cmd-mods/loader';
import { API_VERSION } from '@cmd-mods/mod-api';
import type { Problem } from '../../problem.ts';
import type { PackageRule } from '../rule.ts';

/** The loader's own decision, before anybody meets it. */
export const hostRange: PackageRule = {
  severity: 'error',
  group: 'package',
  summary: 'The package does not fit this host',
  why: 'The range in engines.commandcode, or else the peer range on the API, is held against the API version of the host. A host outside of it does not load the mods.',
  fix: 'Write the range of API versions that the mod works with, such as ">=1.0.0 <2".',
  bad: `{
  "name": "shout",
  "version": "1.0.0",
  "engines": { "commandcode": "^2.0.0" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  good: `{
  "name": "shout",
  "version": "1.0.0",
  "engines": { "commandcode": "^1.0.0" },
  "commandcode": { "mods": ["index.ts"] }
}
`,
  check: async ({ target, packageJson }): Promise<readonly Problem[]> => {
    const read = packageJson;
    const { apiRange, mods } = target;
    const [first] = mods;
    if (read === undefined || apiRange === undefined || first === undefined) return [];
    const { diagnostics } = await fit([{ ...first, origin: { kind: 'flag' }, apiRange }], API_VERSION);
    const [group = '', ...name] = apiRange.key.split('.');
    return diagnostics.map(({ severity, message }) => ({
      at: read.place([group, name.join('.')]),
      severity: severity === 'error' || message.includes('asks for API') ? 'error' : 'warning',
      message,
    }));
  },
};
