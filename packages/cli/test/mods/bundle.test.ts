import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitServer, startGitServer } from '../../../loader/test/support/git-server.ts';
import { modManifest, type Registry, startRegistry } from '../../../loader/test/support/verdaccio.ts';
import { type ModsScene, modsScene, QUIET } from './support/mods-scene.ts';

const PROGRAM = fileURLToPath(new URL('../../bundle/bin.js', import.meta.url));

let registry: Registry;
let git: GitServer;
beforeAll(async () => {
  [registry, git] = await Promise.all([startRegistry(), startGitServer()]);
});
afterAll(() => Promise.all([registry.stop(), git.stop()]));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program in a process of its own. `watch` is told what it writes to stderr, and may send signals. */
function program(
  at: ModsScene,
  args: readonly string[],
  watch: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: at.project,
    env: {
      PATH: process.env.PATH,
      HOME: at.home,
      USERPROFILE: at.home,
      GIT_SSL_CAINFO: git.certificate,
      npm_config_globalconfig: join(at.home, 'no-such-npmrc'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    watch(stderr, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The rows of a file of JSON lines, of which each has to be whole. */
function rowsOf(path: string): readonly { readonly kind?: string }[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line));
}

function bundleScene(home: Record<string, unknown> = {}): ModsScene {
  return modsScene({ home: { '@/.npmrc': `registry=${registry.url}\nfetch-retries=0\n`, ...home } });
}

describe('the built program', () => {
  it('installs an npm package with its dependencies, loads it, restores it and removes it', async () => {
    await registry.publish(
      { name: 'greeting-words', version: '1.0.0' },
      { files: { 'index.js': "module.exports = 'hello from a dependency';" } },
    );
    const manifest = modManifest('polite', '1.0.0', { dependencies: { 'greeting-words': '^1.0.0' } });
    const mod = `import words from 'greeting-words';\nexport default (cmd) => {\n  cmd.addCommand({ name: 'greet', handler: () => ({ message: words }) });\n};\n`;
    await registry.publish(manifest, { files: { 'index.ts': mod } });
    const at = bundleScene();
    expect(await program(at, ['mods', 'add', 'polite', '-g'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Installed polite (user) at 1.0.0'),
    });
    expect(await program(at, ['-p', '/greet', '--verify'])).toEqual({
      code: 0,
      stdout: 'hello from a dependency\n',
      stderr: '',
    });
    expect(await program(at, ['mods', 'ci'])).toMatchObject({ code: 0 });
    expect(await program(at, ['mods', 'remove', 'polite'])).toMatchObject({
      code: 0,
      stdout: 'Removed polite (user)\n  with it went: polite\n',
    });
  });

  it('installs a repository and lists its mod', async () => {
    const repository = git.repository('owner/pack');
    repository.commit({ 'package.json': '{"commandcode": {"mods": ["./guard.ts"]}}', 'guard.ts': QUIET });
    const at = bundleScene();
    expect(await program(at, ['mods', 'add', repository.url])).toMatchObject({ code: 0 });
    expect(await program(at, ['mods', 'list', '--verify', '--strict'])).toEqual({
      code: 0,
      stdout: `guard  package  from ${repository.url}\n`,
      stderr: '',
    });
  });

  it('interrupted while it fetches, exits 130 and leaves nothing behind', async () => {
    const repository = git.repository('owner/slow');
    repository.commit({ 'index.ts': QUIET });
    const at = bundleScene();
    git.delay(3_000);
    try {
      let isSent = false;
      const ended = await program(at, ['mods', 'add', repository.url], (stderr, kill) => {
        if (isSent || !stderr.includes(': ')) return;
        isSent = true;
        setTimeout(() => kill('SIGINT'), 200);
      });
      expect(ended).toMatchObject({ code: 130, stdout: '' });
      expect(ended.stderr).toContain('INSTALL_INTERRUPTED');
    } finally {
      git.delay(0);
    }
    expect(existsSync(join(at.project, '.commandcode'))).toBe(false);
  });

  it('prints one object with --json, whatever a mod prints while it loads', async () => {
    const at = bundleScene({
      'mods/loud.ts':
        "console.log('noise');\nexport default () => { process.stdout.write('more noise'); };\n",
    });
    const { code, stdout, stderr } = await program(at, ['mods', 'list', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, mods: [{ name: 'loud', loaded: true }] });
    expect(stderr).toBe('noise\nmore noise');
  });

  it('says so, with exit code 1, when a mod never ends loading and nothing can wake it', async () => {
    const at = bundleScene({ 'mods/stuck.ts': 'export default () => new Promise(() => {});\n' });
    const { code, stderr } = await program(at, ['mods', 'list']);
    expect(code).toBe(1);
    expect(stderr).toContain('WORK_NEVER_ENDS');
    expect(stderr).toContain('It waits for the factory of the mod "stuck".');
  });

  it('goes on with a run when a mod throws where nobody catches it, and names the mod', async () => {
    const at = bundleScene({
      'mods/stray.ts': `export default (cmd) => void cmd.hooks({
        async onTurnStart({ state }) {
          void Promise.reject(new Error('not awaited'));
          setTimeout(() => { throw new Error('in a timer'); });
          await new Promise((resolve) => setTimeout(resolve, 50));
          return state;
        },
      });`,
    });
    const { code, stdout, stderr } = await program(at, ['-p', 'hello']);
    expect([code, stdout]).toEqual([0, 'hello\n']);
    expect(stderr).toContain('unhandledRejection of the mod "stray" failed: not awaited');
    expect(stderr).toContain('uncaughtException of the mod "stray" failed: in a timer');
  });

  it('ends a run for an error that may be of any mod, says so, and keeps the trace and the session until then', async () => {
    const at = bundleScene({
      'mods/stray.ts': `import { readFile } from 'node:fs/promises';
      let turns = 0;
      export default (cmd) => void cmd.hooks({
        async onTurnStart({ state }) {
          turns += 1;
          if (turns < 2) return state;
          cmd.session.appendCustomEntry({ customType: 'noted' });
          void readFile('no-such-file');
          await new Promise((resolve) => setTimeout(resolve, 2000));
          return state;
        },
      });`,
    });
    const turns = [{ toolCalls: [{ name: 'read_file', input: { file_path: 'x' } }] }, { text: 'Done.' }];
    writeFileSync(join(at.project, 'script.json'), JSON.stringify({ turns }));
    const args = ['-p', 'hello', '--script', 'script.json', '--trace', 'trace.jsonl'];
    const { code, stdout, stderr } = await program(at, args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error A promise was rejected that nobody awaited: ENOENT.*no line of a mod/);
    expect(stderr).toContain('ERROR_UNCAUGHT\n  Look for a promise without await');
    const kinds = rowsOf(join(at.project, 'trace.jsonl')).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['event', 'request', 'response']));
    const below = readdirSync(at.home, { recursive: true, encoding: 'utf8' });
    const session = join(at.home, below.find((path) => path.endsWith('.jsonl')) ?? '');
    expect(JSON.stringify(rowsOf(session))).toMatch(/hello.*read_file.*noted/);
  });

  it('lists without mods and makes no folder', async () => {
    const at = bundleScene();
    const before = readdirSync(at.project);
    expect((await program(at, ['mods', 'list'])).code).toBe(0);
    expect(readdirSync(at.project)).toEqual(before);
  });
});
