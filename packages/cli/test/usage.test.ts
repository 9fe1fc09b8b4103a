import { describe, expect, it } from 'vitest';
import { place, runCli } from './support/run-cli.ts';

describe('the program', () => {
  it('prints help and exits 0 without arguments', async () => {
    const { code, stdout, stderr } = await runCli(place(), []);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: cmd');
    expect(stderr).toBe('');
  });

  it('prints its version', async () => {
    const { code, stdout } = await runCli(place(), ['--version', '--cwd', '/']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    ['an unknown option, with the nearest one', ['--scirpt', 'x'], 'Did you mean --script?'],
    [
      'an output format that does not exist',
      ['-p', 'hi', '--output', 'xml'],
      'Allowed choices are text, json, events',
    ],
    [
      'a permission mode that does not exist',
      ['-p', 'hi', '--permission-mode', 'yolo'],
      'Allowed choices are default, plan',
    ],
    ['a number of turns that is none', ['-p', 'hi', '--max-turns', 'many'], 'whole number from 1 on'],
    ['no turns at all', ['-p', 'hi', '--max-turns', '0'], 'whole number from 1 on'],
    ['a --mod-option without a value', ['-p', 'hi', '--mod-option', 'loud'], 'name=value'],
    [
      '--continue together with --resume',
      ['-p', 'hi', '--continue', '--resume', 'x'],
      '--continue and --resume',
    ],
    [
      '--no-session together with --continue',
      ['-p', 'hi', '--no-session', '--continue'],
      '--no-session and --continue',
    ],
    ['--continue where no session was recorded', ['-p', 'hi', '--continue'], 'No session has been recorded'],
    ['--resume of a session that does not exist', ['-p', 'hi', '--resume', 'nope'], 'nope'],
    ['a --mod path at which nothing is', ['-p', 'hi', '--mod', './missing.ts'], './missing.ts'],
    ['a --script file that is not there', ['-p', 'hi', '--script', './missing.json'], './missing.json'],
    ['a --cwd that does not exist', ['-p', 'hi', '--cwd', './missing'], 'no folder'],
    ['a rule that is malformed', ['-p', 'hi', '--allow', 'shell_command(git'], 'shell_command(git'],
    ['an argument that belongs to nothing', ['hello'], "unknown command 'hello'"],
    ['a command of cmd mods without that word', ['check'], 'Did you mean mods check?'],
    ['a mistyped one as well', ['lst'], 'Did you mean mods list?'],
    ['a prompt without quotes', ['-p', 'tidy', 'up'], 'A prompt of several words stands in quotes'],
    ['an argument too many', ['completion', 'bash', 'zsh'], 'too many arguments'],
  ])('refuses %s, with exit code 2', async (_what, args, words) => {
    const { code, stdout, stderr } = await runCli(place(), args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });
});
