import type {
  Disposable,
  ModClock,
  ModEvents,
  ModProcess,
  ModStateStore,
  SpawnParams,
} from '@cmd-mods/mod-api';
import { kindOf } from '../../hooks/content.ts';
import { guard } from '../guard.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import { observe } from './observe.ts';

/**
 * `cmd.process`: programs that are watched while they run. They belong to the mod: a reload ends them, and what the old code still
 * waits for resolves as when a signal had ended it. A rejection would have nobody left to catch it.
 */
export function modProcess(state: HostState, record: ModRecord): ModProcess {
  const run = async (params: SpawnParams, reload: AbortSignal) => {
    const { spawn } = await import('../../process/spawn.ts');
    const signal = params.signal === undefined ? reload : AbortSignal.any([params.signal, reload]);
    try {
      return await spawn(
        { ...params, signal },
        { cwd: state.cwd, onOutputError: (error) => state.reportError(record, 'on:process', error) },
      );
    } catch (error) {
      if (reload.aborted && params.signal?.aborted !== true) return { code: null };
      throw error;
    }
  };
  return {
    async spawn(params) {
      const reload = new AbortController();
      const registration = record.register('process', () => () => reload.abort());
      const running = run(params, reload.signal);
      record.programs.add(running);
      try {
        return await running;
      } finally {
        record.programs.delete(running);
        registration.dispose();
      }
    },
  };
}

/** `cmd.events`: messages between mods, delivered before `emit` returns. */
export function modEvents(state: HostState, record: ModRecord): ModEvents {
  return {
    emit(channel, data) {
      const listeners = state.channels.get(channel);
      if (listeners === undefined) return;
      const what = `events:${channel}`;
      state.loops.callListeners(record, what, () => {
        for (const { mod, handler } of listeners) {
          guard(
            () => handler(data as never),
            (error) => state.reportError(mod, what, error),
          );
        }
      });
    },
    on(channel, listener) {
      needFunction(`events.on(${JSON.stringify(channel)})`, listener);
      return observe(state.channels, record, channel, listener as never, 'listener');
    },
  };
}

/** `cmd.state`: the mod's values of this session; the host holds them, so that a reload keeps them. */
export function modStateStore(state: HostState, record: ModRecord): ModStateStore {
  const values = state.sessionValues.get(record.name) ?? new Map<string, unknown>();
  state.sessionValues.set(record.name, values);
  const listeners = new Map<string, readonly ((value: unknown) => void)[]>();
  const changed = (key: string, value: unknown) => {
    const what = `state:${key}`;
    state.loops.callListeners(record, what, () => {
      for (const listener of listeners.get(key) ?? []) {
        guard(
          () => listener(value),
          (error) => state.reportError(record, what, error),
        );
      }
    });
    state.surface.repaint();
  };
  return {
    get: <TValue>(key: string) => values.get(key) as TValue | undefined,
    set(key, value) {
      values.set(key, value);
      changed(key, value);
    },
    delete(key) {
      if (values.delete(key)) changed(key, undefined);
    },
    subscribe(key, listener) {
      needFunction(`state.subscribe(${JSON.stringify(key)})`, listener);
      return record.register('listener', () => {
        listeners.set(key, [...(listeners.get(key) ?? []), listener]);
        return () => {
          listeners.set(
            key,
            (listeners.get(key) ?? []).filter((other) => other !== listener),
          );
        };
      });
    },
  };
}

/** `cmd.clock`: timers that end with the mod. The host's clock says when they go off. */
export function modClock(state: HostState, record: ModRecord): ModClock {
  const guarded = (callback: () => void) =>
    guard(callback, (error) => state.reportError(record, 'clock', error));
  return {
    every(ms, callback) {
      needDelay('clock.every', ms, callback);
      return record.register('timer', () => state.clock.every(ms, () => guarded(callback)));
    },
    after(ms, callback) {
      needDelay('clock.after', ms, callback);
      const once = () => {
        // A timer that went off is no registration any more: a failed reload must not bring it back.
        handle.dispose();
        guarded(callback);
      };
      const handle: Disposable = record.register('timer', () => state.clock.after(ms, once));
      return handle;
    },
  };
}

function needFunction(member: string, found: unknown): void {
  if (typeof found !== 'function')
    throw new TypeError(`cmd.${member} needs a function, not ${kindOf(found)}.`);
}

/** Node takes anything for a delay and makes one millisecond of it, which a mistake would then cost each millisecond. */
function needDelay(member: string, ms: unknown, callback: unknown): void {
  if (typeof ms !== 'number' || !Number.isFinite(ms)) {
    throw new TypeError(`cmd.${member} needs milliseconds and then a function, not ${kindOf(ms)} first.`);
  }
  needFunction(member, callback);
}
