import type { ObservableEvent } from '@cmd-mods/mod-api';

/** The objects around a value, from the inside out. */
interface Around {
  readonly value: object;
  readonly around: Around | undefined;
}

/** What stands in a snapshot in place of an object that contains itself. */
export const CIRCULAR = '[circular]';

/**
 * A frozen deep copy of plain data: nobody can change it, and whoever holds the original can go on using it. Values that are no
 * plain data (an error, a date, an instance of a class) are kept as they are: they cannot be copied without losing what they are.
 */
export function snapshot<TValue>(value: TValue): TValue {
  return copy(value, Object.freeze, undefined) as TValue;
}

/** A snapshot of an event. A chunk of text, by far the commonest, is copied without looking for what it might hold. */
export function eventSnapshot(event: ObservableEvent): ObservableEvent {
  if (event.type !== 'text_delta' || typeof event.delta !== 'string') return snapshot(event);
  return Object.freeze({ type: 'text_delta', delta: event.delta });
}

/** The same, not frozen: for whom may do with it as they like. */
export function ownCopy<TValue>(value: TValue): TValue {
  return copy(value, (copied) => copied, undefined) as TValue;
}

function copy(value: unknown, finish: (copied: object) => object, around: Around | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isArray = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  if (!isArray && prototype !== Object.prototype && prototype !== null) return value;
  for (let outer = around; outer !== undefined; outer = outer.around) {
    if (outer.value === value) return CIRCULAR;
  }
  if (isArray) {
    const inside: Around = { value, around };
    return finish(value.map((item) => copy(item, finish, inside)));
  }
  // Most events are flat, and some come with every chunk of text: what is flat is copied in one go.
  const copied: Record<string, unknown> = { ...value };
  let inside: Around | undefined;
  for (const key in copied) {
    const field = copied[key];
    if (typeof field !== 'object' || field === null) continue;
    inside ??= { value, around };
    Object.defineProperty(copied, key, { value: copy(field, finish, inside) });
  }
  return finish(copied);
}
