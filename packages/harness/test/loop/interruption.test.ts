import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type ModelClient, ModelError } from '../../src/index.ts';
import { SOON } from '../support/interrupted.ts';
import {
  answer,
  calls,
  never,
  only,
  runScripted,
  setStage,
  tempFolder,
  texts,
  tool,
} from '../support/run-scripted.ts';

describe.concurrent('interruption', () => {
  it('before the run starts ends it without a round', async () => {
    const { result, log } = await runScripted({ config: { signal: AbortSignal.abort() } });
    expect(result).toMatchObject({ stopReason: 'interrupted', turnCount: 0 });
    expect(only(log, 'run_start', 'turn_start', 'interrupted', 'run_end')).toEqual([
      'run_start',
      'interrupted',
      'run_end',
    ]);
  });

  it('aborts the signal that every hook of the run was given', async () => {
    const signals = new Set<AbortSignal | undefined>();
    const controller = new AbortController();
    const note = (_params: unknown, ctx?: { readonly signal: AbortSignal }) => void signals.add(ctx?.signal);
    await runScripted({
      mods: {
        m: {
          onTurnStart: note,
          onPermissionRequest: (params, ctx) => {
            note(params, ctx);
            return 'allow';
          },
          beforeToolCall: note,
          afterToolCall: (params, ctx) => {
            note(params, ctx);
            controller.abort();
          },
          onRunEnd: note,
        },
      },
      turns: [calls(['t']), { text: 'x' }],
      tools: [tool('t')],
      harness: { permissions: {} },
      config: { signal: controller.signal },
    });
    expect([...signals].map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('between rounds ends the run before the next one', async () => {
    const controller = new AbortController();
    const { result, requests } = await runScripted({
      mods: { m: (cmd) => void cmd.on('turn_end', () => controller.abort()) },
      turns: [calls(['echo']), { text: 'never' }],
      config: { signal: controller.signal },
    });
    expect(result).toMatchObject({ stopReason: 'interrupted', turnCount: 1 });
    expect(requests).toHaveLength(1);
  });

  it.each(['onStop', 'prepareNextTurn'] as const)('after a commit asks nobody for more: %s', async (hook) => {
    const controller = new AbortController();
    const { result, log } = await runScripted({
      mods: {
        m: {
          shouldStopAfterTurn: () => void controller.abort(),
          [hook]: () => ({ continue: true }),
        },
      },
      turns: [hook === 'onStop' ? { text: 'one' } : calls(['echo']), { text: 'never' }],
      config: { signal: controller.signal },
    });
    expect(result.stopReason).toBe('interrupted');
    expect(only(log, hook)).toEqual([]);
  });

  it('the next run of the harness goes on from a valid transcript', async () => {
    const controller = new AbortController();
    const stage = await setStage({
      mods: { m: (cmd) => void cmd.on('tool_running', () => controller.abort()) },
      turns: [calls(['echo'], ['echo']), { text: 'hello again' }],
    });
    await stage.run('one', { signal: controller.signal });
    const { requests, result, state } = await stage.run('two');
    expect(result).toMatchObject({ stopReason: 'end_turn', finalText: 'hello again' });
    expect(texts(requests.at(-1)?.messages ?? [])).toEqual([
      'user: one',
      'assistant: [tool_use]|[tool_use]',
      'user: <{}>|<Not run: the run was interrupted.>|two',
    ]);
    expect(state.interrupted).toBe(false);
  });

  it('dispose interrupts a run that is going', async () => {
    const stage = await setStage({
      turns: [calls(['t'])],
      tools: [
        tool(
          't',
          ({ signal }) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve(answer('')))),
        ),
      ],
    });
    const going = stage.run();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await stage.harness.dispose();
    expect((await going).result.stopReason).toBe('interrupted');
  });

  it('dispose waits for onSessionEnd, up to a second', async () => {
    const host = createModHost({ cwd: tempFolder() });
    let isEnded = false;
    const slow: ModFactory = (cmd) => {
      cmd.hooks({
        onSessionEnd: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          isEnded = true;
        },
      });
    };
    const hanging: ModFactory = (cmd) => void cmd.hooks({ onSessionEnd: () => never() });
    const stage = await setStage({ host, mods: { slow, hanging } });
    const started = performance.now();
    await stage.harness.dispose();
    expect(isEnded).toBe(true);
    expect(performance.now() - started).toBeLessThan(SOON);
  });

  it('leaves no listener on the caller signal', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const client: ModelClient = {
      complete: async () => {
        throw new ModelError('X', 'no');
      },
    };
    await runScripted({ harness: { modelClient: client }, config: { signal } });
    expect(listeners).toBe(0);
  });
});
