import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { modsScene } from './support/mods-scene.ts';

const COMMANDS = [
  'list',
  'open',
  'add',
  'remove',
  'update',
  'ci',
  'enable',
  'disable',
  'trust',
  'untrust',
  'inspect',
  'test',
  'trace',
  'bisect',
];

describe('every command of cmd mods', () => {
  it.each(COMMANDS)('%s --help prints its usage on stdout and exits 0', async (name) => {
    const { code, stdout, stderr } = await modsScene({}).mods([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: cmd mods ${name}`);
    expect(stdout).toContain('--json');
    expect(stdout).toContain('--cwd');
  });

  it.each(COMMANDS)('%s names an unknown option together with its usage, exit 2', async (name) => {
    const { code, stdout, stderr } = await modsScene({}).mods([name, 'x', '--nonsense']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("unknown option '--nonsense'");
    expect(stderr).toContain(`Usage: cmd mods ${name}`);
  });

  it.each(COMMANDS)('%s refuses a --cwd that is not there, exit 2', async (name) => {
    const argument = ['add', 'remove', 'enable', 'disable', 'inspect', 'trace'].includes(name) ? ['x'] : [];
    const { code, stdout, stderr } = await modsScene({}).mods([
      name,
      ...argument,
      '--cwd',
      './missing',
      '--json',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('FOLDER_MISSING');
  });

  it.each(['add', 'remove', 'enable', 'disable', 'inspect', 'trace'])(
    '%s without its argument says what is missing, exit 2',
    async (name) => {
      const { code, stderr } = await modsScene({}).mods([name]);
      expect(code).toBe(2);
      expect(stderr).toContain('missing required argument');
    },
  );
});

describe('cmd mods', () => {
  it('without a command prints what there is, exit 2', async () => {
    const { code, stdout, stderr } = await modsScene({}).mods([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: cmd mods');
  });

  it('names the nearest command for one that does not exist, exit 2', async () => {
    const { code, stderr } = await modsScene({}).mods(['udpate']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean update?');
  });

  it('refuses options of a run before it, exit 2', async () => {
    const at = modsScene({});
    const { code, stderr } = await runCli(at, ['--safe-mode', 'mods', 'list']);
    expect(code).toBe(2);
    expect(stderr).toContain('--safe-mode belongs to a run');
  });

  it('takes --cwd before mods and after the command; the second is relative to the first', async () => {
    const at = modsScene({ project: { '@/inner/deep/.git/HEAD': '' } });
    const { stdout } = await runCli(at, ['--cwd', 'inner', 'mods', 'open', '--path', '--cwd', 'deep']);
    expect(stdout).toBe(`${at.project}/inner/deep/.commandcode/mods\n`);
  });
});
