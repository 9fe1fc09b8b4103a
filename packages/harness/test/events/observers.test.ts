import { EVENTS, type EventName, type ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { calls, modErrors, ofType, only, runScripted, setStage, settled } from '../support/run-scripted.ts';

const boom = () => {
  throw new Error('boom');
};

describe('cmd.on', () => {
  it('sees events in the order emitted', async () => {
    const seen: string[] = [];
    const { events } = await runScripted({
      mods: {
        m: (cmd) => {
          for (const name of Object.keys(EVENTS) as EventName[]) cmd.on(name, ({ type }) => seen.push(type));
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(seen).toEqual(events.map(({ type }) => type));
  });

  it('gives the handler the event object with its type', async () => {
    const seen: unknown[] = [];
    await runScripted({ mods: { m: (cmd) => void cmd.on('text_delta', (event) => seen.push(event)) } });
    expect(seen).toEqual([{ type: 'text_delta', delta: 'done' }]);
  });

  it('handlers of several mods hear an event in registration order', async () => {
    const seen: string[] = [];
    const hear =
      (name: string): ModFactory =>
      (cmd) =>
        void cmd.on('run_start', () => seen.push(name));
    await runScripted({ mods: { a: hear('a'), b: hear('b') } });
    expect(seen).toEqual(['a', 'b']);
  });

  it('a throw becomes mod_error with hook on:<event>, never a crash, and the other handlers hear the event', async () => {
    const seen: string[] = [];
    const { events, result } = await runScripted({
      mods: {
        bad: (cmd) => void cmd.on('turn_start', boom),
        good: (cmd) => void cmd.on('turn_start', () => seen.push('good')),
      },
    });
    expect(modErrors(events)).toEqual(['bad on:turn_start: boom']);
    expect(seen).toEqual(['good']);
    expect(result.stopReason).toBe('end_turn');
  });

  it('a rejection of an asynchronous handler does the same', async () => {
    const { events } = await runScripted({
      mods: { bad: (cmd) => void cmd.on('turn_start', async () => boom()) },
    });
    await settled();
    expect(modErrors(events)).toEqual(['bad on:turn_start: boom']);
  });

  it('only observes: what a handler returns is not read', async () => {
    const { result, log } = await runScripted({
      mods: { m: (cmd) => void cmd.on('tool_queued', () => ({ block: true }) as never) },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(result.stopReason).toBe('end_turn');
    expect(only(log, 'tool_completed')).toHaveLength(1);
  });

  it('a handler cannot change what others hear, nor what the run goes on with', async () => {
    const { events, state } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.on('tool_completed', (event) => {
            (event.result as unknown[])[0] = { text: 'changed' };
          }),
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(modErrors(events)).toHaveLength(1);
    expect(JSON.stringify(state)).not.toContain('changed');
  });

  it('hears mod_error, with mod, hook and the error itself', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        bad: { onTurnStart: boom },
        watching: (cmd) =>
          void cmd.on('mod_error', ({ modId, hook, error }) => seen.push(modId, hook, error)),
      },
    });
    expect(seen).toEqual(['mod:bad', 'onTurnStart', new Error('boom')]);
  });

  it.each([
    ['throws', boom],
    ['rejects', async () => boom()],
  ])('a mod_error handler that %s does not loop: its error becomes a diagnostic', async (_what, handler) => {
    const { events, host, result } = await runScripted({
      mods: { bad: (cmd) => void cmd.on('mod_error', handler), cause: { onTurnStart: boom } },
    });
    await settled();
    expect(result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toEqual(['cause onTurnStart: boom']);
    expect(host.diagnostics()).toMatchObject([
      { code: 'MOD_OBSERVER_FAILED', mod: 'bad', message: expect.stringContaining('boom') },
    ]);
  });

  it('handlers of mod_error and notice that both throw do not feed each other', async () => {
    const { events, host } = await runScripted({
      mods: {
        bad: (cmd) => {
          cmd.on('mod_error', boom);
          cmd.on('notice', boom);
        },
        cause: { onTurnStart: boom },
      },
    });
    expect(events.length).toBeLessThan(50);
    expect(host.diagnostics()).toHaveLength(1);
  });

  it('that answers notices with notices is cut short and named, also when two mods answer each other', async () => {
    const echo: ModFactory = (cmd) => void cmd.on('notice', () => cmd.ui.notify(`from ${cmd.name}`));
    const { events, host, result } = await runScripted({
      mods: { a: echo, b: echo, start: (cmd) => void cmd.on('run_start', () => cmd.ui.notify('go')) },
    });
    await settled();
    expect(result.stopReason).toBe('end_turn');
    expect(ofType(events, 'notice').length).toBeLessThan(2_500);
    expect(host.diagnostics().map(({ code, mod }) => `${code} ${mod}`)).toEqual([
      'MOD_EVENT_LOOP a',
      'MOD_EVENT_LOOP b',
    ]);
  });

  it.each<[string, string, ModFactory]>([
    ['notify', 'notice', (cmd) => void cmd.on('notice', () => cmd.ui.notify('again'))],
    [
      'notify, a moment later',
      'notice',
      (cmd) =>
        void cmd.on('notice', async () => {
          await undefined;
          cmd.ui.notify('again');
        }),
    ],
    ['a headless toast', 'notice', (cmd) => void cmd.on('notice', () => cmd.ui.toast('again'))],
    ['a call that fails', 'mod_error', (cmd) => void cmd.on('mod_error', () => cmd.ui.openPane('none'))],
    [
      'a call that fails, a moment later',
      'mod_error',
      (cmd) =>
        void cmd.on('mod_error', async () => {
          await undefined;
          cmd.ui.openPane('none');
        }),
    ],
    [
      'compact, when the one before is over',
      'notice',
      (cmd) =>
        void cmd.on('notice', async () => {
          for (let wait = 0; wait < 9; wait += 1) await undefined;
          await cmd.sessions.compact();
        }),
    ],
    [
      'its own channel, a moment later',
      'events:again',
      (cmd) => {
        cmd.events.on('again', async () => {
          await undefined;
          cmd.events.emit('again', 1);
        });
        cmd.on('run_start', () => cmd.events.emit('again', 1));
      },
    ],
    [
      'its own state, a moment later',
      'state:again',
      (cmd) => {
        cmd.state.subscribe('again', async () => {
          await undefined;
          cmd.state.set('again', {});
        });
        cmd.on('run_start', () => cmd.state.set('again', 1));
      },
    ],
  ])('that causes its own event by %s is cut short and named', async (_by, what, looping) => {
    const start: ModFactory = (cmd) =>
      void cmd.on('run_start', () => {
        cmd.ui.notify('go');
        cmd.ui.openPane('missing');
      });
    const { host, result } = await runScripted({ mods: { looping, start } });
    await settled();
    expect(result.stopReason).toBe('end_turn');
    const [found, ...others] = host.diagnostics();
    expect([found?.code, found?.mod, others]).toEqual(['MOD_EVENT_LOOP', 'looping', []]);
    expect(found?.message).toContain(`"${what}"`);
  });

  it('what is no event to raise is refused where it is raised, and the run goes on', async () => {
    for (const junk of [null, undefined, 'text', {}, { type: 5 }]) {
      const { events, result } = await runScripted({
        mods: { m: { onTurnStart: (_params, ctx) => ctx?.emit(junk as never) } },
      });
      expect(modErrors(events)).toEqual([
        expect.stringContaining('m onTurnStart: an event is an object with a "type"'),
      ]);
      expect(result.stopReason).toBe('end_turn');
    }
  });

  it('an event of a mod own kind reaches those who listen to everything', async () => {
    const { events } = await runScripted({
      mods: { m: { onTurnStart: (_params, ctx) => ctx?.emit({ type: 'my_event', at: 1 } as never) } },
    });
    expect(events).toContainEqual({ type: 'my_event', at: 1 });
  });
});

describe('an embedder that listens', () => {
  it('hears every event from when it subscribes, until it leaves', async () => {
    const stage = await setStage({ turns: [{ text: 'one' }, { text: 'two' }] });
    const heard: string[] = [];
    const leave = stage.harness.subscribe(({ type }) => heard.push(type));
    await stage.run();
    const count = heard.length;
    expect(heard).toEqual(stage.events.slice(1).map(({ type }) => type));
    leave();
    await stage.run();
    expect(heard).toHaveLength(count);
  });

  it('has session_start and session_shutdown with what happened', async () => {
    const stage = await setStage();
    await stage.harness.dispose('replaced');
    const sessionId = stage.harness.session?.id;
    expect(ofType(stage.events, 'session_start')).toEqual([
      { type: 'session_start', sessionId, source: 'startup' },
    ]);
    expect(ofType(stage.events, 'session_shutdown')).toEqual([
      { type: 'session_shutdown', sessionId, reason: 'replaced' },
    ]);
  });
});
