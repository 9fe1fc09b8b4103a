import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ModApi } from '@cmd-mods/mod-api';

/** Adds a file of house rules to the system prompt. */
export default function (cmd: ModApi): void {
  cmd.addFlag('rules', { type: 'string', default: 'RULES.md', description: 'the file with the rules' });
  let rules: Promise<string> | undefined;

  cmd.hooks({
    // Read once: a prompt that changes from round to round would make the provider's cache useless.
    appendSystemPrompt: () => {
      rules ??= readFile(resolve(cmd.cwd, String(cmd.getFlag('rules'))), 'utf8');
      return rules;
    },
  });
}
