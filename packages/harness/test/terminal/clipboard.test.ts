import type { ModApi } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type HostScreen } from '../../src/index.ts';
import { clipboardTools, copyToClipboard } from '../../src/terminal/clipboard.ts';
import { terminalScreen } from '../../src/terminal/index.ts';
import { tempFolder } from '../support/run-scripted.ts';
import { fakePrograms } from './fake-programs.ts';

const TAKES = 'cat > "$LOG.input"';
const FAILS = 'cat > /dev/null; exit 1';
const linux = (env: NodeJS.ProcessEnv) => ({ platform: 'linux', env }) as const;

describe('the clipboard of a machine', () => {
  it.each([
    ['darwin', {}, ['pbcopy']],
    ['win32', { SystemRoot: 'C:\\Windows' }, ['C:\\Windows\\System32\\clip.exe']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['wl-copy']],
    ['linux', { DISPLAY: ':0' }, ['xclip', 'xsel']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, ['wl-copy', 'xclip', 'xsel']],
    ['linux', { WSL_DISTRO_NAME: 'Debian' }, ['clip.exe']],
    ['linux', {}, []],
    ['freebsd', { DISPLAY: ':0' }, ['xclip', 'xsel']],
  ] as const)('on %s with %j is behind %j', (platform, env, commands) => {
    expect(clipboardTools({ platform, env }).map(({ command }) => command)).toEqual(commands);
  });

  it('gets the text through the program’s input, whatever it looks like, and never as an argument', async () => {
    const programs = fakePrograms();
    programs.add('xclip', TAKES);
    const text = '--help; rm -rf "$HOME" `id`\n\u0000ünï👋\\';
    expect(await copyToClipboard(text, linux({ PATH: programs.path, DISPLAY: ':0' }))).toEqual({
      isCopied: true,
    });
    expect(programs.noted('xclip', 'input')).toBe(text);
    expect(programs.noted('xclip', 'args')).toBe('-selection\nclipboard\n-in\n');
  });

  it('takes a text of a megabyte, and an empty one', async () => {
    const programs = fakePrograms();
    programs.add('xsel', TAKES);
    const place = linux({ PATH: programs.path, DISPLAY: ':0' });
    const text = 'x'.repeat(1024 * 1024);
    expect(await copyToClipboard(text, place)).toEqual({ isCopied: true });
    expect(programs.noted('xsel', 'input')?.length).toBe(text.length);
    expect(await copyToClipboard('', place)).toEqual({ isCopied: true });
    expect(programs.noted('xsel', 'input')).toBe('');
  });

  it('is tried in another way when the first program is missing, and when it fails', async () => {
    const programs = fakePrograms();
    programs.add('wl-copy', FAILS);
    programs.add('xsel', TAKES);
    const place = linux({ PATH: programs.path, WAYLAND_DISPLAY: 'w', DISPLAY: ':0' });
    expect(await copyToClipboard('a', place)).toEqual({ isCopied: true });
    expect(programs.noted('xsel', 'input')).toBe('a');
  });

  it('is not waited for by a program that stays behind to hand the text out, and which goes on', async () => {
    const programs = fakePrograms();
    programs.add('xclip', 'cat > "$LOG.input"; (sleep 1; echo late > "$LOG.late") &');
    const place = linux({ PATH: programs.path, DISPLAY: ':0' });
    expect(await copyToClipboard('a', place)).toEqual({ isCopied: true });
    expect(programs.noted('xclip', 'late')).toBeUndefined();
    await expect.poll(() => programs.noted('xclip', 'late'), { timeout: 10_000 }).toBe('late\n');
  });

  it('is no-clipboard without a program, without a display, and where no program reaches one', async () => {
    const programs = fakePrograms();
    const none = { isCopied: false, reason: 'no-clipboard' };
    expect(await copyToClipboard('a', linux({ PATH: programs.path, DISPLAY: ':0' }))).toEqual(none);
    programs.add('xclip', FAILS);
    expect(await copyToClipboard('a', linux({ PATH: programs.path }))).toEqual(none);
    expect(programs.noted('xclip', 'args')).toBeUndefined();
    expect(await copyToClipboard('a', linux({ PATH: programs.path, DISPLAY: ':9' }))).toEqual(none);
  });

  it('takes a program that reads nothing and says that it is done', async () => {
    const programs = fakePrograms();
    programs.add('xclip', 'exit 0');
    const place = linux({ PATH: programs.path, DISPLAY: ':0' });
    expect(await copyToClipboard('x'.repeat(200_000), place)).toMatchObject({
      isCopied: expect.any(Boolean),
    });
  });

  it('of Windows gets UTF-16 with a mark, the one form that it does not take for its code page', async () => {
    const programs = fakePrograms();
    programs.add('clip.exe', 'od -An -tx1 > "$LOG.input"');
    const place = linux({ PATH: programs.path, WSL_DISTRO_NAME: 'Debian' });
    expect(await copyToClipboard('aü', place)).toEqual({ isCopied: true });
    expect(programs.noted('clip.exe', 'input')?.trim()).toBe('ff fe 61 00 fc 00');
  });
});

/** The `cmd` of a mod on a host with that screen. */
async function cmdOn(screen?: HostScreen): Promise<ModApi> {
  const host = createModHost({ cwd: tempFolder(), ...(screen && { screen }) });
  let kept: ModApi | undefined;
  await host.register({
    name: 'm',
    factory: (cmd) => {
      kept = cmd;
    },
  });
  if (kept === undefined) throw new Error('The factory did not run.');
  return kept;
}

describe('cmd.ui.copy', () => {
  it('answers what the clipboard of the terminal’s host does', async () => {
    const programs = fakePrograms();
    programs.add('xclip', TAKES);
    const env = { PATH: programs.path, DISPLAY: ':0' };
    const cmd = await cmdOn(terminalScreen({ write() {}, env, platform: 'linux' }));
    expect(await cmd.ui.copy('text')).toEqual({ isCopied: true });
    expect(programs.noted('xclip', 'input')).toBe('text');
  });

  it('is headless without a screen, and on a screen without a clipboard', async () => {
    const headless = { isCopied: false, reason: 'headless' };
    expect(await (await cmdOn()).ui.copy('a')).toEqual(headless);
    expect(await (await cmdOn({})).ui.copy('a')).toEqual(headless);
  });

  it.each([undefined, null, 1, {}, ['a'], () => 'a'])(
    'answers error for what is no text: %s',
    async (text) => {
      const cmd = await cmdOn(terminalScreen({ write() {}, env: {}, platform: 'linux' }));
      expect(await cmd.ui.copy(text as never)).toEqual({ isCopied: false, reason: 'error' });
    },
  );

  it('answers error when the host’s own clipboard throws', async () => {
    const copy = () => {
      throw new Error('boom');
    };
    expect(await (await cmdOn({ copy })).ui.copy('a')).toEqual({ isCopied: false, reason: 'error' });
  });
});
