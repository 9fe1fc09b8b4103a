import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSession, openSession } from '../../src/index.ts';
import {
  calls,
  echoTool,
  ofType,
  resultTexts,
  runScripted,
  setStage,
  tempFolder,
  texts,
  tool,
} from '../support/run-scripted.ts';
import { agentMod, delegates } from './support.ts';

const helped = [delegates(), { text: 'helped' }, { text: 'done' }];

describe('a sub-agent', () => {
  it('has the prompt of its definition for a system prompt, and only what it was told for a conversation', async () => {
    const { requests } = await runScripted({
      mods: { a: agentMod(), m: { appendSystemPrompt: () => 'of a mod' } },
      turns: [delegates('count them'), calls(['echo', { a: 1 }]), { text: 'helped' }, { text: 'done' }],
    });
    expect(requests.map(({ purpose, system }) => [purpose, system])).toEqual([
      ['run', 'BASE\n\nof a mod'],
      ['agent', 'You help.'],
      ['agent', 'You help.'],
      ['run', 'BASE\n\nof a mod'],
    ]);
    expect(texts(requests[2]?.messages ?? [])).toEqual([
      'user: count them',
      'assistant: [tool_use]',
      'user: <{"a":1}>',
    ]);
  });

  it('takes its turns from the same script, in the order of requests', async () => {
    const { result, requests } = await runScripted({ mods: { a: agentMod() }, turns: helped });
    expect(result).toMatchObject({ finalText: 'done', turnCount: 2 });
    expect(requests.map(({ purpose, turnNumber }) => `${purpose} ${turnNumber}`)).toEqual([
      'run 1',
      'agent 1',
      'run 2',
    ]);
  });

  it('gives back its last text alone; nothing else of it reaches transcript or session file, after a resume too', async () => {
    const folder = tempFolder();
    const session = createSession({ folder, cwd: folder });
    const { state, requests } = await runScripted({
      mods: { a: agentMod() },
      harness: { session },
      turns: [
        delegates(),
        { text: 'thinking aloud', ...calls(['echo', { secret: 1 }]) },
        { text: 'helped' },
        { text: 'done' },
      ],
    });
    const kept = ['user: go', 'assistant: [tool_use]', 'user: <helped>', 'assistant: done'];
    expect(texts(state.messages)).toEqual(kept);
    expect(texts(requests[3]?.messages ?? [])).toEqual(kept.slice(0, 3));
    expect(texts(openSession(session.path ?? '').state().messages)).toEqual(kept);
    expect(readFileSync(session.path ?? '', 'utf8')).not.toMatch(/thinking aloud|secret/);
  });

  it('says so when it finished without a word', async () => {
    const { state } = await runScripted({
      mods: { a: agentMod() },
      turns: [delegates(), { text: '' }, { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'The agent "helper" finished without a word.' });
  });

  it('does not hear what is queued for the run that delegates', async () => {
    const { requests } = await runScripted({
      mods: {
        a: agentMod(),
        m: (cmd) => void cmd.on('subagent_start', () => cmd.queueMessage({ content: 'steer' })),
      },
      turns: helped,
    });
    expect(texts(requests[1]?.messages ?? [])).toEqual(['user: work']);
    expect(texts(requests[2]?.messages ?? []).at(-1)).toBe('user: <helped>|steer');
  });

  it('can be called several times at once, each with a conversation of its own', async () => {
    const { state, requests } = await runScripted({
      mods: { a: agentMod() },
      config: { toolExecution: 'parallel' },
      turns: [
        calls(['task', { agent: 'helper', prompt: 'one' }], ['task', { agent: 'helper', prompt: 'two' }]),
        { text: 'first' },
        { text: 'second' },
        { text: 'done' },
      ],
    });
    expect(requests.slice(1, 3).flatMap(({ messages }) => texts(messages))).toEqual([
      'user: one',
      'user: two',
    ]);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'first', call_2: 'second' });
  });
});

describe('the tools of a sub-agent', () => {
  const offered = async (tools: '*' | readonly string[] | undefined) => {
    const { requests, events } = await runScripted({
      mods: { a: agentMod(tools === undefined ? {} : { tools }), b: (cmd) => void cmd.addTool(tool('mine')) },
      turns: helped,
    });
    return { names: requests[1]?.tools.map(({ name }) => name), notices: ofType(events, 'notice') };
  };

  it.each([
    [undefined, ['echo', 'mine']],
    ['*', ['echo', 'mine']],
    [['*'], ['echo', 'mine']],
    [['mine'], ['mine']],
    [['mine', 'task'], ['mine']],
    [[], []],
  ] as const)('with tools %j are %j: never task', async (tools, names) => {
    expect((await offered(tools)).names).toEqual(names);
  });

  it('that do not exist are warned of, with the nearest name', async () => {
    const { names, notices } = await offered(['mein', 'echo']);
    expect(names).toEqual(['echo']);
    expect(notices.map(({ message }) => message)).toEqual([
      'The agent "helper" names the tool "mein", and there is no such tool. Did you mean "mine"?',
    ]);
  });

  it('are all that run: what the filter leaves out does not, and it cannot delegate', async () => {
    const ran: string[] = [];
    const { requests } = await runScripted({
      tools: [echoTool, tool('other', () => ({ ok: false, error: String(ran.push('other')) }))],
      mods: { a: agentMod({ tools: ['echo'] }) },
      turns: [delegates(), calls(['other'], ['task', { agent: 'helper', prompt: 'x' }]), ...helped.slice(1)],
    });
    expect(ran).toEqual([]);
    expect(texts(requests[2]?.messages ?? []).at(-1)).toBe(
      'user: <There is no tool "other". The tools are: echo.>|<There is no tool "task". The tools are: echo.>',
    );
  });

  it('leave out what setActiveTools switched off', async () => {
    const { requests } = await runScripted({
      tools: [echoTool, tool('other')],
      mods: { a: agentMod(), m: (cmd) => cmd.setActiveTools(['task', 'other']) },
      turns: helped,
    });
    expect(requests[1]?.tools.map(({ name }) => name)).toEqual(['other']);
  });
});

