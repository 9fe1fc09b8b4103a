/** Modules that are no source of this package. */

import { isNetworkClient } from '../tables/clients.ts';
import type { Rule } from './rule.ts';

/** See the head of this file. */
export const reachOfModules: Rule = ({ solution, position }, findings) => {
  for (const use of solution.modules) {
    const { specifier } = use;
    switch (use.kind) {
      case 'external':
      case 'outside': {
        const { file, line } = position(use);
        const words = use.kind === 'outside' ? `'${specifier}', which leaves the package` : `'${specifier}'`;
        findings.external({ specifier, file, line });
        findings.reach('external', use, words);
        if (isNetworkClient(specifier)) findings.reach('network', use, `'${specifier}', a network client`);
        break;
      }
      case 'native':
        findings.reach('native', use, `'${specifier}', compiled code`);
        break;
      case 'text':
        findings.reach('dynamic', use, 'code that a URL brings in');
        break;
      case 'unknown':
        findings.reach('dynamic', use, 'a module whose name only run time knows');
        break;
    }
  }
};
