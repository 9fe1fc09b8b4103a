import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModStore } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import { isRecord, kindOf } from '../../hooks/content.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';

type Values = Record<string, unknown>;

/** How long a write waits for another process, and how long it sleeps between two looks, in milliseconds. */
const LOCK_LIMIT = 5_000;
const LOCK_PAUSE = 5;

/**
 * `cmd.store`: one JSON file for each mod, read before the factory runs and written through atomically. Each write starts from
 * the file as it is then, under a lock, so that what another process sets meanwhile under other keys survives; a read sees what
 * another process wrote.
 * A file that does not parse is moved aside, and the store starts empty. Without a store folder it lives in memory.
 */
export function openStore(state: HostState, record: ModRecord): ModStore {
  if (state.storeFolder === undefined) {
    const values = noValues();
    return storeOver(
      () => values,
      (change) => change(values),
    );
  }
  const file = join(state.storeFolder, `${encodeURIComponent(record.name)}.json`);
  let version = versionOf(file);
  let values = read(file, state, record);
  const current = () => {
    const now = versionOf(file);
    if (now !== version) values = read(file, state, record);
    version = now;
    return values;
  };
  return storeOver(current, (change) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    underLock(file, () => {
      const next = Object.assign(noValues(), current());
      change(next);
      writeAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
      values = next;
      version = versionOf(file);
    });
  });
}

function storeOver(current: () => Values, write: (change: (values: Values) => void) => void): ModStore {
  return {
    get<TValue>(key: string) {
      const values = current();
      return Object.hasOwn(values, key) ? (values[key] as TValue) : undefined;
    },
    set(key, value) {
      write((values) => {
        // Under the lock, so that a `toJSON` which reads the store works from what nobody else can change meanwhile.
        const text = JSON.stringify(value);
        if (text === undefined) {
          throw new TypeError(
            `cmd.store cannot keep ${kindOf(value)} under "${key}": it does not survive JSON.`,
          );
        }
        values[key] = JSON.parse(text);
      });
    },
    delete: (key) =>
      write((values) => {
        delete values[key];
      }),
  };
}

/** Tells one content of a file from another, without reading it: each write makes a new file. */
function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino} ${found.mtimeMs} ${found.size}`;
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

// Both packages are loaded when a mod first writes: most never do.
const load = createRequire(import.meta.url);

function writeAtomically(file: string, text: string): void {
  const { sync } = load('write-file-atomic') as typeof import('write-file-atomic');
  sync(file, text, { mode: 0o600 });
}

/**
 * Lets no other process write meanwhile. The store is synchronous, so waiting for one that writes is too; that takes it
 * milliseconds, and the lock of one that died is broken after some seconds.
 */
function underLock(file: string, work: () => void): void {
  const { lockSync } = load('proper-lockfile') as typeof import('proper-lockfile');
  const release = patiently(() => lockSync(file, { realpath: false, stale: LOCK_LIMIT / 2 }));
  try {
    work();
  } finally {
    release();
  }
}

function patiently<TResult>(take: () => TResult): TResult {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = LOCK_LIMIT / LOCK_PAUSE; ; left -= 1) {
    try {
      return take();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED' || left <= 0) throw error;
      Atomics.wait(pause, 0, 0, LOCK_PAUSE);
    }
  }
}
