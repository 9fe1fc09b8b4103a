import type { Disposable, ModClock, ModEvents, ModProcess, ModStateStore } from '@cmd-mods/mod-api';
import { guard } from '../guard.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import { observe } from './registration.ts';

/** `cmd.process`: programs that are watched while they run. */
export function modProcess(state: HostState, record: ModRecord): ModProcess {
  return {
    async spawn(params) {
      const { spawn } = await import('../../process/spawn.ts');
      return spawn(params, {
        cwd: state.cwd,
        onOutputError: (error) => state.reportError(record, 'on:process', error),
      });
    },
  };
}

/** `cmd.events`: messages between mods, delivered before `emit` returns. */
export function modEvents(state: HostState, record: ModRecord): ModEvents {
  return {
    emit(channel, data) {
      for (const { mod, handler } of state.channels.get(channel) ?? []) {
        guard(
          () => handler(data as never),
          (error) => state.reportError(mod, `events:${channel}`, error),
        );
      }
    },
    on: (channel, listener) => observe(state.channels, record, channel, listener as never, 'listener'),
  };
}

/** `cmd.state`: the mod's values of this session; the host holds them, so that a reload keeps them. */
export function modStateStore(state: HostState, record: ModRecord): ModStateStore {
  const values = state.sessionValues.get(record.name) ?? new Map<string, unknown>();
  state.sessionValues.set(record.name, values);
  const listeners = new Map<string, readonly ((value: unknown) => void)[]>();
  const changed = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) {
      guard(
        () => listener(value),
        (error) => state.reportError(record, `state:${key}`, error),
      );
    }
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
    subscribe: (key, listener) =>
      record.register('listener', () => {
        listeners.set(key, [...(listeners.get(key) ?? []), listener]);
        return () => {
          listeners.set(
            key,
            (listeners.get(key) ?? []).filter((other) => other !== listener),
          );
        };
      }),
  };
}

/** `cmd.clock`: timers that end with the mod. The host's clock says when they go off. */
export function modClock(state: HostState, record: ModRecord): ModClock {
  const guarded = (callback: () => void) =>
    guard(callback, (error) => state.reportError(record, 'clock', error));
  return {
    every: (ms, callback) => record.register('timer', () => state.clock.every(ms, () => guarded(callback))),
    after(ms, callback) {
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
