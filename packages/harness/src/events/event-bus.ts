import type { ObservableEvent } from '@cmd-mods/mod-api';
import { eventSnapshot } from './snapshot.ts';

/** Hears every event, in the order emitted. Synchronous; a throw is handed to the bus's `onError`. */
export type EventListener = (event: ObservableEvent) => void;

/** One sink that fans out. */
export interface EventBus {
  /** Hands a snapshot of the event to every listener. Never throws. */
  emit(event: ObservableEvent): void;
  /** Adds a listener behind the others. @returns takes it away again; a second call does nothing. */
  subscribe(listener: EventListener): () => void;
}

/** How long a chain of events may be of which each is raised by a listener of the one before. No honest one is near it. */
const MAX_ECHOES = 16;

/**
 * Makes an event bus.
 *
 * The payload is copied once and frozen, so no listener can change what another sees, nor what the run goes on with. An event
 * that a listener emits is delivered after the one at hand, so that all listeners hear the same order.
 *
 * @param onError - Told of a listener that throws; the others still hear the event.
 * @param onEcho - Told of an event that ends a chain of 16, each raised by a listener of the one before. It is dropped: listeners that
 *   answer one another would go on for ever, and nothing else would ever run.
 *
 * Source: hooks and events page, "AgentEvent catalog".
 */
export function createEventBus(
  onError: (error: unknown, event: ObservableEvent) => void,
  onEcho: (event: ObservableEvent) => void = () => {},
): EventBus {
  let listeners: readonly EventListener[] = [];
  const waiting: { readonly event: ObservableEvent; readonly echoes: number }[] = [];
  let isDelivering = false;
  /** How many events led to the one that is being delivered. */
  let echoes = 0;

  const deliver = (event: ObservableEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onError(error, event);
      }
    }
  };

  return {
    emit(event) {
      if (listeners.length === 0) return;
      if (isDelivering) {
        if (echoes < MAX_ECHOES) waiting.push({ event: eventSnapshot(event), echoes: echoes + 1 });
        else onEcho(event);
        return;
      }
      isDelivering = true;
      try {
        deliver(eventSnapshot(event));
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          echoes = next.echoes;
          deliver(next.event);
        }
      } finally {
        isDelivering = false;
        echoes = 0;
      }
    },
    subscribe(listener) {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((other) => other !== listener);
      };
    },
  };
}
