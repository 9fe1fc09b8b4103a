import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const PROGRAM = resolve(import.meta.dirname, '../../packages/cli/bin/cmd.js');

const root = mkdtempSync(join(tmpdir(), 'cmd-mods-journey-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = (name: string): string => {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
};
const home = folder('home');
const work = folder('work');
const mod = join(work, 'line-guard');
/** Somebody else's project. */
const project = folder('elsewhere');
symlinkSync(PROGRAM, join(folder('bin'), 'cmd'));

/** Types a line at a prompt: in this folder, with `cmd` on the path, and without a terminal to be asked at. */
function type(line: string, cwd: string) {
  const env = {
    PATH: [join(root, 'bin'), process.env.PATH].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    npm_config_cache: join(root, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** The command that stands behind these words in what was printed. */
const commandBehind = (what: string, printed: string): string =>
  new RegExp(`^ *${what} +(.+)$`, 'm').exec(printed)?.[1] ?? `echo "nothing behind ${what}" >&2; exit 99`;

const edit = (change: (text: string) => string): void => {
  const file = join(mod, 'index.ts');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

describe('a newcomer, who does what each message says', { timeout: 60_000 }, () => {
  let made = '';

  it('makes a mod that has checked and tested itself, and is told three commands', () => {
    const { code, stdout, stderr } = type('cmd mods new line-guard --template minimal --no-install', work);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('check passed, test passed.');
    expect(commandBehind('publish it', stdout)).toBe('cd ./line-guard && npm publish');
    made = stdout;
  });

  it('changes it, mistypes a hook, and is told the line and the name that was meant', () => {
    edit((text) =>
      text.replace(
        /cmd\.hooks\(\{/,
        "cmd.hooks({\n    transformInputt: ({ text }) => ({ action: 'transform', text: text.toUpperCase() }),",
      ),
    );
    const { code, stdout, stderr } = type(commandBehind('try it', made), work);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'hello\n' });
    expect(stderr).toMatch(/line-guard\/index\.ts:\d+:\d+\n {2}Did you mean "transformInput"\?\n$/);
  });

  it('corrects it and sees it work', () => {
    edit((text) => text.replace('transformInputt', 'transformInput'));
    const { code, stdout, stderr } = type(commandBehind('try it', made), work);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'HELLO\n', stderr: '' });
  });

  it('tests it with the command that was printed', () => {
    const { code, stdout } = type(commandBehind('test it', made), work);
    expect(code).toBe(0);
    expect(stdout).toMatch(/# fail 0/);
  });

  it('checks it, and is told how to publish', () => {
    const { code, stdout } = type('cmd mods check', mod);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'No faults. No factory, hook or tool was run; cmd mods test does that. ' +
        'Publish with npm publish; cmd mods registry entry writes the entry for a registry.\n',
    });
  });

  it('reads what others will see of it', () => {
    const { code, stdout } = type('cmd mods inspect .', mod);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^line-guard 0\.1\.0: 1 entry, 1 file read\n/);
    expect(stdout).toContain('transformInput');
  });

  it('packs it, adds the tarball elsewhere, and is told what to add instead', () => {
    expect(type('npm pack --silent', mod)).toMatchObject({ code: 0, stdout: 'line-guard-0.1.0.tgz\n' });
    mkdirSync(join(project, '.git'));
    const { code, stderr } = type(`cmd mods add ${join(mod, 'line-guard-0.1.0.tgz')}`, project);
    expect(code).toBe(1);
    expect(stderr).toContain('tar -xzf line-guard-0.1.0.tgz, then cmd mods add ./package');
  });

  it('does so, and is told that the project is not trusted yet', () => {
    const { code, stdout } = type(
      `tar -xzf ${join(mod, 'line-guard-0.1.0.tgz')} && cmd mods add ./package`,
      project,
    );
    expect(code).toBe(0);
    expect(stdout).toContain('reaches: nothing');
    expect(stdout).toContain('it counts once it is: cmd mods trust');
  });

  it('trusts it, and finds it in the list', () => {
    const { code, stdout } = type('cmd mods trust && cmd mods list', project);
    expect(code).toBe(0);
    expect(stdout).toMatch(/cmd mods list shows them\.\nline-guard +package +from \.\/package\n$/);
  });

  it('runs it there, once the message about runs without a screen is obeyed', () => {
    const left = type('cmd -p hello --no-session', project);
    expect(left).toMatchObject({ code: 0, stdout: 'hello\n' });
    const option = /Pass (--[\w-]+) to let them in/.exec(left.stderr)?.[1];
    const ran = type(`cmd -p hello --no-session ${option}`, project);
    expect(ran).toEqual({ code: 0, stdout: 'HELLO\n', stderr: '' });
  });

  it('removes it, and is told how another comes in', () => {
    const { code, stdout } = type('cmd mods remove line-guard && cmd mods list', project);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'Removed ./package (project)\n  with it went: line-guard\nNo mods. To install some: cmd mods add <source>\n',
    );
  });
});
