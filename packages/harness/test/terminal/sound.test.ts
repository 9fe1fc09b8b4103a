import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModApi, PlayResult } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type HostScreen, type ModHost } from '../../src/index.ts';
import { terminalScreen } from '../../src/terminal/index.ts';
import { playersFor } from '../../src/terminal/sound.ts';
import { tempFolder } from '../support/run-scripted.ts';
import { type FakePrograms, fakePrograms } from './fake-programs.ts';

const LASTS = 'echo $$ > "$LOG.pid"; exec sleep 30';
const NO = (reason: string) => ({ isPlayed: false, reason });

interface Scene {
  readonly host: ModHost;
  readonly cmd: ModApi;
  readonly programs: FakePrograms;
  /** The folder of the mod's own file, with `ding.wav` in it. */
  readonly folder: string;
  /** What was written to the terminal. */
  readonly written: string[];
}

async function scene(players: Readonly<Record<string, string>> = {}, screen?: HostScreen): Promise<Scene> {
  const project = tempFolder();
  const folder = join(tempFolder(), 'mod with blanks');
  mkdirSync(folder);
  writeFileSync(join(folder, 'ding.wav'), '');
  const programs = fakePrograms();
  for (const [name, script] of Object.entries(players)) programs.add(name, script);
  const written: string[] = [];
  const terminal = terminalScreen({
    write: (text) => void written.push(text),
    env: { PATH: programs.path },
    platform: 'linux',
  });
  const host = createModHost({ cwd: project, screen: screen ?? terminal });
  let kept: ModApi | undefined;
  const factory = (cmd: ModApi) => {
    kept = cmd;
  };
  await host.register({ name: 'm', file: join(folder, 'm.ts'), factory });
  if (kept === undefined) throw new Error('The factory did not run.');
  return { host, cmd: kept, programs, folder, written };
}

/** Waits until the player has said who it is. */
async function pidOf(programs: FakePrograms, name: string): Promise<number> {
  for (;;) {
    const text = programs.noted(name, 'pid');
    if (text?.endsWith('\n')) return Number(text);
    await sleep(5);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // Nothing has that number.
  }
}

describe('the player of a machine', () => {
  it.each([
    ['darwin', [['afplay', '/s.wav']]],
    [
      'linux',
      [
        ['paplay', '/s.wav'],
        ['aplay', '-q', '/s.wav'],
      ],
    ],
  ] as const)('on %s is %j', (platform, expected) => {
    const players = playersFor('/s.wav', { platform, env: {} });
    expect(players.map(({ command, args }) => [command, ...args])).toEqual(expected);
  });

  it('on Windows is PowerShell, which gets the path as data and never as code', () => {
    const file = "C:\\x'; Remove-Item C:\\ -Recurse; '.wav";
    const [player] = playersFor(file, { platform: 'win32', env: { SystemRoot: 'C:\\Windows' } });
    expect(player?.command).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    expect(player?.args.join(' ')).toContain('SoundPlayer $env:CMD_MODS_SOUND).PlaySync()');
    expect(player?.args.join(' ')).not.toContain('Remove-Item');
    expect(player?.env).toEqual({ CMD_MODS_SOUND: file });
  });
});

