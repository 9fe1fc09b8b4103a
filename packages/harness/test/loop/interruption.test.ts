import type { ModFactory, ModHooks } from '@cmd-mods/mod-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModHost, type ModelClient, ModelError, type RunConfig } from '../../src/index.ts';
import {
  answer,
  calls,
  modErrors,
  never,
  ofType,
  only,
  runScripted,
  type Scene,
  type ScriptedRun,
  setStage,
  tempFolder,
  texts,
  tool,
} from '../support/run-scripted.ts';

/** "Within a second", with room for a busy machine. */
const SOON = 2000;

const unhandled: unknown[] = [];
const remember = (error: unknown) => unhandled.push(error);
beforeAll(() => void process.on('unhandledRejection', remember));
afterAll(() => void process.off('unhandledRejection', remember));

/** Runs a scene and aborts it as soon as it hangs, which the scene tells by calling `hangs`. */
async function interrupted(make: (hangs: () => void) => Scene): Promise<ScriptedRun> {
  const controller = new AbortController();
  let abortedAt = Number.NaN;
  const scene = make(() =>
    setTimeout(() => {
      abortedAt = performance.now();
      controller.abort();
    }, 5),
  );
  const run = await runScripted({ ...scene, config: { ...scene.config, signal: controller.signal } });
  expect(performance.now() - abortedAt).toBeLessThan(SOON);
  expectEveryCallAnswered(run);
  return run;
}

function expectEveryCallAnswered({ state }: ScriptedRun): void {
  const blocks = state.messages.flatMap(({ content }) => content);
  const asked = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  expect(answered).toEqual(asked);
}

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

/** Asynchronous, but quick: none of these may be blamed for another mod's hanging. */
const innocentHooks: ModHooks = Object.fromEntries(
  [...hangingHooks, 'onRunEnd'].map((hook) => [hook, async () => undefined]),
);

describe.concurrent('a run that is interrupted while something else hangs', () => {
  it.each([
    ['a tool', { turns: [calls(['t'], ['t']), { text: 'x' }], tools: 'hanging' }],
    [
      'a tool of a parallel batch',
      {
        turns: [calls(['t'], ['t']), { text: 'x' }],
        tools: 'hanging',
        config: { toolExecution: 'parallel' },
      },
    ],
  ] as const)('%s', async (_what, scene) => {
    const { result, events, log } = await interrupted((hangs) => ({
      turns: scene.turns,
      tools: [
        tool('t', () => {
          hangs();
          return never();
        }),
      ],
      ...('config' in scene ? { config: scene.config } : {}),
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(ofType(events, 'tool_errored')).toHaveLength(2);
    expect(only(log, 'turn_end', 'commit')).toEqual(['turn_end', 'commit']);
  });

  it('a tool sees the abort, and its last words within the grace are its result', async () => {
    const { state } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', ({ signal }) => {
          hangs();
          return new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve(answer('half done'))),
          );
        }),
      ],
    }));
    expect(texts(state.messages).at(-1)).toBe('user: <half done>');
  });

  it('a tool that is still to come does not run', async () => {
    const ran: string[] = [];
    const { state } = await interrupted((hangs) => ({
      turns: [calls(['first'], ['second']), { text: 'x' }],
      tools: [
        tool('first', () => {
          hangs();
          return never();
        }),
        tool('second', () => {
          ran.push('second');
          return answer('');
        }),
      ],
    }));
    expect(ran).toEqual([]);
    expect(texts(state.messages).at(-1)).toContain('Not run: the run was interrupted.');
  });

  it('a tool whose beforeToolCall hung does not run', async () => {
    const ran: string[] = [];
    await interrupted((hangs) => ({
      mods: {
        hanging: {
          beforeToolCall: () => {
            hangs();
            return never();
          },
        },
      },
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', () => {
          ran.push('t');
          return answer('');
        }),
      ],
    }));
    expect(ran).toEqual([]);
  });

  it('what a tool reports or throws too late is ignored', async () => {
    let fail: () => void = () => {};
    const { events } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', ({ onUpdate }) => {
          hangs();
          return new Promise((_resolve, reject) => {
            fail = () => {
              onUpdate?.('late');
              reject(new Error('late'));
            };
          });
        }),
      ],
    }));
    fail();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ofType(events, 'tool_update')).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  it('the model: nothing of its answer is kept, and the transcript stays valid', async () => {
    const { result, state, commits } = await interrupted((hangs) => ({
      harness: {
        modelClient: {
          complete({ onTextDelta }) {
            onTextDelta('half an ans');
            hangs();
            return never();
          },
        },
      },
    }));
    expect(result).toMatchObject({ stopReason: 'interrupted', turnCount: 1, finalText: '' });
    expect(texts(state.messages)).toEqual(['user: go']);
    expect(commits).toEqual([]);
  });

  it('the wait before a retry', async () => {
    const { result, requests } = await interrupted((hangs) => ({
      harness: {
        modelClient: {
          async complete() {
            hangs();
            throw new ModelError('X', 'busy', { retryable: true });
          },
          retryDelay: () => 60_000,
        },
      },
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['the permission check', { check: 'hangs' }],
    ['the description of a call', { generateDescription: 'hangs' }],
  ] as const)('%s', async (_what, parts) => {
    const ran: string[] = [];
    const { result } = await interrupted((hangs) => {
      const hang = () => {
        hangs();
        return never();
      };
      return {
        turns: [calls(['t']), { text: 'x' }],
        tools: [
          tool('t', () => {
            ran.push('t');
            return answer('');
          }),
        ],
        harness: {
          permissions: {
            check: 'check' in parts ? hang : () => ({ behavior: 'allow' }),
            ...('generateDescription' in parts ? { generateDescription: hang } : {}),
          },
        },
      };
    });
    expect(result.stopReason).toBe('interrupted');
    expect(ran).toEqual([]);
  });

  it('a question to the person: it is no denial', async () => {
    const { result, events } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [tool('t')],
      harness: {
        permissions: {
          askPerson: () => {
            hangs();
            return never();
          },
        },
      },
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(ofType(events, 'tool_denied')).toEqual([]);
  });

  it.each(['systemPrompt', 'getSteeringMessages', 'getFollowUpMessages', 'onCommit'] as const)(
    'the embedder, in %s',
    async (name) => {
      const { result } = await interrupted((hangs) => {
        const config: RunConfig = {
          [name]: () => {
            hangs();
            return never();
          },
        };
        return { config };
      });
      expect(result.stopReason).toBe('interrupted');
    },
  );
});

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
