import { readFileSync } from 'node:fs';
import type { AgentMessage, ModApi } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  createScriptedModel,
  createSession,
  type ModelClient,
  openSession,
  type RequestRow,
  type ScriptTurn,
} from '../../src/index.ts';
import {
  answer,
  assistant,
  calls,
  modErrors,
  ofType,
  only,
  type Scene,
  type Stage,
  setStage,
  tempFolder,
  texts,
  tool,
  user,
} from '../support/run-scripted.ts';

const WINDOW = 128_000;
/** More than the share of the window that may be used. */
const FULL = { inputTokens: 110_000 };

/** A stage, and the API of a mod on it. */
async function stageOf(scene: Scene): Promise<Stage & { readonly cmd: ModApi }> {
  let cmd: ModApi | undefined;
  const grab = (api: ModApi) => {
    cmd = api;
  };
  const modelClient = {
    ...createScriptedModel({ turns: scene.turns ?? [] }),
    describe: (id: string) => ({ id, contextWindow: WINDOW }),
  } as ModelClient;
  const stage = await setStage({
    ...scene,
    mods: { grab, ...scene.mods },
    harness: { modelClient, ...scene.harness },
  });
  if (cmd === undefined) throw new Error('The factory did not run.');
  return { ...stage, cmd };
}

function requestsOf({ trace }: Stage): RequestRow[] {
  return trace.filter((row) => row.kind === 'request');
}

function lastSent(stage: Stage): string[] {
  return texts(requestsOf(stage).at(-1)?.messages ?? []);
}

function notices({ events }: Stage): string[] {
  return ofType(events, 'notice').map(({ level, message }) => `${level}: ${message}`);
}

/** Two prompts and their answers, then whatever else. */
async function talked(scene: Omit<Scene, 'turns'>, ...turns: readonly ScriptTurn[]) {
  const stage = await stageOf({ ...scene, turns: [{ text: 'one' }, { text: 'two' }, ...turns] });
  await stage.run('first');
  await stage.run('second');
  return stage;
}

