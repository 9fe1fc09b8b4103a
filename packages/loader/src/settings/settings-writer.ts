import { ModError } from '@cmd-mods/mod-api';
import type { SettingsWriter } from '../install/types.ts';
import { pipelineDiagnostic } from '../pipeline/diagnostics.ts';
import { isRecord } from '../pipeline/read-package-json.ts';
import type { JsonChange } from './change-text.ts';
import { editJsonFile } from './edit-json-file.ts';
import { readSettingsFile } from './read-settings-file.ts';

/**
 * The `mods.sources` of one settings file, as add, remove and update read and change it. An entry in object form keeps its
 * filter; `mods.paths` is never touched.
 */
export function createSettingsWriter(file: string): SettingsWriter {
  return {
    file,
    sources: async () => {
      const content = await readSettingsFile(file);
      if (content.state === 'broken') throw new ModError(content.diagnostic);
      return content.state === 'read' ? content.mods.sources.map(({ source }) => source) : [];
    },
    addSource: async (text, replaces) => {
      await editJsonFile(file, (content) => {
        const entries = arrayAt(content, 'sources', file);
        const at = entries.findIndex((entry) => textOf(entry) === (replaces ?? text));
        if (at === -1) return [{ path: ['mods', 'sources', -1], value: text }];
        if (textOf(entries[at]) === text) return [];
        const way = ['mods', 'sources', at];
        return [{ path: isRecord(entries[at]) ? [...way, 'source'] : way, value: text }];
      });
    },
    removeSource: async (text) => {
      await editJsonFile(file, (content) => {
        const entries = arrayAt(content, 'sources', file);
        return removals('sources', entries, (entry) => textOf(entry) === text);
      });
    },
  };
}

/** Adds a text to one of the arrays of `mods`, once. Says whether the file was written. Throws as `editJsonFile` does. */
export function addToModsArray(
  file: string,
  key: 'disabled' | 'enabled' | 'paths',
  text: string,
): Promise<boolean> {
  return editJsonFile(file, (content) =>
    arrayAt(content, key, file).includes(text) ? [] : [{ path: ['mods', key, -1], value: text }],
  );
}

/** Takes a text out of one of the arrays of `mods`. Says whether the file was written. Throws as `editJsonFile` does. */
export function removeFromModsArray(
  file: string,
  key: 'disabled' | 'enabled' | 'paths',
  text: string,
): Promise<boolean> {
  return editJsonFile(file, (content) =>
    removals(key, arrayAt(content, key, file), (entry) => entry === text),
  );
}

/** From the last to the first, so that the places of the others stay what they are. */
function removals(
  key: string,
  entries: readonly unknown[],
  isRemoved: (entry: unknown) => boolean,
): readonly JsonChange[] {
  return entries
    .flatMap((entry, index) => (isRemoved(entry) ? [{ path: ['mods', key, index], value: undefined }] : []))
    .reverse();
}

/** What must be an array is not replaced by one when it is something else: someone meant something by it. */
function arrayAt(content: unknown, key: string, file: string): readonly unknown[] {
  const mods = isRecord(content) ? (content.mods ?? {}) : undefined;
  const value = isRecord(mods) ? (mods[key] ?? []) : undefined;
  if (Array.isArray(value)) return value;
  const message = `mods.${key} is not an array, so nothing can be added to it or taken from it. The file was not changed.`;
  throw new ModError(pipelineDiagnostic('SETTINGS_WRONG_VALUE', { message, where: { file } }));
}

function textOf(entry: unknown): unknown {
  return isRecord(entry) ? entry.source : entry;
}
