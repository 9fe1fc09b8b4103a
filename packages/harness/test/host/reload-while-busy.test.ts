import type { ModApi, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, createScriptedModel, type ModHost } from '../../src/index.ts';
import {
  answer,
  calls,
  modErrors,
  ofType,
  resultTexts,
  setStage,
  tempFolder,
  tool,
} from '../support/run-scripted.ts';

/** Nearly all of the window of a model. */
const FULL = { inputTokens: 900 };

/** A tool that reloads a mod while it runs. */
const reloads = (host: ModHost, name: string, factory: ModFactory) =>
  tool('reload', async () => answer(String((await host.replace(name, factory)).ok)));

const agents =
  (prompt: string, blocked: string): ModFactory =>
  (cmd) => {
    cmd.addAgent({ name: 'worker', description: 'Works', prompt });
    cmd.hooks({ beforeToolCall: ({ input }) => (input.a === blocked ? { block: true } : undefined) });
  };

describe('a reload while an agent runs', () => {
  it('lets the agent finish with its old prompt; the new guard counts for its next call, the new agent for the next task', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({ name: 'm', factory: agents('OLD', 'old') });
    const task = calls(['task', { agent: 'worker', prompt: 'go' }]);
    const { run, events } = await setStage({
      host,
      tools: [reloads(host, 'm', agents('NEW', 'new')), tool('echo')],
      turns: [
        task,
        calls(['echo', { a: 'old' }], ['reload'], ['echo', { a: 'new' }], ['echo', { a: 'old' }]),
        { text: 'worked' },
        task,
        { text: 'worked again' },
        { text: 'done' },
      ],
    });
    const { requests, result, state } = await run();
    expect(result).toMatchObject({ finalText: 'done', stopReason: 'end_turn' });
    expect(requests.map(({ purpose, system }) => `${purpose} ${system}`)).toEqual([
      'run BASE',
      'agent OLD',
      'agent OLD',
      'run BASE',
      'agent NEW',
      'run BASE',
    ]);
    const inner = resultTexts(requests[2]?.messages ?? []);
    expect(Object.values(inner)).toEqual([
      'Blocked by a pre-tool hook.',
      'true',
      'Blocked by a pre-tool hook.',
      '{"a":"old"}',
    ]);
    expect(Object.values(resultTexts(state.messages))).toEqual(['worked', 'worked again']);
    expect(modErrors(events)).toEqual([]);
  });

  it('without the agent in the new code lets it finish; the next task is told that it is gone', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({ name: 'm', factory: agents('OLD', '') });
    const task = calls(['task', { agent: 'worker', prompt: 'go' }]);
    const { run } = await setStage({
      host,
      tools: [reloads(host, 'm', () => {})],
      turns: [task, calls(['reload']), { text: 'worked' }, task, { text: 'done' }],
    });
    const { state } = await run();
    expect(Object.values(resultTexts(state.messages))).toEqual(['worked', expect.stringContaining('task')]);
  });
});

describe('a reload while a compaction is made', () => {
  it('disturbs neither: the summary counts, and the new code is there', async () => {
    const host = createModHost({ cwd: tempFolder() });
    let reloaded: Promise<unknown> | undefined;
    const seen: string[] = [];
    const mod =
      (name: string): ModFactory =>
      (cmd) =>
        void cmd.on('compaction_done', () => seen.push(name));
    await host.register({ name: 'm', factory: mod('old') });
    await host.register({
      name: 'other',
      factory: (cmd) =>
        void cmd.on('compaction_start', () => {
          reloaded = host.replace('m', mod('new'));
        }),
    });
    const model = createScriptedModel({
      turns: [{ text: 'one' }, { ...calls(['echo']), usage: FULL }, { text: 'SUMMARY' }, { text: 'two' }],
    });
    const { run } = await setStage({
      host,
      harness: {
        modelClient: {
          async complete(params) {
            await reloaded;
            return model.complete(params);
          },
          describe: (id) => ({ id, contextWindow: 1_000 }),
        },
      },
    });
    await run('first');
    const { requests, result, events } = await run('second');
    expect(result.finalText).toBe('two');
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain('SUMMARY');
    expect(seen).toEqual(['new']);
    expect(modErrors(events)).toEqual([]);
  });

  it('that its own mod asked for still settles, in the old code', async () => {
    const host = createModHost({ cwd: tempFolder() });
    let compacted = false;
    let old: ModApi | undefined;
    await host.register({
      name: 'm',
      factory: (cmd) => {
        old = cmd;
        cmd.on('compaction_start', () => void host.replace('m', () => {}));
      },
    });
    const { run, events } = await setStage({
      host,
      turns: [{ text: 'one' }, { text: 'two' }, { text: 'SUMMARY' }],
    });
    await run('first');
    await run('second');
    await old?.sessions.compact().then(() => {
      compacted = true;
    });
    expect(compacted).toBe(true);
    expect(ofType(events, 'compaction_done')).toHaveLength(1);
  });
});

describe('an abort', () => {
  it('while a mod asks the model with the signal of its hook ends the question and the run', async () => {
    const abort = new AbortController();
    let answered: unknown;
    const { run } = await setStage({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            async onTurnStart(_params, ctx) {
              const asked = cmd.model.complete({ prompt: 'x', ...(ctx && { signal: ctx.signal }) });
              setImmediate(() => abort.abort());
              answered = await asked;
            },
          }),
      },
      harness: { modelClient: { complete: () => new Promise(() => {}) } },
    });
    const { result } = await run('go', { signal: abort.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(answered).toEqual({ isAnswered: false, reason: 'aborted' });
  });

  it('inside an agent ends the agent first, and then the run', async () => {
    const abort = new AbortController();
    const stops = tool('stops', () => {
      abort.abort();
      return answer('late');
    });
    const { run } = await setStage({
      mods: { m: (cmd) => void cmd.addAgent({ name: 'worker', description: 'w', prompt: 'P' }) },
      tools: [stops],
      turns: [calls(['task', { agent: 'worker', prompt: 'go' }]), calls(['stops']), { text: 'never' }],
    });
    const { result, log } = await run('go', { signal: abort.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(log.filter((line) => /subagent|interrupted|run_end/.test(line))).toEqual([
      'subagent_start',
      'subagent_progress',
      'subagent_stop',
      'interrupted',
      'run_end',
    ]);
  });
});
