import type { Disposable } from '@cmd-mods/mod-api';
import type { ModRecord, RegistrationKind } from '../mod-record.ts';
import type { Observer } from '../observers.ts';

/** Adds a handler to a table of lists; lists are replaced, never changed, so that a running loop keeps its own. */
export function observe<TKey>(
  table: Map<TKey, readonly Observer[]>,
  record: ModRecord,
  key: TKey,
  handler: Observer['handler'],
  kind: RegistrationKind,
): Disposable {
  return record.register(kind, () => {
    const entry: Observer = { mod: record, handler };
    // Sorted, since the code of a reloaded mod comes last and belongs where the old code was.
    const entries = [...(table.get(key) ?? []), entry].sort((one, other) => one.mod.order - other.mod.order);
    table.set(key, entries);
    return () => {
      table.set(
        key,
        (table.get(key) ?? []).filter((other) => other !== entry),
      );
    };
  });
}
