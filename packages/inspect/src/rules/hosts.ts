/** Hosts that stand in the text, and those that calls name. */

import type { HostName } from '../facts/code.ts';
import { collectHosts } from '../facts/hosts.ts';
import type { Rule } from './rule.ts';

const NAMED = ['host', 'hostname'];
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** See the head of this file. */
export const hostNames: Rule = ({ solution, files }, findings) => {
  for (const { facts } of files) for (const { host } of facts.hosts) findings.host(host);
  for (const { capability, call } of solution.uses) {
    if (!call || !capability.reach.includes('network')) continue;
    for (const slot of call.list) {
      if (slot <= 0) continue;
      for (const text of textsOf(solution.constants(slot).values)) {
        const found: HostName[] = [];
        collectHosts(text, 0, found);
        for (const { host } of found) findings.host(host);
        if (/^(?:net|tls|dns|dgram)/.test(capability.path) && HOST.test(text) && text.includes('.'))
          findings.host(text.toLowerCase());
      }
      for (const name of NAMED)
        for (const member of solution.member(slot, name))
          for (const text of textsOf(solution.constants(member).values))
            if (HOST.test(text)) findings.host(text.toLowerCase());
    }
  }
};

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
