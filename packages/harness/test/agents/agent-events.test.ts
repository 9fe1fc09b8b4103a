import { describe, expect, it } from 'vitest';
import { createScriptedModel, type ModelClient } from '../../src/index.ts';
import { calls, never, ofType, runScripted, setStage, tool } from '../support/run-scripted.ts';
import { agentMod, delegates } from './support.ts';

describe('the events of a sub-agent', () => {
  it('stand between those of the call that delegates: a start, one progress for each call, a stop', async () => {
    const { events } = await runScripted({
      mods: { a: agentMod() },
      turns: [
        delegates(),
        calls(['echo', { a: 1 }], ['echo', { a: 2 }]),
        { text: 'helped' },
        { text: 'done' },
      ],
    });
    const from = events.findIndex(({ type }) => type === 'tool_running');
    const to = events.findIndex(({ type }) => type === 'tool_completed');
    const at = { toolCallId: 'call_1', subagentType: 'helper' };
    expect(events.slice(from + 1, to)).toEqual([
      { type: 'subagent_start', ...at },
      { type: 'subagent_progress', ...at, toolName: 'echo', toolInput: { a: 1 }, tokensUsed: 0 },
      { type: 'subagent_progress', ...at, toolName: 'echo', toolInput: { a: 2 }, tokensUsed: 0 },
      { type: 'subagent_stop', ...at, tokensUsed: 0 },
    ]);
  });

  it('tell of no text, turn or request of its own: those of the run read as without it', async () => {
    const types = async (scene: Parameters<typeof runScripted>[0]) =>
      (await runScripted(scene)).events
        .map(({ type }) => type)
        .filter((type) => !type.startsWith('subagent'));
    const delegated = await types({
      mods: { a: agentMod() },
      turns: [
        delegates(),
        { text: 'aloud', thinking: 'hm', ...calls(['echo']) },
        { text: 'x' },
        { text: 'done' },
      ],
    });
    const plain = await types({ turns: [calls(['echo']), { text: 'done' }] });
    expect(delegated).toEqual(plain);
  });

  it('are in a trace with its requests, answers and hook calls, each request marked', async () => {
    const { trace } = await runScripted({
      mods: { a: agentMod(), m: { beforeToolCall: () => undefined } },
      turns: [delegates(), calls(['echo']), { text: 'helped' }, { text: 'done' }],
    });
    const rows = trace.flatMap((row) =>
      row.kind === 'event' ? [] : [row.kind === 'request' ? row.purpose : row.kind],
    );
    expect(rows).toEqual([
      'run', 'response', 'hook', 'agent', 'response', 'hook', 'agent', 'response', 'run', 'response',
    ]); // biome-ignore format: one line reads better
  });
});

describe('the interruption of a run that has delegated', () => {
  const interrupted = async (
    scene: Parameters<typeof setStage>[0],
    when: 'subagent_start' | 'subagent_progress',
  ) => {
    const controller = new AbortController();
    const stage = await setStage({
      ...scene,
      mods: {
        a: agentMod(),
        m: (cmd) => void cmd.on(when, () => void setImmediate(() => controller.abort())),
      },
    });
    const { result, events } = await stage.run('go', { signal: controller.signal });
    const ends = events
      .map(({ type }) => type)
      .filter((type) => /^(subagent_stop|tool_errored|interrupted|run_end)$/.test(type));
    return { result, ends, errors: ofType(events, 'tool_errored').map(({ error }) => error) };
  };
  const inOrder = ['subagent_stop', 'tool_errored', 'interrupted', 'run_end'];

  it('ends the sub-agent in its request', async () => {
    const script = createScriptedModel({ turns: [delegates()] });
    const modelClient: ModelClient = {
      complete: (params) => (params.system === 'You help.' ? never() : script.complete(params)),
    };
    const { result, ends } = await interrupted({ harness: { modelClient } }, 'subagent_start');
    expect(result.stopReason).toBe('interrupted');
    expect(ends).toEqual(inOrder);
  });

  it('aborts the tool that it runs', async () => {
    let wasAborted = false;
    const wait = tool('wait', async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      wasAborted = true;
      return { ok: false, error: 'aborted' };
    });
    const { ends, errors } = await interrupted(
      { tools: [wait], turns: [delegates(), calls(['wait'])] },
      'subagent_progress',
    );
    expect(wasAborted).toBe(true);
    expect(ends).toEqual(inOrder);
    expect(errors).toEqual(['The agent "helper" did not finish: the run was interrupted.']);
  });

  it('does not wait for a tool that ignores it, and the sub-agent has ended before the run has', async () => {
    const { ends, result } = await interrupted(
      { tools: [tool('stuck', () => never())], turns: [delegates(), calls(['stuck'])] },
      'subagent_progress',
    );
    expect(result.stopReason).toBe('interrupted');
    expect(ends).toEqual(inOrder);
  });
});
