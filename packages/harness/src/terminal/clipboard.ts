import { win32 } from 'node:path';
import type { CopyResult } from '@cmd-mods/mod-api';

/** Where a clipboard is looked for. */
export interface ClipboardPlace {
  readonly platform: NodeJS.Platform;
  /** `PATH` and what says whether there is a display. */
  readonly env: NodeJS.ProcessEnv;
}

/** A program that takes what it reads on its input for the clipboard. */
interface ClipboardTool {
  readonly command: string;
  readonly args: readonly string[];
  readonly encoding?: 'utf16le';
}

/** How long such a program may take, in milliseconds. */
const PATIENCE = 5_000;

/**
 * The programs for this machine, in the order in which they are tried. None on Linux without a display: they would all fail, some of
 * them by waiting for one.
 */
export function clipboardTools({ platform, env }: ClipboardPlace): readonly ClipboardTool[] {
  if (platform === 'darwin') return [{ command: 'pbcopy', args: [] }];
  // It reads the machine's own code page, but for UTF-16, which it knows by its mark.
  const clip = (command: string): ClipboardTool => ({ command, args: [], encoding: 'utf16le' });
  if (platform === 'win32') {
    return [clip(win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'clip.exe'))];
  }
  return [
    ...(env.WAYLAND_DISPLAY ? [{ command: 'wl-copy', args: [] }] : []),
    ...(env.DISPLAY
      ? [
          { command: 'xclip', args: ['-selection', 'clipboard', '-in'] },
          { command: 'xsel', args: ['--clipboard', '--input'] },
        ]
      : []),
    ...(env.WSL_DISTRO_NAME ? [clip('clip.exe')] : []),
  ];
}

/**
 * Writes a text to the person's clipboard through a program of the system. The text goes by its input, never as an argument. Never
 * rejects: without a program, or where those there are cannot reach a clipboard, the answer is `no-clipboard`; one that hangs or
 * breaks is `error`.
 *
 * Source: mods page, "Clipboard and sound", `cmd.ui.copy`.
 */
export async function copyToClipboard(text: string, place: ClipboardPlace): Promise<CopyResult> {
  let hung = false;
  for (const tool of clipboardTools(place)) {
    const end = await feed(tool, text, place.env);
    if (end === 'done') return { isCopied: true };
    if (end === 'hung') hung = true;
  }
  return { isCopied: false, reason: hung ? 'error' : 'no-clipboard' };
}

async function feed(
  { command, args, encoding }: ClipboardTool,
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<'done' | 'failed' | 'hung'> {
  // Loaded with the first copy.
  const { execa } = await import('execa');
  const result = await execa(command, [...args], {
    env,
    extendEnv: false,
    input: encoding === undefined ? text : Buffer.from(`\uFEFF${text}`, encoding),
    // Some stay behind to hand the text out, and would hold a pipe open for as long.
    stdout: 'ignore',
    stderr: 'ignore',
    // They have to outlive this program, or the clipboard would be empty again.
    cleanup: false,
    timeout: PATIENCE,
    forceKillAfterDelay: 250,
    reject: false,
    windowsHide: true,
  });
  if (result.timedOut) return 'hung';
  return result.failed ? 'failed' : 'done';
}