describe('the model of a sub-agent', () => {
  it('is that of the run, with its effort', async () => {
    const { requests } = await runScripted({
      mods: { a: agentMod() },
      config: { model: 'big', effort: 'high' },
      turns: helped,
    });
    expect(requests.map(({ model, effort }) => [model, effort])).toEqual(Array(3).fill(['big', 'high']));
  });

  it('or that of its definition, with the effort that is its own', async () => {
    const { requests } = await runScripted({
      mods: { a: agentMod({ model: 'small' }) },
      config: { model: 'big', effort: 'high' },
      turns: helped,
    });
    expect(requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['big', 'high'],
      ['small', undefined],
      ['big', 'high'],
    ]);
  });
});

describe('what a sub-agent uses', () => {
  it('is told by subagent_stop, and counts neither for the run nor for how full its window is', async () => {
    const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 50 };
    let tokens: number | null | undefined;
    const { result, events } = await runScripted({
      mods: {
        a: agentMod(),
        m: (cmd) =>
          void cmd.on('subagent_stop', () => {
            tokens = cmd.getContextUsage().tokens;
          }),
      },
      turns: [
        { ...delegates(), usage: { inputTokens: 7, outputTokens: 1 } },
        { ...calls(['echo']), usage },
        { text: 'helped', usage },
        { text: 'done', usage: { inputTokens: 9, outputTokens: 1 } },
      ],
    });
    expect(ofType(events, 'subagent_progress').map(({ tokensUsed }) => tokensUsed)).toEqual([110]);
    expect(ofType(events, 'subagent_stop').map(({ tokensUsed }) => tokensUsed)).toEqual([220]);
    expect(result.usage).toMatchObject({ inputTokens: 16, outputTokens: 2, cacheReadTokens: 0 });
    expect(tokens).toBe(8);
  });
});

describe('a sub-agent that does not come to its own end', () => {
  const errorOf = async (scene: Parameters<typeof runScripted>[0]) => {
    const { events, result } = await runScripted({ mods: { a: agentMod() }, ...scene });
    const [error] = ofType(events, 'tool_errored');
    expect(ofType(events, 'subagent_stop')).toHaveLength(1);
    return {
      error: error?.error,
      stopReason: result.stopReason,
      runErrors: ofType(events, 'run_error').length,
    };
  };

  it('after its maxTurns is a tool error with the last it said, and the run goes on', async () => {
    expect(
      await errorOf({
        mods: { a: agentMod({ maxTurns: 2 }) },
        turns: [delegates(), calls(['echo']), { text: 'half', ...calls(['echo']) }, { text: 'done' }],
      }),
    ).toEqual({
      error: 'The agent "helper" did not finish: it used up its 2 turns.\nThe last it said: half',
      stopReason: 'end_turn',
      runErrors: 0,
    });
  });

  it('has the limit of the run that delegates when its definition has none', async () => {
    const { error } = await errorOf({
      config: { maxTurns: 2 },
      turns: [delegates(), calls(['echo']), calls(['echo']), { text: 'done' }],
    });
    expect(error).toBe('The agent "helper" did not finish: it used up its 2 turns.');
  });

  it('because of its model is a tool error with the model own words, and no run_error', async () => {
    expect(
      await errorOf({ turns: [delegates(), { error: { message: 'overloaded.' } }, { text: 'done' }] }),
    ).toEqual({
      error: 'The agent "helper" did not finish: overloaded.',
      stopReason: 'end_turn',
      runErrors: 0,
    });
  });

  it('because it became too large for its model is a tool error that says so, without compaction, and the run goes on', async () => {
    const tooLarge = { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } };
    const { events, result, state } = await runScripted({
      mods: { a: agentMod() },
      turns: [delegates(), calls(['echo']), tooLarge, { text: 'done' }],
    });
    expect(resultTexts(state.messages)).toEqual({
      call_1:
        'The agent "helper" did not finish: its conversation became more than its model can hold ' +
        '(prompt is too long: 210000 tokens > 200000 maximum). Delegate a smaller piece of the work.',
    });
    expect([result.stopReason, result.finalText]).toEqual(['end_turn', 'done']);
    expect(ofType(events, 'compaction_start')).toEqual([]);
  });

  it('because a call was denied says which and why; the run itself goes on', async () => {
    const { error, stopReason } = await errorOf({
      harness: { permissions: { deny: ['echo'] } },
      turns: [delegates(), calls(['echo']), { text: 'done' }],
    });
    expect(error).toBe(
      'The agent "helper" did not finish: a tool call was denied (The rule echo denies this call of echo.).',
    );
    expect(stopReason).toBe('end_turn');
  });

  it('because the script has no more turns leaves the run to say so as well', async () => {
    const { error, stopReason } = await errorOf({ turns: [delegates()] });
    expect(error).toContain('The script has 1 turn, and the run asked for another one.');
    expect(stopReason).toBe('error');
  });

  it('is retried by the rules of every request first', async () => {
    const stage = await setStage({
      mods: { a: agentMod() },
      turns: [
        delegates(),
        { error: { message: 'busy', retryable: true } },
        { text: 'helped' },
        { text: 'done' },
      ],
    });
    expect(resultTexts((await stage.run()).state.messages)).toEqual({ call_1: 'helped' });
  });
});
