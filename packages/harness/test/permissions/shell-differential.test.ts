import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowingRule, denyingRule } from '../../src/permissions/match-rule.ts';
import { parsePermissionRule } from '../../src/permissions/rule.ts';

const SHELLS = ['/bin/bash', '/bin/sh'].filter((shell) => existsSync(shell));

let folder: string;
let work: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
  work = join(folder, 'work');
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of [
    ['ok', '#!/bin/sh\n'],
    ['evil', `#!/bin/sh\n: > '${join(folder, 'evil-ran')}'\n`],
  ] as const) {
    writeFileSync(join(folder, 'bin', name), script);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What really happens: whether `evil` ran, and which files came into being. */
function run(shell: string, command: string): { evilRan: boolean; files: string[] } {
  rmSync(work, { recursive: true, force: true });
  rmSync(join(folder, 'evil-ran'), { force: true });
  mkdirSync(work);
  const env = { PATH: join(folder, 'bin'), HOME: work };
  spawnSync(shell, ['-c', command], { cwd: work, env, stdio: 'ignore', timeout: 2000 });
  return { evilRan: existsSync(join(folder, 'evil-ran')), files: readdirSync(work) };
}

const call = (command: string) => ({ toolName: 'shell_command', input: { command }, cwd: folder });
const allowed = ['ok', 'ok *'].map((pattern) => parsePermissionRule(`shell_command(${pattern})`));
const denied = ['evil', 'evil *'].map((pattern) => parsePermissionRule(`shell_command(${pattern})`));

const PIECES = [
  'ok',
  'evil',
  ' ',
  ' ',
  ' ',
  '\n',
  '\\\n',
  ';',
  '&',
  '&&',
  '||',
  '|',
  '|&',
  '(',
  ')',
  '{',
  '}',
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '$',
  '${',
  '<(',
  '>(',
  '>',
  '>>',
  '<',
  '<<',
  '<<<',
  '&>',
  '>&',
  '2>',
  '2>&1',
  '/dev/null',
  'file',
  '#',
  '!',
  'if',
  'then',
  'fi',
  'do',
  'X=',
  '=',
  '$X',
  '*',
  '?',
  '[',
  ']',
  '~',
  '\t',
  '\r',
  'EOF',
  'time',
  'in',
  'for',
  'a',
  '1',
  '-',
  ':',
  '@',
  '$[',
  '((',
];
const commandLine = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));
const tricks = [
  'ok a; evil',
  'ok $(evil)',
  'ok && evil',
  'ok\nevil',
  'ok `evil`',
  'ok "$(evil)"',
  'ok > file',
  'ok a | evil',
  'ok & evil',
  'ok <(evil)',
  `ok "\${X:-$(evil)}"`,
  'ok "$\\\n(evil)"',
  'ok $\\\n(evil)',
  'ok $[`evil`]',
  'ok <<EOF\n$(evil)\nEOF',
  'X=1 evil',
  '{ evil; }',
  'ok() { evil; }; ok x',
  'ok # \nevil',
  'ok \\\n; evil',
  'ok \'a\' "b" ; evil',
  'ok a |& evil',
  'ok &>file',
  'ok >& file',
  'ok >|file',
].map((trick) => [trick] as [string]);

describe.skipIf(SHELLS.length === 0)('an allow rule for one program, against a real shell', () => {
  it.each(SHELLS)('never covers a line by which %s runs another program or writes a file', (shell) => {
    return fc.assert(
      fc.asyncProperty(
        fc.oneof(
          commandLine,
          commandLine.map((line) => `ok ${line}`),
        ),
        async (line) => {
          if ((await allowingRule(allowed, call(line))) === undefined) return;
          expect({ line, ...run(shell, line) }).toEqual({ line, evilRan: false, files: [] });
        },
      ),
      { numRuns: 1000, examples: tricks },
    );
  });

  it('covers plain lines of that program', async () => {
    for (const line of [
      'ok',
      'ok a',
      'ok a && ok b',
      'ok "a; evil" | ok',
      "ok 'x $(evil)'",
      'ok 2>&1 >/dev/null',
      'ok a\nok b # c',
    ]) {
      expect({ line, rule: await allowingRule(allowed, call(line)) }).toMatchObject({
        rule: { toolName: 'shell_command' },
      });
    }
  });
});

describe.skipIf(SHELLS.length === 0)('a deny rule for one program, against a real shell', () => {
  it.each(SHELLS)('covers every line of plain pieces by which %s runs it', (shell) => {
    return fc.assert(
      fc.asyncProperty(commandLine, async (line) => {
        // A name put together from a variable or a pattern is beyond what can be seen.
        if (/[*?[]|\$X|~/.test(line)) return;
        if ((await denyingRule(denied, call(line))) !== undefined) return;
        expect({ line, evilRan: run(shell, line).evilRan }).toEqual({ line, evilRan: false });
      }),
      { numRuns: 500, examples: tricks },
    );
  });
});
