import type { HostScreen } from '../host/surface.ts';

/** What of the world a host with a terminal has. */
export interface TerminalWorld {
  /** Writes to the terminal; the bell is one character. */
  write(text: string): void;
  /** The environment, as `process.env` has it. */
  readonly env: NodeJS.ProcessEnv;
  /** The process's own when left out. */
  readonly platform?: NodeJS.Platform;
}

/**
 * Clipboard, sound and bell of a terminal, for the `screen` of `createModHost`: `createModHost({cwd, screen: {...terminalScreen(world),
 * repaint}})`. Without them a host answers `headless`. Starts nothing and loads nothing before a mod asks.
 *
 * Source: mods page, "Clipboard and sound".
 */
export function terminalScreen({
  write,
  env,
  platform = process.platform,
}: TerminalWorld): Required<Pick<HostScreen, 'copy' | 'play' | 'bell'>> {
  const place = { platform, env };
  return {
    copy: async (text) => (await import('./clipboard.ts')).copyToClipboard(text, place),
    play: async (sound) => (await import('./sound.ts')).playSound(sound, place),
    bell: () => write('\x07'),
  };
}
