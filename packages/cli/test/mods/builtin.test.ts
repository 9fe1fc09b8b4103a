import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lines, type Place, place, runCli } from '../support/run-cli.ts';

const PROGRAM = fileURLToPath(new URL('../../bundle/bin.js', import.meta.url));

/** A home in which a package is installed, and an update found that it is old. */
function placeWithNews(): Place {
  const at = place();
  const folder = join(at.home, '.commandcode');
  const pack = join(folder, 'mods', '.registry', 'npm', 'pack');
  mkdirSync(pack, { recursive: true });
  writeFileSync(join(pack, 'package.json'), JSON.stringify({ name: 'pack', version: '1.0.0' }));
  writeFileSync(join(pack, 'index.ts'), 'export default () => {};\n');
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ mods: { sources: ['npm:pack'] } }));
  const entry = { source: 'npm:pack', integrity: 'sha512-x', version: '1.0.0' };
  writeFileSync(
    join(folder, 'mods.lock.json'),
    JSON.stringify({ lockVersion: 1, sources: { 'npm:pack': entry } }),
  );
  const update = { root: at.home, identity: 'npm:pack', source: 'npm:pack', from: '1.0.0', to: '1.1.0' };
  writeFileSync(join(folder, 'mods', '.updates.json'), JSON.stringify({ updates: [update] }));
  return at;
}

const notices = (stdout: string) =>
  lines(stdout).flatMap(({ type, message }) => (type === 'notice' ? [message] : []));

describe('the built-in mods', () => {
  it('are listed with --builtin, those that are off by default marked, and left out without it', async () => {
    const at = place();
    const { stdout } = await runCli(at, ['mods', 'list', '--builtin']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['provider-anthropic', 'builtin', 'builtin'],
      ['provider-openai', 'builtin', 'builtin'],
      ['update-notice', 'builtin', 'builtin'],
      ['titling', 'builtin', 'builtin', 'disabled by default'],
      ['learning', 'builtin', 'builtin'],
      ['todos', 'builtin', 'builtin', 'disabled by default'],
      [''],
    ]);
    expect((await runCli(at, ['mods', 'list'])).stdout).toMatch(/^No mods\./);
  });

  it('keep their names: a file of the same name is left out with a warning', async () => {
    const at = place();
    const folder = join(at.home, '.commandcode', 'mods');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'todos.ts'), 'export default () => {};\n');
    expect((await runCli(at, ['mods', 'list', '--builtin'])).stderr).toMatch(/todos/);
  });

  it.each(['update-notice', 'learning', 'todos'])('%s can be switched off', async (name) => {
    const at = place();
    await runCli(at, ['mods', 'disable', name, '-g']);
    const { stdout } = await runCli(at, ['mods', 'list', '--builtin', '--json']);
    const { mods } = JSON.parse(stdout) as { mods: { name: string; enabled: boolean; loaded: boolean }[] };
    expect(mods.find((mod) => mod.name === name)).toMatchObject({ enabled: false, loaded: false });
  });

  it('load in safe mode too, but for one that is off', async () => {
    const at = place();
    await runCli(at, ['mods', 'enable', 'todos', '-g']);
    expect(await runCli(at, ['-p', '/todos', '--safe-mode'])).toMatchObject({
      code: 0,
      stdout: 'There are no todos.\n',
    });
    await runCli(at, ['mods', 'disable', 'todos', '-g']);
    expect((await runCli(at, ['-p', '/todos', '--safe-mode'])).stdout).not.toContain('There are no todos.');
  });
});

describe('todos in a headless run', () => {
  const write = { name: 'todo_write', input: { todos: [{ content: 'read', status: 'in_progress' }] } };

  it('is not there until it is enabled', async () => {
    const at = place();
    const script = at.script({ toolCalls: [write] }, { text: 'done' });
    const { stdout } = await runCli(at, ['-p', 'go', '--script', script, '--output', 'events']);
    expect(lines(stdout).map(({ type }) => type)).not.toContain('tool_completed');
  });

  it('keeps the list from one run of a session to the next', async () => {
    const at = place();
    await runCli(at, ['mods', 'enable', 'todos', '-g']);
    const script = at.script({ toolCalls: [write] }, { text: 'done' });
    expect(await runCli(at, ['-p', 'go', '--script', script])).toMatchObject({ code: 0, stdout: 'done\n' });
    expect(await runCli(at, ['-p', '/todos', '--continue'])).toMatchObject({ code: 0, stdout: '[>] read\n' });
  });
});

describe('the notice of what is newer', () => {
  it('is said by the first run of a day, and stays out of what a run prints', async () => {
    const at = placeWithNews();
    const first = await runCli(at, ['-p', 'hi']);
    expect(first).toMatchObject({ code: 0, stdout: 'hi\n', stderr: '' });
    writeFileSync(join(at.home, '.commandcode', 'mods', '.store', 'update-notice.json'), '{}');
    const again = [
      await runCli(at, ['-p', 'hi', '--output', 'events']),
      await runCli(at, ['-p', 'hi', '--output', 'events']),
    ];
    expect(again.map(({ stdout }) => notices(stdout))).toEqual([
      ['Newer: npm:pack 1.0.0 -> 1.1.0. Take over with: cmd mods update'],
      [],
    ]);
  });

  it('is not said when the mod is disabled', async () => {
    const at = placeWithNews();
    await runCli(at, ['mods', 'disable', 'update-notice', '-g']);
    expect(notices((await runCli(at, ['-p', 'hi', '--output', 'events'])).stdout)).toEqual([]);
  });
});

describe('a start', () => {
  /** What the built program does with the network and with other programs, as `connect`, `lookup` and `spawn`. */
  async function outside(at: Place, args: readonly string[]) {
    const log = join(at.project, 'outside.txt');
    const watch = `
      import { appendFileSync } from 'node:fs';
      import { createRequire, syncBuiltinESMExports } from 'node:module';
      const require = createRequire(${JSON.stringify(PROGRAM)});
      const note = (owner, name) => {
        const real = owner[name];
        owner[name] = function (...given) { appendFileSync(${JSON.stringify(log)}, name + '\\n'); return real.apply(this, given); };
      };
      note(require('node:net').Socket.prototype, 'connect');
      note(require('node:dns'), 'lookup');
      note(require('node:child_process'), 'spawn');
      note(globalThis, 'fetch');
      syncBuiltinESMExports();`;
    const source = `data:text/javascript,${encodeURIComponent(watch)}`;
    const child = promisify(execFile)(process.execPath, ['--import', source, PROGRAM, ...args], {
      cwd: at.project,
      env: { PATH: process.env.PATH, HOME: at.home, USERPROFILE: at.home },
    });
    const code = await child.then(
      () => 0,
      (error: { readonly code: number }) => error.code,
    );
    return { code, log: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] };
  }

  it.each([[['-p', 'hi']], [['mods', 'list', '--builtin']]])(
    'asks nobody what is newer, though it says what is: %j',
    async (args) => {
      expect(await outside(placeWithNews(), args)).toEqual({ code: 0, log: [] });
    },
  );

  it('is what this test can see: a run that asks a server shows', async () => {
    const at = placeWithNews();
    const mod = at.mod(
      'asks',
      "cmd.on('run_start', () => void fetch('http://127.0.0.1:1').catch(() => {}));",
    );
    expect((await outside(at, ['-p', 'hi', '--mod', mod])).log).toContain('fetch');
  });
});
