import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Permissions } from '../../src/index.ts';
import {
  answer,
  calls,
  never,
  ofType,
  only,
  resultTexts,
  runScripted,
  type Scene,
  settled,
  tool,
} from '../support/run-scripted.ts';

afterEach(() => void vi.useRealTimers());

const batch = (...names: readonly string[]): Scene => ({
  tools: ['a', 'b', 'c'].map((name) => tool(name, () => answer(`${name} ran`))),
  turns: [calls(...names.map((name) => [name, { of: name }] as const)), { text: 'done' }],
});

function judging(scene: Scene, permissions: Permissions, config: Scene['config'] = {}) {
  return runScripted({ ...scene, config, harness: { permissions } });
}

describe('tool dispatch, phase 1', () => {
  it('queues every call of the batch before any is checked', async () => {
    const order: string[] = [];
    await runScripted({
      ...batch('a', 'b'),
      mods: { m: (cmd) => void cmd.on('tool_queued', ({ toolName }) => order.push(`queued ${toolName}`)) },
      harness: {
        permissions: {
          check: ({ toolName }) => {
            order.push(`check ${toolName}`);
            return { behavior: 'allow' };
          },
        },
      },
    });
    expect(order).toEqual(['queued a', 'queued b', 'check a', 'check b']);
  });

  it.each(['sequential', 'parallel'] as const)(
    'checks one call after the other when execution is %s',
    async (toolExecution) => {
      let open = 0;
      let most = 0;
      await judging(
        batch('a', 'b', 'c'),
        {
          async check() {
            open += 1;
            most = Math.max(most, open);
            await settled();
            open -= 1;
            return { behavior: 'allow' };
          },
        },
        { toolExecution },
      );
      expect(most).toBe(1);
    },
  );

  it('checks the whole batch before the first call is executed', async () => {
    const order: string[] = [];
    await runScripted({
      turns: [calls(['a'], ['a']), { text: 'done' }],
      tools: [
        tool('a', () => {
          order.push('run');
          return answer('');
        }),
      ],
      harness: {
        permissions: {
          check: () => {
            order.push('check');
            return { behavior: 'allow' };
          },
        },
      },
    });
    expect(order).toEqual(['check', 'check', 'run', 'run']);
  });

  it('a check receives name, input, description and the pinned mode', async () => {
    const seen: unknown[] = [];
    await judging(
      batch('a'),
      {
        generateDescription: ({ toolName }) => `runs ${toolName}`,
        check: ({ signal, ...rest }) => {
          seen.push(rest, signal instanceof AbortSignal);
          return { behavior: 'allow' };
        },
      },
      { permissionMode: 'accept-edits' },
    );
    expect(seen).toEqual([
      { toolName: 'a', input: { of: 'a' }, description: 'runs a', permissionMode: 'accept-edits' },
      true,
    ]);
  });

  it('the description goes into tool_running', async () => {
    const { events } = await judging(batch('a'), {
      generateDescription: async () => 'says what it does',
      check: () => ({ behavior: 'allow' }),
    });
    expect(ofType(events, 'tool_running')[0]?.description).toBe('says what it does');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no idea');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no idea'))],
    ['is missing', undefined],
  ])(
    'a description that %s is null, and the call is judged all the same',
    async (_what, generateDescription) => {
      const { events } = await judging(batch('a'), {
        ...(generateDescription === undefined ? {} : { generateDescription }),
        check: () => ({ behavior: 'allow' }),
      });
      expect(ofType(events, 'tool_running')[0]?.description).toBeNull();
    },
  );

  it('a description that takes over five seconds is null', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isChecked = false;
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const running = judging(batch('a'), {
      generateDescription: () => {
        asked();
        return never();
      },
      check: () => {
        isChecked = true;
        return { behavior: 'allow' };
      },
    });
    await isAsked;
    await vi.advanceTimersByTimeAsync(4999);
    expect(isChecked).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isChecked).toBe(true);
    expect(ofType((await running).events, 'tool_running')[0]?.description).toBeNull();
  });

  it('the permission mode is read live once per round and pinned for it', async () => {
    const modes = ['default', 'plan', 'dont-ask'] as const;
    let reads = 0;
    const seen: string[] = [];
    const { events } = await judging(
      { ...batch(), turns: [calls(['a'], ['b']), calls(['a']), { text: 'done' }] },
      {
        check: ({ permissionMode }) => {
          seen.push(permissionMode);
          return { behavior: 'allow' };
        },
      },
      { permissionMode: () => modes[reads++] ?? 'default' },
    );
    expect(reads).toBe(3);
    expect(seen).toEqual(['default', 'default', 'plan']);
    expect(ofType(events, 'permission_mode_changed').map(({ mode }) => mode)).toEqual(['plan', 'dont-ask']);
  });
});