describe('cmd.audio.play', () => {
  it('plays a file beside the mod’s own, by its absolute path', async () => {
    const { cmd, programs, folder } = await scene({ paplay: 'exit 0' });
    expect(await cmd.audio.play({ file: './ding.wav' })).toEqual({ isPlayed: true });
    expect(programs.noted('paplay', 'args')).toBe(`${join(folder, 'ding.wav')}\n`);
  });

  it('plays an absolute path, and a file address', async () => {
    const { cmd, folder } = await scene({ paplay: 'exit 0' });
    for (const file of [join(folder, 'ding.wav'), new URL(`file://${encodeURI(folder)}/ding.wav`).href]) {
      expect(await cmd.audio.play({ file })).toEqual({ isPlayed: true });
    }
  });

  it('takes no name for an option', async () => {
    const { cmd, programs, folder } = await scene({ paplay: 'exit 0' });
    writeFileSync(join(folder, '--help'), '');
    expect(await cmd.audio.play({ file: '--help' })).toEqual({ isPlayed: true });
    expect(programs.noted('paplay', 'args')).toBe(`${join(folder, '--help')}\n`);
  });

  it('takes the next player where the first is missing, and where it fails', async () => {
    const alone = await scene({ aplay: 'exit 0' });
    expect(await alone.cmd.audio.play({ file: 'ding.wav' })).toEqual({ isPlayed: true });
    const both = await scene({ paplay: 'exit 1', aplay: 'exit 0' });
    expect(await both.cmd.audio.play({ file: 'ding.wav' })).toEqual({ isPlayed: true });
    expect(both.programs.noted('aplay', 'args')).toBe(`-q\n${join(both.folder, 'ding.wav')}\n`);
  });

  it('answers no-player when none is installed, and error when those that are fail', async () => {
    expect(await (await scene()).cmd.audio.play({ file: 'ding.wav' })).toEqual(NO('no-player'));
    const failing = await scene({ paplay: 'exit 1', aplay: 'exit 1' });
    expect(await failing.cmd.audio.play({ file: 'ding.wav' })).toEqual(NO('error'));
  });

  it.each(['nothing.wav', '', '.', '/nowhere/x.wav'])('answers not-found for %j', async (file) => {
    expect(await (await scene({ paplay: 'exit 0' })).cmd.audio.play({ file })).toEqual(NO('not-found'));
  });

  it('kills a player that takes longer than timeoutMs', async () => {
    const { cmd, programs } = await scene({ paplay: LASTS, aplay: 'exit 0' });
    const playing = cmd.audio.play({ file: 'ding.wav', timeoutMs: 150 });
    const pid = await pidOf(programs, 'paplay');
    expect(await playing).toEqual(NO('timeout'));
    expect(isRunning(pid)).toBe(false);
    expect(programs.noted('aplay', 'args')).toBeUndefined();
  });

  it.each([undefined, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'takes ten seconds for the limit %s',
    async (timeoutMs) => {
      const limits: number[] = [];
      const play = async (sound: { readonly timeoutMs: number }): Promise<PlayResult> => {
        limits.push(sound.timeoutMs);
        return { isPlayed: true };
      };
      const { cmd } = await scene({}, { play });
      await cmd.audio.play({ file: 'ding.wav', timeoutMs: timeoutMs as number });
      expect(limits).toEqual([10_000]);
    },
  );

  it.each([undefined, null, {}, { file: 1 }, { file: ['ding.wav'] }, 'ding.wav', { file: 'a\u0000b' }])(
    'answers error for %j and never throws',
    async (params) => {
      const { cmd } = await scene({ paplay: 'exit 0' });
      expect(await cmd.audio.play(params as never)).toEqual(NO('error'));
    },
  );

  it('ends with the code that started it: a reload stops the sound', async () => {
    const { cmd, host, programs } = await scene({ paplay: LASTS });
    const playing = cmd.audio.play({ file: 'ding.wav' });
    const pid = await pidOf(programs, 'paplay');
    await host.replace('m', () => {});
    expect(await playing).toEqual(NO('error'));
    expect(isRunning(pid)).toBe(false);
  });

  it('plays nothing for code that a reload has replaced', async () => {
    const { cmd, host, programs } = await scene({ paplay: 'exit 0' });
    await host.replace('m', () => {});
    expect(await cmd.audio.play({ file: 'ding.wav' })).toEqual(NO('error'));
    expect(programs.noted('paplay', 'args')).toBeUndefined();
  });

  it('plays several at once, each to its own end', async () => {
    const { cmd } = await scene({ paplay: 'sleep 0.05' });
    const all = await Promise.all([1, 2, 3].map(() => cmd.audio.play({ file: 'ding.wav' })));
    expect(all).toEqual([{ isPlayed: true }, { isPlayed: true }, { isPlayed: true }]);
  });

  it('is headless on a screen without sound', async () => {
    expect(await (await scene({}, {})).cmd.audio.play({ file: 'ding.wav' })).toEqual(NO('headless'));
  });
});

describe('cmd.audio.bell', () => {
  it('writes the one character that rings the terminal', async () => {
    const { cmd, written } = await scene();
    expect(cmd.audio.bell()).toEqual({ isPlayed: true });
    expect(written).toEqual(['\x07']);
  });

  it('is headless on a screen without one', async () => {
    expect((await scene({}, {})).cmd.audio.bell()).toEqual(NO('headless'));
  });

  it('never throws when the terminal is gone', async () => {
    const bell = () => {
      throw new Error('EPIPE');
    };
    expect((await scene({}, { bell })).cmd.audio.bell()).toEqual(NO('error'));
  });
});
