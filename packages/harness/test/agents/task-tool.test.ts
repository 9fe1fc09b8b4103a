import { describe, expect, it } from 'vitest';
import {
  answer,
  calls,
  modErrors,
  ofType,
  resultTexts,
  runScripted,
  setStage,
  tool,
} from '../support/run-scripted.ts';
import { agentMod, delegates } from './support.ts';

const toolNames = (request: { readonly tools: readonly { readonly name: string }[] } | undefined) =>
  request?.tools.map(({ name }) => name);

describe('the tool task', () => {
  it('is offered while there is an agent, behind the host own tools, and tells of each agent', async () => {
    const { requests } = await runScripted({
      mods: {
        a: agentMod(),
        b: agentMod({ name: 'reviewer', description: 'reads diffs' }),
        c: (cmd) => void cmd.addTool(tool('mine')),
      },
    });
    expect(toolNames(requests[0])).toEqual(['echo', 'task', 'mine']);
    const task = requests[0]?.tools[1];
    expect(task?.description).toContain('\n- helper: helps\n- reviewer: reads diffs');
    expect(task?.input_schema).toMatchObject({
      required: ['agent', 'prompt'],
      properties: { agent: {}, prompt: {}, description: {} },
    });
  });

  it('is not there without an agent', async () => {
    const { requests, state } = await runScripted({ turns: [delegates(), { text: 'done' }] });
    expect(toolNames(requests[0])).toEqual(['echo']);
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'There is no tool "task". The tools are: echo.',
    });
  });

  it('is the same text in each request, so that a prompt cache holds', async () => {
    const { requests } = await runScripted({
      mods: { a: agentMod() },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(JSON.stringify(requests[1]?.tools)).toBe(JSON.stringify(requests[0]?.tools));
  });

  it('follows the agents as they are now: one that is added or taken back counts from the next request', async () => {
    const { requests } = await runScripted({
      mods: {
        m(cmd) {
          let handle = { dispose() {} };
          let called = 0;
          cmd.on('tool_running', () => {
            called += 1;
            if (called === 1) handle = cmd.addAgent({ name: 'late', description: 'd', prompt: 'p' });
            else handle.dispose();
          });
        },
      },
      turns: [calls(['echo']), calls(['echo']), { text: 'done' }],
    });
    expect(requests.map(toolNames)).toEqual([['echo'], ['echo', 'task'], ['echo']]);
  });

  it("a reload's agents count from the next run", async () => {
    const stage = await setStage({ mods: { m: agentMod() }, turns: [{ text: 'one' }, { text: 'two' }] });
    await stage.run();
    await stage.host.replace('m', agentMod({ name: 'renamed' }));
    const { requests } = await stage.run();
    expect(requests.map(({ tools }) => /- (\w+):/.exec(tools[1]?.description ?? '')?.[1])).toEqual([
      'helper',
      'renamed',
    ]);
  });

  it('is a tool like any other for getAllTools, setActiveTools and guards', async () => {
    const seen: unknown[] = [];
    const { state } = await runScripted({
      mods: {
        a: agentMod(),
        guard(cmd) {
          cmd.hooks({
            beforeToolCall({ toolName, input }) {
              seen.push(cmd.getAllTools(), input);
              return { block: toolName === 'task', additionalContext: 'Do it yourself.' };
            },
          });
        },
      },
      turns: [delegates(), { text: 'done' }],
    });
    expect(seen).toEqual([['echo', 'task'], { agent: 'helper', prompt: 'work' }]);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Do it yourself.' });

    const off = await runScripted({
      mods: { a: agentMod(), m: (cmd) => cmd.setActiveTools(['echo']) },
      turns: [delegates(), { text: 'done' }],
    });
    expect(toolNames(off.requests[0])).toEqual(['echo']);
    expect(resultTexts(off.state.messages)).toEqual({
      call_1: 'The tool "task" is switched off in this session.',
    });
  });

  it('asks nobody by itself, in plan mode either, and a deny rule keeps it from running', async () => {
    const asked: string[] = [];
    const scene = {
      mods: {
        a: agentMod(),
        m: { onPermissionRequest: ({ toolName }: { toolName: string }) => void asked.push(toolName) },
      },
      turns: [delegates(), { text: 'helped' }, { text: 'done' }],
    };
    const plan = { permissionMode: 'plan' } as const;
    const { result } = await runScripted({ ...scene, harness: { permissions: {} }, config: plan });
    expect([result.stopReason, asked]).toEqual(['end_turn', []]);
    const denied = await runScripted({ ...scene, harness: { permissions: { deny: ['task'] } } });
    expect(denied.result.stopReason).toBe('permission_denied');
  });

  it('keeps its name: a mod that adds a tool task is reported', async () => {
    const { events, requests } = await runScripted({
      mods: { m: (cmd) => void cmd.addTool(tool('task', () => answer('mine'))) },
    });
    expect(modErrors(events)).toEqual([
      'm addTool: The tool "task" is left out: a built-in tool has that name.',
    ]);
    expect(toolNames(requests[0])).toEqual(['echo']);
  });

  it.each([
    [
      { agent: 'helpr', prompt: 'x' },
      'There is no agent "helpr". Did you mean "helper"? The agents are: helper.',
    ],
    [{ agent: 'zzzzzzz', prompt: 'x' }, 'There is no agent "zzzzzzz". The agents are: helper.'],
    [
      { agent: 'helper' },
      'The input of `task` does not fit:\n- `prompt` is missing: wanted a text that is not empty',
    ],
  ])('answers %j with a tool error', async (input, error) => {
    const { state, events } = await runScripted({
      mods: { a: agentMod() },
      turns: [calls(['task', input]), { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: error });
    expect(ofType(events, 'tool_errored')).toHaveLength(1);
    expect(ofType(events, 'subagent_start')).toEqual([]);
  });
});

describe('the names of agents', () => {
  const prompts = (requests: readonly { readonly purpose: string; readonly system: string }[]) =>
    requests.filter(({ purpose }) => purpose === 'agent').map(({ system }) => system);

  it('belong to the mod that comes first; the other is skipped with a warning that names both', async () => {
    const { requests, host } = await runScripted({
      mods: { one: agentMod({ prompt: 'of one' }), two: agentMod({ prompt: 'of two' }) },
      turns: [delegates(), { text: 'helped' }, { text: 'done' }],
    });
    expect(prompts(requests)).toEqual(['of one']);
    expect(host.diagnostics().map(({ message }) => message)).toEqual([
      'The agent "helper" of the mod "two" is left out: the mod "one" has it.',
    ]);
  });

  it("a host's own agent keeps its name; the mod's is skipped with one warning", async () => {
    const own = { name: 'helper', description: 'd', prompt: 'of the host' };
    const { requests, events } = await runScripted({
      harness: { agents: [own] },
      mods: { m: agentMod({ prompt: 'of the mod' }) },
      turns: [delegates(), { text: 'helped' }, { text: 'done' }],
    });
    expect(prompts(requests)).toEqual(['of the host']);
    expect(ofType(events, 'notice').map(({ message }) => message)).toEqual([
      'The agent "helper" of the mod "m" is left out: the host has an agent of that name. Rename one of them, or disable one of the mods.',
    ]);
  });
});
