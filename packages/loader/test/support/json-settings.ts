import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import writeFileAtomic from 'write-file-atomic';
import type { SettingsWriter } from '../../src/index.ts';

type Entry = string | { source: string; mods?: readonly string[] };

/** Settings in plain JSON: what the four functions need of the settings editor, and no more. */
export function jsonSettings(file: string): SettingsWriter {
  const read = (): { mods?: { sources?: Entry[] } } => {
    if (!existsSync(file)) return {};
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (cause) {
      const message = `${file} does not parse`;
      throw new ModError({ code: 'SETTINGS_UNREADABLE', severity: 'error', message, where: { file }, cause });
    }
  };
  const change = async (edit: (entries: readonly Entry[]) => Entry[]) => {
    const settings = read();
    mkdirSync(dirname(file), { recursive: true });
    const mods = { ...settings.mods, sources: edit(settings.mods?.sources ?? []) };
    await writeFileAtomic(file, `${JSON.stringify({ ...settings, mods }, null, 2)}\n`);
  };
  const textOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.source);
  return {
    file,
    sources: async () => (read().mods?.sources ?? []).map(textOf),
    addSource: (text, replaces) =>
      change((entries) => {
        if (replaces === undefined) return [...entries, text];
        return entries.map((entry) => {
          if (textOf(entry) !== replaces) return entry;
          return typeof entry === 'string' ? text : { ...entry, source: text };
        });
      }),
    removeSource: (text) => change((entries) => entries.filter((entry) => textOf(entry) !== text)),
  };
}
