import { type HookFailure, Hooks } from '@cmd-mods/hooks';
import { type HostContext, type HostEvent, hostReducers, type Message, type Source } from './events.ts';

export type HostHooks = Hooks<HostEvent, HostContext, Source>;

/** Hooks of the small host that throw. */
export function throwingHooks(): HostHooks {
  return new Hooks<HostEvent, HostContext, Source>({ context: { run: 'first' }, reducers: hostReducers });
}

/** Hooks of the small host that report, and what they have reported. */
export function reportingHooks(): { hooks: HostHooks; failures: HookFailure<Source, HostContext>[] } {
  const failures: HookFailure<Source, HostContext>[] = [];
  const hooks = new Hooks<HostEvent, HostContext, Source>({
    context: { run: 'first' },
    reducers: hostReducers,
    onError: (failure) => failures.push(failure),
  });
  return { hooks, failures };
}

export function user(text: string): Message {
  return { role: 'user', text };
}

/** Turns a value into a promise that settles after a turn of the microtask queue, or of the timers. */
export async function later<T>(value: T, macrotask = false): Promise<T> {
  if (macrotask) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

/** A function for plain JavaScript's handlers, which need not heed any types. */
export function untyped(handler: unknown): () => undefined {
  return handler as () => undefined;
}
