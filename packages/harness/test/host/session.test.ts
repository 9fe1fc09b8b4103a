import type { ModApi } from '@cmd-mods/mod-api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../src/index.ts';
import { modErrors, ofType, only, setStage } from '../support/run-scripted.ts';

afterEach(() => void vi.useRealTimers());

describe('the session', () => {
  it('binding fires onSessionStart with source startup and one session_start event', async () => {
    const sources: unknown[] = [];
    const { events, host } = await setStage({
      mods: {
        m: { onSessionStart: (params, ctx) => void sources.push(params, ctx?.cwd, typeof ctx?.session) },
      },
    });
    expect(sources).toEqual([{ source: 'startup' }, host.cwd, 'object']);
    expect(ofType(events, 'session_start')).toMatchObject([{ source: 'startup' }]);
  });

  it('a resumed one has source resume', async () => {
    const sources: unknown[] = [];
    await setStage({
      mods: { m: { onSessionStart: ({ source }) => void sources.push(source) } },
      harness: { session: createSession({ cwd: '/' }), isResumed: true },
    });
    expect(sources).toEqual(['resume']);
  });

  it('nobody waits for onSessionStart, and its throw becomes mod_error', async () => {
    const { events, run } = await setStage({
      mods: {
        hanging: { onSessionStart: () => new Promise(() => {}) },
        bad: { onSessionStart: () => Promise.reject(new Error('boom')) },
      },
    });
    expect((await run()).result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toEqual(['bad onSessionStart: boom']);
  });

  it('one that hangs at its end keeps no other mod from cleaning up', async () => {
    vi.useFakeTimers();
    const cleaned: string[] = [];
    const { harness } = await setStage({
      mods: {
        hanging: { onSessionEnd: () => new Promise(() => {}) },
        tidy: { onSessionEnd: () => void cleaned.push('tidy') },
      },
    });
    const disposed = harness.dispose();
    await vi.advanceTimersByTimeAsync(1_000);
    await disposed;
    expect(cleaned).toEqual(['tidy']);
  });

  it('disposing twice fires onSessionEnd once, with the reason', async () => {
    const reasons: unknown[] = [];
    const { harness, log } = await setStage({
      mods: { m: { onSessionEnd: ({ reason }) => void reasons.push(reason) } },
    });
    await Promise.all([harness.dispose(), harness.dispose()]);
    await harness.dispose('replaced');
    expect(reasons).toEqual(['shutdown']);
    expect(only(log, 'session_shutdown')).toHaveLength(1);
  });

  it('cmd.session is undefined until one is bound, and after it is gone', async () => {
    let session: () => unknown = () => 'not called';
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          session = () => cmd.session;
          expect(cmd.session).toBeUndefined();
        },
      },
    });
    expect(session()).toMatchObject({ sessionId: stage.harness.session?.id });
    await stage.harness.dispose();
    expect(session()).toBeUndefined();
  });

  it('the session name and what was asked before the bind reach it', async () => {
    const { harness } = await setStage({ mods: { m: (cmd) => cmd.setSessionName('early') } });
    expect(harness.session?.getName()).toBe('early');
  });

  it('cmd.sessions reads the live tree and labels it', async () => {
    let cmd: ModApi | undefined;
    const { run } = await setStage({
      mods: {
        m: (api) => {
          cmd = api;
        },
      },
    });
    await run();
    const leaf = cmd?.sessions.leafId() ?? '';
    cmd?.sessions.setLabel({ targetId: leaf, label: 'here' });
    expect(JSON.stringify(cmd?.sessions.tree())).toContain('"label":"here"');
  });
});
