import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../../src/completion/candidates.ts';
import { defineModsCommands } from '../../src/mods-program.ts';
import { runCli } from '../support/run-cli.ts';
import { modsScene } from './support/mods-scene.ts';

/** Every command, and what it needs at least. */
const LEAST: Readonly<Record<string, readonly string[]>> = {
  list: [],
  open: [],
  add: ['x'],
  remove: ['x'],
  update: [],
  ci: [],
  enable: ['x'],
  disable: ['x'],
  trust: [],
  untrust: [],
  inspect: ['x'],
  new: [],
  test: [],
  trace: ['x'],
  bisect: [],
  check: [],
  'registry validate': ['x'],
  'registry audit': ['x', '--out', 'y'],
  'registry build': ['x', '--out', 'y'],
  'registry entry': [],
};
const COMMANDS = Object.keys(LEAST);
const NEEDY = COMMANDS.filter((name) => LEAST[name]?.length !== 0);

/** Those that end in a list of words, of which there are never too many. */
const TAKE_ANY = ['inspect', 'test', 'bisect'];

/** The names of the commands that the program defines, those of a group behind its name. */
function defined(): readonly string[] {
  const group = new Command('mods').helpCommand(false);
  const io = {} as Parameters<typeof defineModsCommands>[0]['io'];
  defineModsCommands({ group, io, folder: () => undefined, end: () => {} });
  return commandsOf(group).flatMap((command) => {
    const inner = commandsOf(command).map((each) => `${command.name()} ${each.name()}`);
    return inner.length > 0 ? inner : [command.name()];
  });
}

describe('every command of cmd mods', () => {
  it('is in the table of this test', () => {
    expect(COMMANDS.toSorted()).toEqual(defined().toSorted());
  });

  it.each(COMMANDS)('%s --help prints its usage on stdout and exits 0', async (name) => {
    const { code, stdout, stderr } = await modsScene({}).mods([...name.split(' '), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: cmd mods ${name}`);
    expect(stdout).toContain('--json');
    expect(stdout).toContain('--cwd');
  });

  it.each(COMMANDS)('%s names an unknown option together with its usage, exit 2', async (name) => {
    const { code, stdout, stderr } = await modsScene({}).mods([
      ...name.split(' '),
      ...(LEAST[name] ?? []),
      '--nonsense',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("unknown option '--nonsense'");
    expect(stderr).toContain(`Usage: cmd mods ${name}`);
  });

  it.each(COMMANDS)('%s refuses a --cwd that is not there, exit 2', async (name) => {
    const { code, stdout, stderr } = await modsScene({}).mods([
      ...name.split(' '),
      ...(LEAST[name] ?? []),
      '--cwd',
      './missing',
      '--json',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('FOLDER_MISSING');
  });

  it.each(NEEDY)('%s without its argument says what is missing, exit 2', async (name) => {
    const { code, stderr } = await modsScene({}).mods(name.split(' '));
    expect(code).toBe(2);
    expect(stderr).toMatch(/missing required argument|required option '--out/);
  });

  it.each(COMMANDS.filter((name) => !TAKE_ANY.includes(name)))(
    '%s refuses an argument too many together with its usage, and does nothing, exit 2',
    async (name) => {
      const words = [...name.split(' '), ...(LEAST[name] ?? [])];
      const { code, stdout, stderr } = await modsScene({}).mods([...words, 'extra', 'more', '--json']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('too many arguments');
      expect(stderr).toContain(`Usage: cmd mods ${name}`);
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
    expect(stderr).toContain('see cmd mods --help');
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
