/** What the API itself does for a mod that a reviewer should hear of. */

import type { HostName } from '../facts/code.ts';
import { collectHosts } from '../facts/hosts.ts';
import type { Rule } from './rule.ts';

const NOTED: ReadonlyMap<string, string> = new Map([
  ['cmd.model.complete', "asks the session's model (cmd.model.complete)"],
  ['cmd.audio.play', 'plays sound (cmd.audio.play)'],
  ['cmd.audio.bell', 'rings the bell (cmd.audio.bell)'],
  ['cmd.ui.copy', 'writes to the clipboard (cmd.ui.copy)'],
  ['cmd.use', 'calls what other mods share (cmd.use)'],
]);

/** Notes about members of the API that reach nothing of the machine but cost or show something. */
export const hostNotes: Rule = ({ solution, position }, findings) => {
  for (const use of solution.uses) {
    const words = NOTED.get(use.capability.path);
    if (words && use.call) {
      const { file, line, column } = position(use);
      findings.note(`${words}, ${file}:${line}:${column}`);
    }
    if (use.capability.path === 'cmd' && use.how === 'read') {
      const { file, line, column } = position(use);
      findings.note(`hands the API to another package, ${file}:${line}:${column}`);
    }
  }
};

/** A provider with a `baseUrl` speaks over the network without a call of `fetch`. */
export const providers: Rule = ({ solution }, findings) => {
  for (const use of solution.uses) {
    const first = use.call?.list[0];
    if (use.capability.path !== 'cmd.addProvider' || first === undefined || first <= 0) continue;
    const urls = solution.member(first, 'transport').flatMap((slot) => solution.member(slot, 'baseUrl'));
    if (urls.length === 0) continue;
    findings.reach('network', use, 'a provider with a baseUrl');
    for (const slot of urls)
      for (const value of solution.constants(slot).values) {
        const found: HostName[] = [];
        collectHosts(String(value), 0, found);
        for (const { host } of found) findings.host(host);
      }
  }
};
