import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, type Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { candidates, commandsOf, placeholderOf, VALUE_KINDS } from '../src/completion/candidates.ts';
import { completionScript, SHELLS } from '../src/completion/scripts.ts';
import { defineModsCommands } from '../src/mods-program.ts';
import { modsScene, QUIET } from './mods/support/mods-scene.ts';
import { place, runCli } from './support/run-cli.ts';

const program = new Command('cmd').option('--output <format>').enablePositionalOptions();
const mods = program.command('mods');
const io = {} as Parameters<typeof defineModsCommands>[0]['io'];
defineModsCommands({ group: mods, io, folder: () => undefined, end: () => {} });

/** Every command with the words that lead to it. */
const COMMANDS = (function below(
  command: Command,
  path: readonly string[],
): [string, Command, readonly string[]][] {
  return commandsOf(command).flatMap((inner) => {
    const here = [...path, inner.name()];
    return [[here.join(' '), inner, here], ...below(inner, here)] as [string, Command, readonly string[]][];
  });
})(program, []);

const wordsOf = (...words: readonly string[]) => candidates(program, words).words.map(({ word }) => word);
const takesValue = ({ required, optional }: Option) => required || optional;

describe('what completes a word', () => {
  it.each(COMMANDS)('is each command and option of cmd %s, by its definition', (_, command, path) => {
    expect(wordsOf(...path.slice(0, -1), '')).toContain(path.at(-1));
    expect(wordsOf(...path, '--')).toEqual(
      expect.arrayContaining(command.options.flatMap(({ long }) => long ?? [])),
    );
  });

  it.each(COMMANDS)('is known for every value that cmd %s takes', (_, command) => {
    const placeholders = [
      ...command.options.filter((option) => takesValue(option) && !option.argChoices).map(placeholderOf),
      ...command.registeredArguments
        .filter(({ argChoices }) => !argChoices)
        .map((argument) => argument.name()),
    ];
    expect(placeholders.filter((name) => !Object.hasOwn(VALUE_KINDS, name))).toEqual([]);
  });

  it.each([
    [
      ['mods', 'registry', 'validate', '--format', ''],
      ['pretty', 'json', 'github', 'sarif', 'markdown'],
    ],
    [['mods', 'registry', 'validate', '--format=s'], expect.arrayContaining(['--format=sarif'])],
    [['mods', 'ls', '--wh'], expect.arrayContaining(['--why'])],
    [['mods', 'open', 'a', 'b', ''], []],
  ])('is %j → %j', (words, expected) => {
    expect(wordsOf(...words)).toEqual(expected);
  });

  it.each([
    [['mods', 'inspect', 'a', 'b', ''], 'files'],
    [['mods', 'list', '--cwd', ''], 'folders'],
    [['--output', 'mods', 'mods', 'enable', ''], 'mods'],
    [['mods', 'remove', '-g', ''], 'sources and mods'],
    [['mods', 'bisect', '--pin', ''], 'mods'],
    [['mods', 'bisect', '--', 'npm', '--pin', ''], 'files'],
    [['mods', 'bisect', '--timeout', ''], 'anything'],
  ])('is, for %j, a value of the kind %s', (words, kind) => {
    expect(candidates(program, words)).toMatchObject({ words: [], kind });
  });
});

describe('cmd complete', () => {
  it('gives the names of mods and sources that are here, and loads none of them', async () => {
    const at = modsScene({
      home: {
        'mods/guard.ts': 'throw new Error("not run");',
        'mods/with space.ts': QUIET,
        'mods/off.ts': QUIET,
        'settings.json': { mods: { sources: ['npm:green'], disabled: ['off'] } },
      },
    });
    const words = async (...typed: readonly string[]) => {
      const { code, stdout } = await runCli(at, ['complete', '--', ...typed]);
      expect(code).toBe(0);
      return stdout.split('\n').map((line) => line.split('\t')[0]);
    };
    expect(await words('mods', 'enable', '')).toEqual(expect.arrayContaining(['guard', 'with space', 'off']));
    expect(await words('mods', 'remove', 'g')).toEqual(['guard', ':files', '']);
    expect(await words('mods', 'remove', 'npm:')).toEqual(['npm:green', ':files', '']);
    expect(await words('mods', 'registry', 'validate', '--waive', 'name-u')).toContain('name-unique');
    expect(await words('comp')).toEqual(['completion', '']);
  });
});

describe('cmd completion', () => {
  it('refuses a shell that it has no script for, exit 2', async () => {
    const { code, stderr } = await runCli(place(), ['completion', 'tcsh']);
    expect({ code, says: stderr.includes(SHELLS.join(', ')) }).toEqual({ code: 2, says: true });
  });

  it('names the nearest command for a mistyped one', async () => {
    const { code, stderr } = await runCli(place(), ['completoin', 'bash']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean completion?');
  });
});

const PROGRAM = fileURLToPath(new URL('../bin/cmd.js', import.meta.url));
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** Runs text in a shell that finds the program under its name. */
function shell(name: string, args: readonly string[], text: string): string {
  const at = modsScene({ home: { 'mods/guard.ts': QUIET, 'mods/with space.ts': QUIET } });
  const bin = mkdtempSync(join(tmpdir(), 'cmd-mods-bin-'));
  symlinkSync(PROGRAM, join(bin, 'cmd'));
  const env = { HOME: at.home, PATH: [bin, process.env.PATH].join(delimiter), TERM: 'dumb' };
  const ended = spawnSync(name, [...args, text], { cwd: at.project, env, encoding: 'utf8' });
  return ended.stdout + ended.stderr;
}

describe('the scripts in their shells', () => {
  it.skipIf(!has('bash'))(
    'bash completes words, names that need quoting, and what stands behind = and :',
    () => {
      // What readline would hand over, which takes words apart at : and =.
      const asks = (line: string, ...words: readonly string[]) =>
        `COMP_LINE=${JSON.stringify(line)} COMP_POINT=\${#COMP_LINE} COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _cmd_mods_complete; printf '<%s>' "\${COMPREPLY[@]}"; echo`;
      const text = [
        completionScript('bash'),
        'complete -p cmdc',
        asks('cmd mods rem', 'cmd', 'mods', 'rem'),
        asks('cmd mods enable w', 'cmd', 'mods', 'enable', 'w'),
        asks('cmd --output=j', 'cmd', '--output', '=', 'j'),
      ].join('\n');
      expect(shell('bash', ['--norc', '-c'], text)).toBe(
        'complete -F _cmd_mods_complete cmdc\n<remove>\n<with\\ space>\n<json>\n',
      );
    },
  );

  it.skipIf(!has('fish'))('fish completes words and names, with what they mean', () => {
    const text = `${completionScript('fish')}\ncomplete -C 'cmd mods rem'; complete -C 'cmd mods enable w'`;
    const said = shell('fish', ['--no-config', '-c'], text);
    expect(said).toContain('remove\tremove a source');
    expect(said).toContain('with space\t');
    expect(said).not.toContain('Carry out');
  });

  it.skipIf(!has('zsh'))('zsh can read its script', () => {
    expect(shell('zsh', ['-f', '-n', '-c'], completionScript('zsh'))).toBe('');
  });
});
