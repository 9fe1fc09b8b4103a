import { getModState, type ModHooks, setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { everyHook } from '../support/every-hook.ts';
import {
  calls,
  echoTool,
  modErrors,
  ofType,
  only,
  runScripted,
  setStage,
  texts,
  tool,
} from '../support/run-scripted.ts';

describe('ordering guarantees', () => {
  it('every hook receives a ModContext with emit, signal, cwd and session as its last argument', async () => {
    const seen: Record<string, unknown[]> = {};
    const hooks = Object.fromEntries(
      Object.keys(everyHook).map((name) => [
        name,
        (...args: unknown[]) => {
          seen[name] = [...(seen[name] ?? []), ...args.slice(1)];
          return name === 'transformTextDelta' ? (args[0] as { delta: string }).delta : undefined;
        },
      ]),
    );
    const { host } = await runScripted({ mods: { m: hooks }, turns: [calls(['echo']), { text: 'done' }] });
    expect(Object.keys(seen).sort()).toEqual(Object.keys(everyHook).sort());
    for (const contexts of Object.values(seen)) {
      for (const context of contexts) {
        expect(context).toEqual({
          emit: expect.any(Function),
          signal: expect.any(AbortSignal),
          cwd: host.cwd,
          session: expect.objectContaining({ appendCustomEntry: expect.any(Function) }),
        });
      }
    }
  });

  it('the context is built once per run and the same object for all hooks of a mod', async () => {
    const contexts = new Set<unknown>();
    const hooks = Object.fromEntries(
      Object.keys(everyHook).map((name) => [
        name,
        (params: { delta?: string }, context: unknown) => {
          contexts.add(context);
          return name === 'transformTextDelta' ? params.delta : undefined;
        },
      ]),
    );
    const stage = await setStage({
      mods: { m: hooks },
      turns: [calls(['echo']), { text: 'done' }, { text: 'again' }],
    });
    await stage.run();
    expect(contexts.size).toBe(1);
    await stage.run();
    expect(contexts.size).toBe(2);
  });

  it('a hook that declares the params object alone works unchanged', async () => {
    const { requests } = await runScripted({ mods: { m: { appendSystemPrompt: () => 'MORE' } } });
    expect(requests[0]?.system).toBe('BASE\n\nMORE');
  });

  it('a hook can raise events through its context', async () => {
    const { events } = await runScripted({
      mods: {
        m: { onTurnStart: (_params, ctx) => ctx?.emit({ type: 'notice', level: 'info', message: 'hi' }) },
      },
    });
    expect(ofType(events, 'notice')).toEqual([{ type: 'notice', level: 'info', message: 'hi' }]);
  });

  it('beforeToolCall completes for every mod before tool_running is emitted', async () => {
    const slow = { beforeToolCall: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) };
    const { log } = await runScripted({
      mods: { a: slow, b: slow },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(only(log, 'beforeToolCall', 'tool_running')).toEqual([
      'beforeToolCall a',
      'beforeToolCall b',
      'tool_running',
    ]);
  });

  it('tool_queued shows the original input, fires before any hook ran, and is never re-emitted', async () => {
    const { events, log } = await runScripted({
      mods: { m: { beforeToolCall: () => ({ input: { a: 'rewritten' } }) } },
      turns: [calls(['echo', { a: 'original' }]), { text: 'done' }],
    });
    expect(ofType(events, 'tool_queued')).toEqual([
      { type: 'tool_queued', toolCallId: 'call_1', toolName: 'echo', input: { a: 'original' } },
    ]);
    expect(only(log, 'tool_queued', 'beforeToolCall')).toEqual(['tool_queued', 'beforeToolCall m']);
  });

  it('afterToolCall completes before the terminal event, which carries the post-hook content', async () => {
    const { events, log } = await runScripted({
      mods: {
        m: { afterToolCall: async () => ({ content: [{ type: 'text', text: 'changed' }] }) },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(only(log, 'afterToolCall', 'tool_completed')).toEqual(['afterToolCall m', 'tool_completed']);
    expect(ofType(events, 'tool_completed')[0]?.result).toEqual([{ type: 'text', text: 'changed' }]);
  });

  it.each([
    ['a tool that worked', false, true, 'tool_errored'],
    ['a tool that failed', true, false, 'tool_completed'],
  ] as const)(
    'the isError of afterToolCall decides the terminal event of %s',
    async (_what, fails, isError, event) => {
      const { log } = await runScripted({
        mods: { m: { afterToolCall: () => ({ isError }) } },
        tools: [tool('t', () => (fails ? { ok: false, error: 'no' } : { ok: true, content: [] }))],
        turns: [calls(['t']), { text: 'done' }],
      });
      expect(only(log, 'tool_completed', 'tool_errored')).toEqual([event]);
    },
  );

  it('the modState of afterToolCall is committed before onTurnEnd runs, so onTurnEnd sees it', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        m: {
          afterToolCall: () => ({ modState: { count: 1 } }),
          onTurnEnd: ({ state }) => {
            seen.push(getModState({ state, modId: 'mod:m' }), state.messages.at(-1)?.content[0]?.type);
          },
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(seen.slice(0, 2)).toEqual([{ count: 1 }, 'tool_result']);
  });

  it('onTurnStart precedes turn_start; onTurnEnd precedes turn_end and onCommit', async () => {
    const { log } = await runScripted({ mods: { m: everyHook } });
    expect(only(log, 'onTurnStart', 'turn_start', 'onTurnEnd', 'turn_end', 'commit')).toEqual([
      'onTurnStart m',
      'turn_start',
      'onTurnEnd m',
      'turn_end',
      'commit',
    ]);
  });

  it('onCommit fires once per completed turn with the full serializable state', async () => {
    const { commits, state } = await runScripted({
      mods: {
        m: {
          onTurnEnd: ({ state, turnNumber }) => setModState({ state, modId: 'mod:m', value: { turnNumber } }),
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(commits.map((commit) => texts(commit.messages).length)).toEqual([3, 4]);
    expect(commits.map(({ modState }) => modState)).toEqual([
      { 'mod:m': { turnNumber: 1 } },
      { 'mod:m': { turnNumber: 2 } },
    ]);
    expect(JSON.parse(JSON.stringify(commits.at(-1)))).toEqual(state);
  });

  it('the loop waits for onCommit before it goes on', async () => {
    let isCommitted = false;
    const { result } = await runScripted({
      mods: { m: { shouldStopAfterTurn: () => isCommitted } },
      turns: [calls(['echo']), { text: 'done' }],
      config: {
        onCommit: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          isCommitted = true;
        },
      },
    });
    expect(result.stopReason).toBe('stop_hook');
  });

  it('shouldStopAfterTurn is evaluated after the turn commits, so a stop_hook never loses the turn', async () => {
    const { log, commits, result } = await runScripted({
      mods: { m: { shouldStopAfterTurn: () => true } },
      turns: [{ text: 'kept' }],
    });
    expect(only(log, 'commit', 'shouldStopAfterTurn')).toEqual(['commit', 'shouldStopAfterTurn m']);
    expect(result.stopReason).toBe('stop_hook');
    expect(texts(commits[0]?.messages ?? [])).toEqual(['user: go', 'assistant: kept']);
  });

  it.each([
    ['end_turn', {}, {}],
    ['stop_hook', { shouldStopAfterTurn: () => true }, {}],
    ['max_turns', {}, { maxTurns: 1 }],
    ['terminate', { beforeToolCall: () => ({ terminate: true }) }, {}],
  ] as const)(
    'prepareNextTurn never runs on a turn that stops with %s',
    async (stopReason, hooks, config) => {
      const turns = stopReason === 'end_turn' ? [{ text: 'done' }] : [calls(['echo']), { text: 'unused' }];
      const { result, log } = await runScripted({
        mods: { m: { ...hooks, prepareNextTurn: () => ({}) } },
        turns,
        config,
      });
      expect(result.stopReason).toBe(stopReason);
      expect(only(log, 'prepareNextTurn')).toEqual([]);
    },
  );

  it('onRunEnd is awaited before the run_end event', async () => {
    let isFlushed = false;
    const flushedAtEnd: boolean[] = [];
    await runScripted({
      mods: {
        m: (cmd) => {
          cmd.hooks({
            onRunEnd: async () => {
              await new Promise((resolve) => setTimeout(resolve, 5));
              isFlushed = true;
            },
          });
          cmd.on('run_end', () => flushedAtEnd.push(isFlushed));
        },
      },
    });
    expect(flushedAtEnd).toEqual([true]);
  });

  it('the loop never waits for an event subscriber', async () => {
    const { result } = await runScripted({
      mods: { m: (cmd) => void cmd.on('turn_start', () => new Promise<void>(() => {})) },
    });
    expect(result.stopReason).toBe('end_turn');
  });

  it.each(Object.keys(everyHook) as (keyof ModHooks)[])(
    'mods run in registration order in %s',
    async (hook) => {
      const { log } = await runScripted({
        mods: { first: everyHook, second: everyHook, third: everyHook },
        turns: [calls(['echo']), { text: 'done' }],
      });
      const order = only(log, hook).map((line) => line.split(' ')[1]);
      expect(order.length).toBeGreaterThanOrEqual(3);
      for (let index = 0; index < order.length; index += 3) {
        expect(order.slice(index, index + 3)).toEqual(['first', 'second', 'third']);
      }
    },
  );

  it('the mods of the host come first and caller mods last', async () => {
    const { requests, hookRows } = await runScripted({
      mods: { hosted: { appendSystemPrompt: () => 'HOSTED' } },
      harness: { mods: [{ id: 'caller', appendSystemPrompt: () => 'CALLER' }] },
    });
    expect(requests[0]?.system).toBe('BASE\n\nHOSTED\n\nCALLER');
    expect(hookRows.map(({ mod }) => mod)).toEqual(['mod:hosted', 'caller']);
  });

  it('a hook that throws never reaches the run: the others are asked, and the run ends as it would', async () => {
    const { events, requests, result } = await runScripted({
      mods: {
        bad: {
          appendSystemPrompt: () => {
            throw new Error('boom');
          },
        },
        good: { appendSystemPrompt: () => 'GOOD' },
      },
    });
    expect(modErrors(events)).toEqual(['bad appendSystemPrompt: boom']);
    expect(requests[0]?.system).toBe('BASE\n\nGOOD');
    expect(result.stopReason).toBe('end_turn');
  });

  it('the mod_error is emitted before the run falls back to its default', async () => {
    const { log } = await runScripted({
      mods: {
        bad: {
          onTurnStart: () => {
            throw new Error('boom');
          },
        },
      },
    });
    expect(only(log, 'mod_error', 'turn_start')).toEqual(['mod_error', 'turn_start']);
  });

  it('a failing hook of a round never changes the state that is committed', async () => {
    const boom = () => {
      throw new Error('boom');
    };
    const plain = await runScripted({ tools: [echoTool], turns: [calls(['echo']), { text: 'done' }] });
    const failing = await runScripted({
      mods: {
        bad: {
          onTurnStart: boom,
          onTurnEnd: boom,
          transformContext: boom,
          transformMessage: boom,
          afterToolCall: boom,
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(failing.state.messages).toEqual(plain.state.messages);
    expect(failing.state.modState).toEqual({});
  });
});
