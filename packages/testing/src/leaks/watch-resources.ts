import { createHook } from 'node:async_hooks';
import type { Where } from '@cmd-mods/mod-api';
import { isOwnWork, whereAsked } from './frames.ts';

/** Something that lives on until somebody ends it. */
export interface Resource {
  readonly kind: 'timer' | 'listener' | 'process' | 'handle';
  /** In words. */
  readonly what: string;
  readonly where: Where | undefined;
  /** Ends it, where that is possible from outside. */
  end(): void;
}

/** A watch over what is started in this process. */
export interface ResourceWatch {
  /** What was started since the watch began and has not ended. */
  alive(): readonly Resource[];
  stop(): void;
}

/** What Node calls a resource, and what it is. */
const TYPES: Readonly<Record<string, { readonly kind: Resource['kind']; readonly what: string }>> = {
  Timeout: { kind: 'timer', what: 'a timer' },
  PROCESSWRAP: { kind: 'process', what: 'a child process' },
  TCPSERVERWRAP: { kind: 'handle', what: 'a server' },
  PIPESERVERWRAP: { kind: 'handle', what: 'a server' },
  TCPWRAP: { kind: 'handle', what: 'a connection' },
  UDPWRAP: { kind: 'handle', what: 'a UDP socket' },
  FSEVENTWRAP: { kind: 'handle', what: 'a watcher of files' },
  STATWATCHER: { kind: 'handle', what: 'a watcher of files' },
  WORKER: { kind: 'handle', what: 'a worker thread' },
};

/** Begins to watch timers, child processes, handles, and listeners on `process`. Work of the kit and the agent does not count. */
export function watchResources(): ResourceWatch {
  const started = new Map<number, Resource>();
  const listeners = new Map<(...args: never[]) => unknown, Resource & { readonly event: string | symbol }>();
  const stackLimit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;

  const onInit = (id: number, type: string, _trigger: number, resource: object) => {
    const known = TYPES[type];
    if (known === undefined) return;
    const stack = stackBelow(onInit);
    // A mod starts processes through the agent; everything else that the agent starts is its own.
    if (known.kind !== 'process' && isOwnWork(stack, known.kind === 'handle')) return;
    started.set(id, { ...known, where: whereAsked(stack), end: () => end(resource) });
  };
  const hook = createHook({
    init: onInit,
    destroy(id) {
      started.delete(id);
    },
  });
  const onNew = (event: string | symbol, listener: (...args: never[]) => unknown) => {
    // Test runners and libraries lay their own functions over `emit`; none of them is the one who listens.
    const stack = stackBelow(process.emit);
    if (isOwnWork(stack)) return;
    const what = `a listener for "${String(event)}" on process`;
    const remove = () => void process.removeListener(event, listener as () => void);
    listeners.set(listener, { kind: 'listener', what, where: whereAsked(stack), event, end: remove });
  };
  process.on('newListener', onNew);
  hook.enable();

  return {
    alive() {
      const heard = [...listeners].filter(([listener, { event }]) =>
        process.listeners(event as 'exit').includes(listener as () => void),
      );
      return [...started.values(), ...heard.map(([, resource]) => resource)];
    },
    stop() {
      hook.disable();
      process.removeListener('newListener', onNew);
      Error.stackTraceLimit = stackLimit;
    },
  };
}

/** The stack of whoever made Node call this function. */
function stackBelow(called: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, called);
  return holder.stack ?? '';
}

function end(resource: object): void {
  if ('pid' in resource && typeof resource.pid === 'number' && 'kill' in resource) {
    (resource.kill as (signal: number) => void)(15);
  } else if ('hasRef' in resource && 'refresh' in resource) {
    clearTimeout(resource as unknown as NodeJS.Timeout);
  }
}
