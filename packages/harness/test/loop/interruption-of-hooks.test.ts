import type { ModHooks } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { interrupted, SOON, unhandledRejections } from '../support/interrupted.ts';
import { calls, modErrors, never, ofType, setStage, texts, tool } from '../support/run-scripted.ts';

const unhandled = unhandledRejections();

/** Hooks that hang for good, and what the model does so that they fire. */
const hangingHooks = [
  'onTurnStart',
  'beforeModelRequest',
  'appendSystemPrompt',
  'transformSystemPrompt',
  'transformContext',
  'transformMessage',
  'onPermissionRequest',
  'beforeToolCall',
  'afterToolCall',
  'onTurnEnd',
  'shouldStopAfterTurn',
  'prepareNextTurn',
  'onStop',
] as const;

/** Asynchronous, but quick: none of these may be blamed for another mod's hanging. */
const innocentHooks: ModHooks = Object.fromEntries(
  [...hangingHooks, 'onRunEnd'].map((hook) => [hook, async () => undefined]),
);

describe.concurrent('a run that is interrupted while a hook hangs', () => {
  it.each(hangingHooks)('ends within a second: %s', async (hook) => {
    let settle: (value: unknown) => void = () => {};
    let wasOffered = 0;
    const { result, events, state } = await interrupted((hangs) => ({
      mods: {
        hanging: {
          [hook]: () => {
            wasOffered += 1;
            if (wasOffered > 1) return undefined;
            hangs();
            return new Promise((_resolve, reject) => {
              settle = () => reject(new Error('too late'));
            });
          },
        },
        innocent: innocentHooks,
      },
      turns: hook === 'onStop' ? [{ text: 'done' }] : [calls(['t'], ['t']), { text: 'done' }],
      tools: [tool('t')],
      harness: { permissions: hook === 'onPermissionRequest' ? {} : { skipPermissions: true } },
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(state.interrupted).toBe(true);
    expect(ofType(events, 'interrupted')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('run_end');
    expect(modErrors(events)).toEqual([
      `hanging ${hook}: ${hook} was still running when the run was interrupted; what it returns is dropped.`,
    ]);
    settle(undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unhandled).toEqual([]);
  });

  it('onRunEnd: the result stands as it was, since the run had ended', async () => {
    const { result, events } = await interrupted((hangs) => ({
      mods: {
        hanging: {
          onRunEnd: () => {
            hangs();
            return never();
          },
        },
      },
    }));
    expect(result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toHaveLength(1);
  });

  it('transformInput: the typed prompt goes into a run that is interrupted at once', async () => {
    const controller = new AbortController();
    const { harness, events } = await setStage({
      mods: {
        hanging: {
          transformInput: () => {
            setTimeout(() => controller.abort(), 5);
            return never();
          },
        },
      },
    });
    const started = performance.now();
    const outcome = await harness.submit('typed', { signal: controller.signal });
    expect(performance.now() - started).toBeLessThan(SOON);
    expect(outcome).toMatchObject({ kind: 'ran', result: { stopReason: 'interrupted', turnCount: 0 } });
    expect(modErrors(events)).toHaveLength(1);
  });

  it('what the hook returns too late is dropped', async () => {
    let settle: (value: string) => void = () => {};
    const stage = await setStage({
      mods: {
        hanging: {
          appendSystemPrompt: ({ state }) =>
            state.messages.length > 1
              ? undefined
              : new Promise((resolve) => {
                  settle = resolve;
                }),
        },
      },
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    await stage.run('one', { signal: controller.signal });
    settle('LATE');
    const { requests } = await stage.run('two');
    expect(requests.map(({ system }) => system)).toEqual(['BASE']);
  });

  it('a hook that finishes within the grace counts, and nothing is reported', async () => {
    const { commits, events, result } = await interrupted((hangs) => ({
      mods: {
        slow: {
          afterToolCall: async () => {
            hangs();
            await new Promise((resolve) => setTimeout(resolve, 50));
            return { content: 'REDACTED' };
          },
        },
      },
      turns: [calls(['t']), { text: 'never' }],
      tools: [tool('t')],
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(modErrors(events)).toEqual([]);
    expect(texts(commits[0]?.messages ?? []).at(-1)).toBe('user: <REDACTED>');
  });

  it('onRunEnd still has time for its work when another hook used up the grace', async () => {
    let isFlushed = false;
    const { events } = await interrupted((hangs) => ({
      mods: {
        hanging: {
          onTurnStart: () => {
            hangs();
            return never();
          },
        },
        careful: {
          onRunEnd: async () => {
            await new Promise((resolve) => setTimeout(resolve, 20));
            isFlushed = true;
          },
        },
      },
    }));
    expect(isFlushed).toBe(true);
    expect(modErrors(events)).toHaveLength(1);
  });
});
