import { type AgentState, getModState, HOOKS, type HookName, type ModHooks } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { calls, echoTool, ofType, only, runScripted, texts, tool } from '../support/run-scripted.ts';
import { agentMod, delegates } from './support.ts';

const works = [delegates(), calls(['echo', { a: 1 }]), { text: 'helped' }, { text: 'done' }];

const counted = (state: AgentState) =>
  getModState<{ readonly count: number }>({ state, modId: 'mod:counter' })?.count ?? 0;

describe('the hooks of mods in a sub-agent', () => {
  const names = Object.keys(HOOKS) as HookName[];

  it('are those that the table lets in, and no others', async () => {
    const called = new Set<string>();
    let isInside = false;
    const watcher = Object.fromEntries(
      names.map((name) => [
        name,
        () => {
          if (isInside) called.add(name);
        },
      ]),
    ) as ModHooks;
    await runScripted({
      mods: {
        watcher,
        a: agentMod(),
        m(cmd) {
          cmd.on('subagent_start', () => {
            isInside = true;
          });
          cmd.on('subagent_stop', () => {
            isInside = false;
          });
        },
      },
      harness: { permissions: {} },
      turns: works,
    });
    // The call is denied in the end, so that afterToolCall has its test below.
    const expected = names.filter((name) => HOOKS[name].subagents && !/(before|after)ToolCall/.test(name));
    expect([...called].sort()).toEqual(expected.sort());
  });

  it('a guard cannot be escaped by delegating: it blocks the call inside, and the person hears of it', async () => {
    const ran: unknown[] = [];
    const { requests, events } = await runScripted({
      tools: [tool('echo', ({ input }) => ({ ok: false, error: String(ran.push(input)) }))],
      mods: {
        a: agentMod(),
        guard: {
          beforeToolCall: ({ toolName }) =>
            toolName === 'echo' ? { block: true, additionalContext: 'Not here.' } : undefined,
        },
      },
      turns: works,
    });
    expect(ran).toEqual([]);
    expect(texts(requests[2]?.messages ?? []).at(-1)).toBe('user: <Not here.>');
    expect(ofType(events, 'tool_hook_blocked')).toEqual([
      { type: 'tool_hook_blocked', toolCallId: 'call_2', toolName: 'echo', hookOutput: 'Not here.' },
    ]);
  });

  it('rewrite input and result of the calls inside, in the order of mods', async () => {
    const { requests } = await runScripted({
      mods: {
        a: agentMod(),
        one: {
          beforeToolCall: ({ toolName, input }) =>
            toolName === 'echo' ? { input: { ...input, b: 2 } } : undefined,
          afterToolCall: ({ toolName }) => (toolName === 'echo' ? { additionalContext: 'noted' } : undefined),
        },
        two: {
          beforeToolCall: ({ toolName, input }) =>
            toolName === 'echo' ? { input: { ...input, c: 3 } } : undefined,
        },
      },
      turns: works,
    });
    expect(texts(requests[2]?.messages ?? []).at(-1)).toBe('user: <{"a":1,"b":2,"c":3}|noted>');
  });

  it('keep secrets out of what a sub-agent sends, as out of the transcript', async () => {
    const { requests } = await runScripted({
      tools: [echoTool],
      mods: {
        a: agentMod(),
        redact: {
          transformMessage: ({ message }) => JSON.parse(JSON.stringify(message).replaceAll('sk-1', '***')),
        },
      },
      turns: [delegates('use sk-1'), calls(['echo', { key: 'sk-1' }]), { text: 'helped' }, { text: 'done' }],
    });
    expect(JSON.stringify(requests.slice(1).map(({ messages }) => messages))).not.toContain('sk-1');
  });

  it('answer permission prompts inside as outside', async () => {
    const asked: unknown[] = [];
    const scene = (decision: 'allow' | 'deny') => ({
      harness: { permissions: {} },
      mods: {
        a: agentMod(),
        m: {
          onPermissionRequest: ({ toolName, input }: { toolName: string; input: object }) => {
            asked.push([toolName, input]);
            return decision;
          },
        },
      },
      turns: works,
    });
    const allowed = await runScripted(scene('allow'));
    expect(texts(allowed.requests[2]?.messages ?? []).at(-1)).toBe('user: <{"a":1}>');
    const denied = await runScripted({ ...scene('deny'), turns: [...works.slice(0, 2), { text: 'done' }] });
    expect(ofType(denied.events, 'tool_denied').map(({ toolName }) => toolName)).toEqual(['echo']);
    expect(asked).toEqual(Array(2).fill(['echo', { a: 1 }]));
  });

  it('refuse inside what the mode of the run refuses', async () => {
    const { requests } = await runScripted({
      mods: { a: agentMod() },
      config: { permissionMode: 'plan' },
      turns: works,
    });
    expect(texts(requests[2]?.messages ?? []).at(-1)).toMatch(/^user: <Plan mode is on: echo did not run/);
  });

  it('go on counting inside, whatever stands before and behind the delegation in its batch', async () => {
    const { state } = await runScripted({
      mods: {
        a: agentMod(),
        counter: {
          afterToolCall: ({ toolName, state: now }) =>
            toolName === 'echo' ? { modState: { count: counted(now) + 1 } } : undefined,
        },
      },
      turns: [
        calls(['echo'], ['task', { agent: 'helper', prompt: 'work' }], ['echo']),
        calls(['echo']),
        calls(['echo']),
        { text: 'helped' },
        { text: 'done' },
      ],
    });
    expect(counted(state)).toBe(4);
  });

  it('see the transcript of the sub-agent, the session, and the modState of both', async () => {
    const seen: unknown[] = [];
    const { state } = await runScripted({
      mods: {
        a: agentMod(),
        counter: {
          afterToolCall({ toolName, state: now }, ctx) {
            const count = counted(now);
            seen.push([toolName, count, texts(now.messages).length, ctx?.session !== undefined]);
            return { modState: { count: count + 1 } };
          },
        },
      },
      turns: [
        calls(['echo']),
        delegates(),
        calls(['echo']),
        calls(['echo']),
        { text: 'helped' },
        calls(['echo']),
        { text: 'done' },
      ],
    });
    expect(seen).toEqual([
      ['echo', 0, 2, true],
      ['echo', 1, 2, true],
      ['echo', 2, 4, true],
      ['task', 3, 4, true],
      ['echo', 4, 6, true],
    ]);
    expect(counted(state)).toBe(5);
  });

  it('end the run that delegates with terminate as well, once the batch is done', async () => {
    const { result, log } = await runScripted({
      mods: {
        a: agentMod(),
        stop: { afterToolCall: ({ toolName }) => ({ terminate: toolName === 'echo' }) },
      },
      turns: works,
    });
    expect(result).toMatchObject({ stopReason: 'terminate', turnCount: 1 });
    expect(only(log, 'request')).toHaveLength(2);
  });

  it('of which one throws is a mod_error, and the call goes on', async () => {
    const { events, requests } = await runScripted({
      mods: {
        a: agentMod(),
        bad: {
          beforeToolCall({ toolName }) {
            if (toolName === 'echo') throw new Error('no');
          },
        },
      },
      turns: works,
    });
    expect(ofType(events, 'mod_error').map(({ modId, hook }) => [modId, hook])).toEqual([
      ['mod:bad', 'beforeToolCall'],
    ]);
    expect(texts(requests[2]?.messages ?? []).at(-1)).toBe('user: <{"a":1}>');
  });
});