describe('a denial', () => {
  const denyB: Permissions = {
    check: ({ toolName }) =>
      toolName === 'b' ? { behavior: 'deny', message: 'b is forbidden' } : { behavior: 'allow' },
  };

  it('aborts the batch: every call gets a tool_result and none is executed', async () => {
    const { state, log } = await judging(batch('a', 'b', 'c'), denyB);
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'Not run: another call of this batch was denied.',
      call_2: 'b is forbidden',
      call_3: 'Not run: another call of this batch was denied.',
    });
    expect(only(log, /^tool_/)).toEqual(['tool_queued', 'tool_queued', 'tool_queued', 'tool_denied']);
  });

  it('answers every call as an error', async () => {
    const { state } = await judging(batch('a', 'b'), denyB);
    expect(state.messages[2]?.content.map((block) => 'is_error' in block && block.is_error)).toEqual([
      true,
      true,
    ]);
  });

  it('leaves the calls behind it unchecked', async () => {
    const seen: string[] = [];
    await judging(batch('a', 'b', 'c'), {
      check: (params) => {
        seen.push(params.toolName);
        return denyB.check(params);
      },
    });
    expect(seen).toEqual(['a', 'b']);
  });

  it('is one tool_denied with the id and name of the call', async () => {
    const { events } = await judging(batch('a', 'b'), denyB);
    expect(ofType(events, 'tool_denied')).toEqual([
      { type: 'tool_denied', toolCallId: 'call_2', toolName: 'b' },
    ]);
  });

  it('stops the run with permission_denied after the turn commits', async () => {
    const { result, log, commits } = await judging(batch('b'), denyB);
    expect(result.stopReason).toBe('permission_denied');
    expect(only(log, 'tool_denied', 'turn_end', 'commit')).toEqual(['tool_denied', 'turn_end', 'commit']);
    expect(resultTexts(commits[0]?.messages ?? [])).toEqual({ call_1: 'b is forbidden' });
  });

  it('asks no beforeToolCall and no afterToolCall', async () => {
    const { hookRows } = await runScripted({
      ...batch('a', 'b'),
      mods: { m: { beforeToolCall: () => undefined, afterToolCall: () => undefined } },
      harness: { permissions: denyB },
    });
    expect(hookRows).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('a check that %s denies: it fails closed', async (_what, check) => {
    const { result, state } = await judging(batch('a'), { check });
    expect(result.stopReason).toBe('permission_denied');
    expect(resultTexts(state.messages).call_1).toContain('the check failed (broken)');
  });

  it.each([undefined, null, {}, { behavior: 'maybe' }, 'allow'])(
    'a check that answers %j denies',
    async (decision) => {
      const { result } = await judging(batch('a'), { check: () => decision as never });
      expect(result.stopReason).toBe('permission_denied');
    },
  );
});

describe('a refusal', () => {
  it('answers that call alone, and the run goes on', async () => {
    const { state, result, log } = await judging(batch('a', 'b'), {
      check: ({ toolName }) =>
        toolName === 'a' ? { behavior: 'refuse', message: 'not now' } : { behavior: 'allow' },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'not now', call_2: 'b ran' });
    expect(result.stopReason).toBe('end_turn');
    expect(only(log, 'tool_denied')).toEqual([]);
  });
});

describe('a call that cannot run', () => {
  it('of an unknown tool is answered with the nearest name, and the run goes on', async () => {
    const { state, result, events } = await runScripted({ turns: [calls(['ecko']), { text: 'sorry' }] });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'There is no tool "ecko". Did you mean "echo"?' });
    expect(ofType(events, 'tool_errored')).toHaveLength(1);
    expect(result.stopReason).toBe('end_turn');
  });

  it('names the tools when none is near', async () => {
    const { state } = await runScripted({
      turns: [calls(['make_coffee']), { text: 'x' }],
      tools: [tool('a'), tool('b')],
    });
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'There is no tool "make_coffee". The tools are: a, b.',
    });
  });

  it('of a tool outside the active set refuses to run', async () => {
    const { state } = await runScripted({
      mods: { m: (cmd) => void cmd.setActiveTools([]) },
      turns: [calls(['echo']), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'The tool "echo" is switched off in this session.',
    });
  });
});
