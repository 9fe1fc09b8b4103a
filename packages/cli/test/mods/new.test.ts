import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modsScene } from './support/mods-scene.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/cmd.js', import.meta.url));

describe('cmd mods new', () => {
  it('prints one object with --json, and exits 0', async () => {
    const at = modsScene({});
    const { code, printed } = await at.json(['new', 'guard', '--template', 'hook', '--dry-run']);
    expect(code).toBe(0);
    expect(printed).toMatchObject({
      schemaVersion: 1,
      name: 'guard',
      template: 'hook',
      folder: join(at.project, 'guard'),
      dryRun: true,
    });
    expect(existsSync(join(at.project, 'guard'))).toBe(false);
  });

  it.each([
    [['My Guard'], 'my-guard would fit.'],
    [[], 'there is no terminal to ask at'],
    [['guard', '--template', 'tools'], '--template cannot be "tools"'],
  ])('exits 2 for what makes no sense: %j', async (args, message) => {
    const { code, stdout, stderr } = await modsScene({}).mods(['new', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('exits 1 for a folder in use, and explains it with --json too', async () => {
    const at = modsScene({ project: { '@/guard/index.ts': '' } });
    const { code, printed } = await at.json(['new', 'guard', '--yes']);
    expect(code).toBe(1);
    expect(printed).toMatchObject({ error: { code: 'NEW_FOLDER_NOT_EMPTY' } });
  });
});

/** Starts the program at a terminal of its own, and types each answer once the question that waits for it is there. */
function atTerminal(
  cwd: string,
  args: readonly string[],
  dialogue: readonly (readonly [question: string, answer: string])[],
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const words = [process.execPath, PROGRAM, 'mods', 'new', ...args].map((word) => `'${word}'`);
  // A terminal made here has no size yet.
  const command = `stty columns 160 rows 30; exec ${words.join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const waiting = [...dialogue];
  let screen = '';
  let unread = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    unread += text;
    const [next] = waiting;
    if (next === undefined || !unread.includes(next[0])) return;
    waiting.shift();
    unread = '';
    child.stdin.write(next[1]);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, screen }));
  });
}

// `script` of util-linux gives a process a terminal; other systems have another one of that name.
describe.runIf(process.platform === 'linux')('cmd mods new at a terminal', () => {
  it('asks for the name and the template, and takes the answers', async () => {
    const at = modsScene({});
    const { code, screen } = await atTerminal(
      at.project,
      ['--dry-run'],
      [
        ['What is the mod called?', 'Line Guard\r'],
        ['Perhaps line-guard?', `${'\u007f'.repeat(10)}line-guard\r`],
        ['What does it start with?', '\u001b[B\r'],
      ],
    );
    expect(screen).toContain('Would make line-guard from the template tool in ./line-guard');
    expect(code).toBe(0);
  });

  it('makes nothing and exits 130 when the person wants no more', async () => {
    const at = modsScene({});
    const before = readdirSync(at.project);
    const { code } = await atTerminal(at.project, ['guard'], [['What does it start with?', '\u0003']]);
    expect(code).toBe(130);
    expect(readdirSync(at.project)).toEqual(before);
  });

  it('asks nothing with --yes', async () => {
    const at = modsScene({});
    const { code, screen } = await atTerminal(at.project, ['--yes', '--dry-run'], []);
    expect(screen).toContain('Would make my-mod from the template minimal');
    expect(code).toBe(0);
  });
});
