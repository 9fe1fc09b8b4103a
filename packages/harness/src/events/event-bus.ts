import type { ObservableEvent } from '@cmd-mods/mod-api';
import { snapshot } from './snapshot.ts';

/** Hears every event, in the order emitted. Synchronous; a throw is handed to the bus's `onError`. */
export type EventListener = (event: ObservableEvent) => void;

/** One sink that fans out. */
export interface EventBus {
  /** Hands a snapshot of the event to every listener. Never throws. */
  emit(event: ObservableEvent): void;
  /** Adds a listener behind the others. @returns takes it away again; a second call does nothing. */
  subscribe(listener: EventListener): () => void;
}

/**
 * Makes an event bus.
 *
 * The payload is copied once and frozen, so no listener can change what another sees, nor what the run goes on with. An event
 * that a listener emits is delivered after the one at hand, so that all listeners hear the same order.
 *
 * @param onError - Told of a listener that throws; the others still hear the event.
 *
 * Source: hooks and events page, "AgentEvent catalog".
 */
export function createEventBus(onError: (error: unknown, event: ObservableEvent) => void): EventBus {
  let listeners: readonly EventListener[] = [];
  const waiting: ObservableEvent[] = [];
  let isDelivering = false;

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
      waiting.push(snapshot(event));
      if (isDelivering) return;
      isDelivering = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) deliver(next);
      } finally {
        isDelivering = false;
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