describe('compaction on demand: cmd.sessions.compact', () => {
  it('sends a summary in place of everything before the last prompt; the newest messages are sent as they are', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    const [summary, ...rest] = lastSent(stage);
    expect(summary).toContain('<summary>\nSUMMARY\n</summary>');
    // The wire wants roles to take turns: the summary and the prompt behind it are one message.
    expect(summary).toMatch(/\|second$/);
    expect(rest).toEqual(['assistant: two', 'user: third']);
  });

  it('leaves the recorded transcript whole, in the state and in the session file', async () => {
    const folder = tempFolder();
    const session = createSession({ folder, cwd: '/' });
    const stage = await talked({ harness: { session } }, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    const whole = [
      'user: first',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
      'assistant: three',
    ];
    expect(texts(stage.harness.state.messages)).toEqual(whole);
    expect(texts(openSession(session.path ?? '').state().messages)).toEqual(whole);
    expect(readFileSync(session.path ?? '', 'utf8')).not.toContain('"rewrite"');
  });

  it('asks the session model, with the next turn of the script, for the purpose of compaction', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact({ customInstructions: 'Keep the file names.' });
    const request = requestsOf(stage).at(-1);
    expect(request).toMatchObject({ purpose: 'compaction', model: 'scripted', tools: [] });
    expect(texts(request?.messages ?? [])).toEqual([
      expect.stringContaining('[user]\nfirst\n\n[assistant]\none'),
    ]);
    expect(texts(request?.messages ?? [])).toEqual([expect.stringContaining('Keep the file names.')]);
    expect(texts(request?.messages ?? [])).not.toEqual([expect.stringContaining('second')]);
    expect(stage.trace.at(-2)).toMatchObject({
      kind: 'response',
      content: [{ type: 'text', text: 'SUMMARY' }],
    });
  });

  it('emits compaction_start, then compaction_done with the tokens that were saved', async () => {
    const stage = await stageOf({
      turns: [{ text: 'long '.repeat(1_000) }, { text: 'two' }, { text: 'short' }],
    });
    await stage.run('first');
    await stage.run('second');
    await stage.cmd.sessions.compact();
    expect(only(stage.log, /^compaction/, 'request').slice(-3)).toEqual([
      'compaction_start',
      'request',
      'compaction_done',
    ]);
    const [done] = ofType(stage.events, 'compaction_done');
    expect(done?.tokensSaved).toBeGreaterThan(1_000);
    expect(done?.tokensSaved).toBeLessThan(1_250);
  });

  it('leaves tokensSaved out when the summary is longer than what it stands for', async () => {
    const stage = await talked({}, { text: 'S'.repeat(2_000) });
    await stage.cmd.sessions.compact();
    expect(ofType(stage.events, 'compaction_done')).toEqual([{ type: 'compaction_done' }]);
  });

  it('says so when there is nothing to compact, and asks nobody', async () => {
    const stage = await stageOf({ turns: [{ text: 'one' }] });
    await stage.run('first');
    await stage.cmd.sessions.compact();
    expect(notices(stage)).toEqual([expect.stringMatching(/^info: There is nothing to compact/)]);
    expect(only(stage.log, /^compaction/)).toEqual([]);
  });

  it('compacts again: the second summary is made from the first and from what came since', async () => {
    const stage = await talked(
      {},
      { text: 'FIRST' },
      { text: 'three' },
      { text: 'SECOND' },
      { text: 'four' },
    );
    await stage.cmd.sessions.compact();
    await stage.run('third');
    await stage.cmd.sessions.compact();
    const [asked] = lastSent(stage);
    expect(asked).toContain('<summary-so-far>\nFIRST\n</summary-so-far>');
    expect(asked).toContain('[user]\nsecond');
    expect(asked).not.toContain('[user]\nfirst');
    await stage.run('fourth');
    expect(lastSent(stage)).toEqual([
      expect.stringMatching(/SECOND[\s\S]*\|third$/),
      'assistant: three',
      'user: fourth',
    ]);
    expect(lastSent(stage).join()).not.toContain('FIRST');
  });

  it('two at once are one, and both are done with it', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await Promise.all([stage.cmd.sessions.compact(), stage.cmd.sessions.compact()]);
    expect(only(stage.log, 'compaction_start')).toHaveLength(1);
    expect(modErrors(stage.events)).toEqual([]);
  });

  it('in a run it does not wait for the run, and the next request is the shorter one', async () => {
    const stage = await stageOf({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnEnd: async ({ state, turnNumber, hadToolCalls }) => {
              if (turnNumber === 2 && hadToolCalls) await cmd.sessions.compact();
              return state;
            },
          }),
      },
      turns: [calls(['echo', { n: 1 }]), calls(['echo', { n: 2 }]), { text: 'SUMMARY' }, { text: 'done' }],
    });
    const { result, state } = await stage.run('go');
    expect(result).toMatchObject({ finalText: 'done', stopReason: 'end_turn' });
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual(['run', 'run', 'compaction', 'run']);
    expect(lastSent(stage)).toEqual([
      expect.stringContaining('SUMMARY'),
      'assistant: [tool_use]',
      'user: <{"n":2}>',
    ]);
    expect(state.messages).toHaveLength(6);
  });

  it('works without a session, for as long as the harness lives', async () => {
    const stage = await talked({ harness: { session: null } }, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('instructions that are no text are refused', async () => {
    const stage = await talked({});
    const options = { customInstructions: 7 } as never;
    await expect(stage.cmd.sessions.compact(options)).rejects.toThrow('customInstructions must be a string');
  });
});

describe('a compaction that fails', () => {
  it.each([
    ['the model fails', { error: { message: 'overloaded' } }, 'overloaded'],
    ['the answer has no text', { text: '  ' }, 'without text'],
  ])('leaves everything as it was, with a notice: %s', async (_case, turn, reason) => {
    const stage = await talked({}, turn, { text: 'three' });
    await stage.cmd.sessions.compact();
    expect(notices(stage)).toEqual([
      expect.stringMatching(new RegExp(`^warning: Compaction failed.*${reason}`)),
    ]);
    expect(ofType(stage.events, 'compaction_done')).toEqual([{ type: 'compaction_done' }]);
    await stage.run('third');
    expect(lastSent(stage)).toEqual([
      'user: first',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('is tried again when the error says that this is worth it', async () => {
    const stage = await talked({}, { error: { message: 'busy', retryable: true } }, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(
      requestsOf(stage)
        .slice(-2)
        .map(({ attempt }) => attempt),
    ).toEqual([0, 1]);
    expect(notices(stage)).toEqual([]);
  });

  it('ends at once, without a word, when the harness ends', async () => {
    const stage = await talked({ harness: { modelClient: hangingAfter(2) } });
    const compacted = stage.cmd.sessions.compact();
    await stage.harness.dispose();
    await compacted;
    expect(notices(stage)).toEqual([]);
    expect(
      stage.harness.session?.modSession('builtin:compaction').getCustomEntries({ customType: 'compaction' }),
    ).toEqual([]);
  });
});

describe('compaction by size', () => {
  it('comes before the request that follows a nearly full window, once', async () => {
    const stage = await stageOf({
      turns: [
        { text: 'one' },
        { ...calls(['echo']), usage: FULL },
        { text: 'SUMMARY' },
        { text: 'two', usage: { inputTokens: 5_000 } },
        { text: 'three' },
      ],
    });
    await stage.run('first');
    await stage.run('second');
    await stage.run('third');
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual([
      'run',
      'run',
      'compaction',
      'run',
      'run',
    ]);
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('goes by the window of the model in force', async () => {
    const turns = [
      { text: 'one' },
      { text: 'two', usage: { inputTokens: 900 } },
      { text: 'SUMMARY' },
      { text: 'three' },
    ];
    const describe = (id: string) => ({ id, contextWindow: 1_000 });
    const stage = await stageOf({
      harness: { modelClient: { ...createScriptedModel({ turns }), describe } as ModelClient },
    });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual(['run', 'run', 'compaction', 'run']);
  });

  it('does not come where the window is not known', async () => {
    const turns = [{ text: 'one' }, { text: 'two', usage: { inputTokens: 1_000_000 } }, { text: 'three' }];
    const stage = await stageOf({ harness: { modelClient: createScriptedModel({ turns }) } });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual(['run', 'run', 'run']);
  });

  it('a window that is less full changes nothing, not even the trace', async () => {
    const stage = await talked({}, { text: 'three', usage: { inputTokens: 100_000 } }, { text: 'four' });
    await stage.run('third');
    const { hookRows } = await stage.run('fourth');
    expect(hookRows).toEqual([]);
    expect(only(stage.log, /^compaction/)).toEqual([]);
  });

  it('that failed is not tried again in the same run, but in the next one', async () => {
    const round = { ...calls(['echo']), usage: FULL };
    const stage = await stageOf({
      turns: [
        { text: 'one' },
        round,
        { error: { message: 'no' } },
        round,
        { text: 'two', usage: FULL },
        { text: 'SUMMARY' },
        { text: 'three' },
      ],
    });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual([
      'run',
      'run',
      'compaction',
      'run',
      'run',
      'compaction',
      'run',
    ]);
  });

  it('an interruption ends it, and the run', async () => {
    const abort = new AbortController();
    const stage = await stageOf({
      mods: { m: (cmd) => void cmd.on('compaction_start', () => abort.abort()) },
      turns: [{ text: 'one' }, { ...calls(['echo']), usage: FULL }, { text: 'SUMMARY' }],
    });
    await stage.run('first');
    const { result } = await stage.run('second', { signal: abort.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(notices(stage)).toEqual([]);
    expect(modErrors(stage.events)).toEqual([]);
  });

  it('is unknown until the next request how full the window is then', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(stage.cmd.getContextUsage().tokens).toBeNull();
  });
});

describe('a request that is too large for the model', () => {
  const tooLarge = { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } };

  it('is compacted and sent once more', async () => {
    const stage = await talked({}, tooLarge, { text: 'SUMMARY' }, { text: 'three' });
    const { result } = await stage.run('third');
    expect(result).toMatchObject({ stopReason: 'end_turn', finalText: 'three' });
    expect(requestsOf(stage).map(({ purpose }) => purpose)).toEqual([
      'run',
      'run',
      'run',
      'compaction',
      'run',
    ]);
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('ends the run with the error when it is too large even then', async () => {
    const stage = await talked({}, tooLarge, { text: 'SUMMARY' }, tooLarge);
    expect((await stage.run('third')).result.stopReason).toBe('error');
    expect(ofType(stage.events, 'run_error')).toHaveLength(1);
  });

  it('ends the run with the first error when it cannot be compacted', async () => {
    const stage = await talked({}, tooLarge, { error: { message: 'no summary' } });
    await stage.run('third');
    expect(ofType(stage.events, 'run_error')).toMatchObject([{ error: { message: tooLarge.error.message } }]);
  });
});

describe('what mods see of it', () => {
  it('the context after compaction, whenever they were registered', async () => {
    const seen: string[][] = [];
    const stage = await talked(
      {
        mods: {
          m: { transformContext: ({ messages }) => void seen.push(texts(messages)) as never },
        },
      },
      { text: 'SUMMARY' },
      { text: 'three' },
    );
    await stage.cmd.sessions.compact();
    await stage.run('third');
    expect(seen.at(-1)).toEqual([
      expect.stringContaining('SUMMARY'),
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('no mod more in any listing, and no registration', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(stage.host.mods().map(({ name }) => name)).toEqual(['grab']);
    expect(stage.host.registrations()).toEqual([]);
  });

  it('rewriting a message that a summary stands for sends the messages as they are now', async () => {
    let isRedacting = false;
    const redact = (messages: readonly AgentMessage[]) =>
      messages.map((message) => (texts([message])[0] === 'user: first' ? user('REDACTED') : message));
    const stage = await talked(
      {
        mods: {
          m: {
            onTurnStart: ({ state }) =>
              isRedacting ? { ...state, messages: redact(state.messages) } : state,
          },
        },
      },
      { text: 'SUMMARY with first' },
      { text: 'three' },
    );
    await stage.cmd.sessions.compact();
    isRedacting = true;
    await stage.run('third');
    expect(lastSent(stage)).toEqual([
      'user: REDACTED',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('a state with other messages is sent as it is', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    const messages = [user('a'), assistant('b'), user('c')];
    await stage.harness.run({ state: { sessionId: 'other', messages, interrupted: false, modState: {} } });
    expect(lastSent(stage)).toEqual(['user: a', 'assistant: b', 'user: c']);
  });

  it('only the conversation of the run itself is compacted, not that of an agent which it starts', async () => {
    const messages = [user('task'), assistant('step'), user('more')];
    const { signal } = new AbortController();
    const contexts: unknown[] = [];
    const stage = await stageOf({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnStart: async ({ state, turnNumber }) => {
              // As a nested loop does it: the same hooks, with a signal of its own.
              const params = { messages, state: { ...state, messages }, signal };
              if (turnNumber === 2)
                contexts.push(await stage.host.hooks.emit({ type: 'transformContext', params }));
              return state;
            },
          }),
      },
      turns: [{ text: 'one' }, { ...calls(['echo']), usage: FULL }, { text: 'SUMMARY' }, { text: 'two' }],
    });
    await stage.run('first');
    await stage.run('second');
    expect(contexts.map((context) => context ?? messages)).toEqual([messages]);
    expect(only(stage.log, 'compaction_start')).toHaveLength(1);
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('a call and its result are never parted, however the run is cut', async () => {
    const long = tool('long', () => answer('x'.repeat(4_000)));
    const rounds = Array.from({ length: 6 }, () => ({
      ...calls(['long'], ['echo']),
      usage: { inputTokens: 100 },
    }));
    const full = { ...calls(['long']), usage: FULL };
    const stage = await stageOf({
      tools: [long, tool('echo')],
      turns: [...rounds, full, { text: 'SUMMARY' }, { text: 'done' }],
    });
    await stage.run('go');
    const { messages = [] } = requestsOf(stage).at(-1) ?? {};
    const blocks = messages.flatMap(({ content }) => content);
    const called = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    expect(called.length).toBeGreaterThan(0);
    expect(answered).toEqual(called);
    expect(JSON.stringify(blocks)).not.toContain('No result');
  });
});

describe('after a resume', () => {
  it('the compacted view is the same', async () => {
    const folder = tempFolder();
    const session = createSession({ folder, cwd: '/' });
    const before = await talked({ harness: { session } }, { text: 'SUMMARY' });
    await before.cmd.sessions.compact();
    await before.harness.dispose();

    const resumed = openSession(session.path ?? '');
    const after = await stageOf({
      harness: { session: resumed, isResumed: true },
      turns: [{ text: 'three' }],
    });
    await after.run('third');
    expect(lastSent(after)).toEqual([
      expect.stringMatching(/SUMMARY[\s\S]*\|second$/),
      'assistant: two',
      'user: third',
    ]);
    expect(after.harness.state.messages).toHaveLength(6);
  });

  it.each([
    ['no object', 'nonsense'],
    ['no count', { summary: 's', covered: 'many', digest: 'd' }],
    ['another digest', { summary: 's', covered: 2, digest: 'd' }],
    ['more than there is', { summary: 's', covered: 99, digest: 'd' }],
  ])('a record that somebody spoiled is not used: %s', async (_case, data) => {
    const session = createSession({ cwd: '/' });
    session.modSession('builtin:compaction').appendCustomEntry({ customType: 'compaction', data });
    const stage = await talked({ harness: { session } });
    expect(lastSent(stage)).toEqual(['user: first', 'assistant: one', 'user: second']);
    expect(modErrors(stage.events)).toEqual([]);
  });
});

/** A model that answers so often and then never again, whatever its signal says. */
function hangingAfter(times: number): ModelClient {
  const model = createScriptedModel({ turns: Array.from({ length: times }, () => ({ text: 'said' })) });
  return { complete: (params) => (model.turnsLeft > 0 ? model.complete(params) : new Promise(() => {})) };
}
