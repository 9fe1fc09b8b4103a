/** Names of environment variables. */

import type { Rule } from './rule.ts';

const PREFIX = 'process.env';

/** See the head of this file. */
export const environmentNames: Rule = ({ solution }, findings) => {
  for (const { capability, how } of solution.uses) {
    if (capability.path.startsWith(`${PREFIX}.`)) findings.env(capability.path.slice(PREFIX.length + 1));
    else if (capability.path === PREFIX || capability.path === 'process.loadEnvFile') findings.env('*');
    else if (capability.path === 'process' && how === 'whole') findings.env('*');
  }
};
