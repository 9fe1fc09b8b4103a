import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModStore } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import { isRecord, kindOf } from '../../hooks/content.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';

type Values = Record<string, unknown>;

/**
 * `cmd.store`: one JSON file for each mod, read before the factory runs and written through atomically. Each write starts from
 * the file as it is then, so that what another process has set meanwhile under other keys survives.
 * A file that does not parse is moved aside, and the store starts empty. Without a store folder it lives in memory.
 */
export function openStore(state: HostState, record: ModRecord): ModStore {
  const file =
    state.storeFolder === undefined
      ? undefined
      : join(state.storeFolder, `${encodeURIComponent(record.name)}.json`);
  let values = file === undefined ? noValues() : read(file, state, record);

  const write = (change: (values: Values) => void) => {
    if (file !== undefined) values = read(file, state, record);
    change(values);
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${JSON.stringify(values, null, 2)}\n`);
  };

  return {
    get: <TValue>(key: string) => (Object.hasOwn(values, key) ? (values[key] as TValue) : undefined),
    set(key, value) {
      const text = JSON.stringify(value);
      if (text === undefined) {
        throw new TypeError(
          `cmd.store cannot keep ${kindOf(value)} under "${key}": it does not survive JSON.`,
        );
      }
      write((current) => {
        current[key] = JSON.parse(text);
      });
    },
    delete: (key) =>
      write((current) => {
        delete current[key];
      }),
  };
}

function read(file: string, state: HostState, record: ModRecord): Values {
  if (!existsSync(file)) return noValues();
  try {
    const values: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(values)) return Object.assign(noValues(), values);
    throw new TypeError(`it holds ${kindOf(values)} in place of an object`);
  } catch (error) {
    const aside = `${file}.broken-${Date.now()}`;
    renameSync(file, aside);
    state.note(
      diagnostic('STORE_UNREADABLE', {
        message: `The store of "${record.name}" could not be read: ${error instanceof Error ? error.message : error}. It was moved to ${aside}.`,
        where: { file },
        mod: record.name,
        cause: error,
      }),
    );
    return noValues();
  }
}

/** Without a prototype, so that a mod may call a key anything. */
function noValues(): Values {
  return Object.create(null) as Values;
}

function writeAtomically(file: string, text: string): void {
  // Loaded when a mod first writes: most never do.
  const { sync } = createRequire(import.meta.url)('write-file-atomic') as typeof import('write-file-atomic');
  sync(file, text, { mode: 0o600 });
}
