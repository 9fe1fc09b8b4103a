import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModAudio, PlayResult } from '@cmd-mods/mod-api';
import { isRecord } from '../../hooks/content.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';

/** How long a sound may take unless it says otherwise, and the longest that a timer can wait, in milliseconds. */
const DEFAULT_MS = 10_000;
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `cmd.audio`: what the host's screen can sound. A host without a screen, or with one that has no sound, answers `headless`. Nothing
 * here throws, whatever it is given; what fails in the host is reported and answered with `error`. A sound ends with the code that
 * started it.
 *
 * @param folder - Where the mod's own file is, absolute.
 *
 * Source: mods page, "Clipboard and sound".
 */
export function modAudio(state: HostState, record: ModRecord, folder: string): ModAudio {
  return {
    async play(params: unknown) {
      const play = state.screen?.play;
      if (play === undefined) return failed('headless');
      try {
        const { file, timeoutMs } = isRecord(params) ? params : {};
        if (typeof file !== 'string') return failed('error');
        const path = file.startsWith('file:') ? fileURLToPath(file) : resolve(folder, file);
        if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return failed('not-found');
        const stop = new AbortController();
        const sounding = record.register('sound', () => () => stop.abort());
        try {
          return await play({ file: path, timeoutMs: limitOf(timeoutMs), signal: stop.signal });
        } finally {
          sounding.dispose();
        }
      } catch (error) {
        state.reportError(record, 'audio.play', error);
        return failed('error');
      }
    },

    bell() {
      const bell = state.screen?.bell;
      if (bell === undefined) return failed('headless');
      try {
        bell();
        return { isPlayed: true };
      } catch (error) {
        state.reportError(record, 'audio.bell', error);
        return failed('error');
      }
    },
  };
}

function failed(reason: Extract<PlayResult, { isPlayed: false }>['reason']): PlayResult {
  return { isPlayed: false, reason };
}

/** A limit that is no positive whole number does not count. */
function limitOf(timeoutMs: unknown): number {
  return typeof timeoutMs === 'number' && Number.isInteger(timeoutMs) && timeoutMs > 0
    ? Math.min(timeoutMs, LONGEST_MS)
    : DEFAULT_MS;
}
