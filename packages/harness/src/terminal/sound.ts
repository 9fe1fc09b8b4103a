import { win32 } from 'node:path';
import { ModError, type PlayResult } from '@cmd-mods/mod-api';
import { AbortError } from '../process/abort-error.ts';
import { runProgram } from '../process/run-program.ts';

/** Where players are looked for. */
export interface SoundPlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** A sound to play. */
export interface Sound {
  /** Absolute, so that no player can take it for an option. It exists. */
  readonly file: string;
  /** When the player is ended, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the player: the mod is gone, or its code is. */
  readonly signal: AbortSignal;
}

/** A program that plays a file and ends when it is over. */
interface Player {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The variable by which PowerShell gets the path: in its command line it would be code. */
const FILE_VARIABLE = 'CMD_MODS_SOUND';

/** The players of a platform for a file, in the order in which they are tried. */
export function playersFor(file: string, { platform, env }: SoundPlace): readonly Player[] {
  if (platform === 'darwin') return [{ command: 'afplay', args: [file] }];
  if (platform === 'win32') {
    const folder = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0');
    const command = win32.join(folder, 'powershell.exe');
    const script = `(New-Object System.Media.SoundPlayer $env:${FILE_VARIABLE}).PlaySync()`;
    const args = ['-NoProfile', '-NonInteractive', '-Command', script];
    return [{ command, args, env: { [FILE_VARIABLE]: file } }];
  }
  return [
    { command: 'paplay', args: [file] },
    { command: 'aplay', args: ['-q', file] },
  ];
}

/**
 * Plays a file with the platform's player, and with the next one where the first is missing or fails. Never rejects: `no-player` when
 * none is installed, `timeout` when the time was over, `error` when it was ended or all that there are failed.
 *
 * Source: mods page, "Clipboard and sound", `cmd.audio.play`.
 */
export async function playSound({ file, timeoutMs, signal }: Sound, place: SoundPlace): Promise<PlayResult> {
  const end = Date.now() + timeoutMs;
  let wasFound = false;
  for (const player of playersFor(file, place)) {
    const ended = await run(player, Math.max(1, end - Date.now()), signal, place.env);
    if (ended === 'played') return { isPlayed: true };
    if (ended === 'timeout') return { isPlayed: false, reason: 'timeout' };
    if (ended === 'stopped') return { isPlayed: false, reason: 'error' };
    if (ended === 'failed') wasFound = true;
  }
  return { isPlayed: false, reason: wasFound ? 'error' : 'no-player' };
}

async function run(
  { command, args, env }: Player,
  timeoutMs: number,
  signal: AbortSignal,
  outer: NodeJS.ProcessEnv,
): Promise<'played' | 'failed' | 'missing' | 'timeout' | 'stopped'> {
  try {
    const { code, timedOut } = await runProgram({
      command,
      args,
      env: { ...outer, ...env },
      // A folder that is there for certain.
      cwd: process.cwd(),
      timeoutMs,
      signal,
      leftoverMs: 0,
      onOutput() {},
    });
    if (timedOut) return 'timeout';
    return code === 0 ? 'played' : 'failed';
  } catch (error) {
    if (error instanceof AbortError) return 'stopped';
    if (ModError.isInstance(error)) return 'missing';
    throw error;
  }
}
