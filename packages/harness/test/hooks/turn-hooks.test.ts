import { getModState, type ModHooks, setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createSession, openSession } from '../../src/index.ts';
import {
  calls,
  modErrors,
  ofType,
  runScripted,
  setStage,
  tempFolder,
  texts,
  user,
} from '../support/run-scripted.ts';

describe('onTurnStart and onTurnEnd', () => {
  it('fire every round, with turn, and at the end with whether tools were called', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        m: {
          onTurnStart: ({ turnNumber }) => void seen.push(['start', turnNumber]),
          onTurnEnd: ({ turnNumber, hadToolCalls }) => void seen.push(['end', turnNumber, hadToolCalls]),
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(seen).toEqual([
      ['start', 1],
      ['end', 1, true],
      ['start', 2],
      ['end', 2, false],
    ]);
  });

  it.each(['onTurnStart', 'onTurnEnd'] as const)(
    '%s returns the state that the loop threads onward and commits',
    async (hook) => {
      const { commits, state } = await runScripted({
        mods: { m: { [hook]: ({ state }: never) => setModState({ state, modId: 'mod:m', value: 'set' }) } },
      });
      expect(commits[0]?.modState).toEqual({ 'mod:m': 'set' });
      expect(state.modState).toEqual({ 'mod:m': 'set' });
    },
  );

  it('each mod sees the state as the mod before it left it', async () => {
    const add = (letter: string): ModHooks => ({
      onTurnStart: ({ state }) =>
        setModState({
          state,
          modId: 'shared',
          value: `${getModState<string>({ state, modId: 'shared' }) ?? ''}${letter}`,
        }),
    });
    const { state } = await runScripted({
      mods: { a: add('a'), b: add('b'), none: { onTurnStart: () => undefined }, c: add('c') },
    });
    expect(state.modState).toEqual({ shared: 'abc' });
  });

  it('a message put into the state by onTurnStart is sent in this very round and kept', async () => {
    const { requests, state } = await runScripted({
      mods: {
        m: { onTurnStart: ({ state }) => ({ ...state, messages: [...state.messages, user('added')] }) },
      },
    });
    expect(texts(requests[0]?.messages ?? [])).toEqual(['user: go|added']);
    expect(texts(state.messages)).toEqual(['user: go', 'user: added', 'assistant: done']);
  });

  it('messages taken out of the state are gone from later requests', async () => {
    const { requests } = await runScripted({
      mods: {
        m: {
          onTurnEnd: ({ state, turnNumber }) =>
            turnNumber === 1 ? { ...state, messages: state.messages.slice(0, 1) } : undefined,
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(texts(requests[1]?.messages ?? [])).toEqual(['user: go']);
  });

  it('the session id and the interrupted flag are not a mod to change', async () => {
    const { state, harness } = await runScripted({
      mods: { m: { onTurnEnd: ({ state }) => ({ ...state, sessionId: 'mine', interrupted: true }) } },
    });
    expect(state).toMatchObject({ sessionId: harness.session?.id, interrupted: false });
  });

  it.each([
    ['no object', 'text'],
    ['an array', []],
    ['no messages', { modState: {} }],
    ['messages that are no array', { messages: 'text', modState: {} }],
    ['a message that is none', { messages: [5], modState: {} }],
    ['no modState', { messages: [] }],
    ['a modState that is no object', { messages: [], modState: [] }],
  ])('a malformed state keeps the prior one: %s', async (_what, bad) => {
    const { state, events } = await runScripted({
      mods: {
        good: { onTurnEnd: ({ state }) => setModState({ state, modId: 'mod:good', value: 1 }) },
        bad: { onTurnEnd: () => bad as never },
      },
    });
    expect(modErrors(events)).toEqual([expect.stringMatching(/^bad onTurnEnd: /)]);
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: done']);
    expect(state.modState).toEqual({ 'mod:good': 1 });
  });

  it('a throw keeps the prior state', async () => {
    const { state } = await runScripted({
      mods: {
        good: { onTurnEnd: ({ state }) => setModState({ state, modId: 'mod:good', value: 1 }) },
        bad: { onTurnEnd: () => Promise.reject(new Error('boom')) },
      },
    });
    expect(state.modState).toEqual({ 'mod:good': 1 });
  });

  it('modState survives in the session file and comes back on resume', async () => {
    const root = tempFolder();
    const session = createSession({ cwd: root, folder: root });
    const mods = {
      m: {
        onTurnStart: ({ state }: { state: Parameters<typeof getModState>[0]['state'] }) =>
          setModState({
            state,
            modId: 'mod:m',
            value: { runs: (getModState<{ runs: number }>({ state, modId: 'mod:m' })?.runs ?? 0) + 1 },
          }),
      },
    };
    await runScripted({ mods, harness: { session } });
    if (session.path === undefined) throw new Error('This session has no file.');
    const resumed = await runScripted({
      mods,
      harness: { session: openSession(session.path), isResumed: true },
    });
    expect(resumed.state.modState).toEqual({ 'mod:m': { runs: 2 } });
    expect(texts(resumed.state.messages)).toEqual([
      'user: go',
      'assistant: done',
      'user: go',
      'assistant: done',
    ]);
  });
});

describe('shouldStopAfterTurn', () => {
  it('any true ends the run with stop_hook, and the first one short-circuits', async () => {
    const { result, hookRows } = await runScripted({
      mods: {
        a: { shouldStopAfterTurn: () => false },
        b: { shouldStopAfterTurn: async () => true },
        c: { shouldStopAfterTurn: () => true },
      },
      turns: [calls(['echo']), { text: 'never' }],
    });
    expect(result.stopReason).toBe('stop_hook');
    expect(hookRows.map(({ mod }) => mod)).toEqual(['mod:a', 'mod:b']);
  });

  it('receives the committed state and the turn', async () => {
    const seen: unknown[] = [];
    const { commits } = await runScripted({
      mods: {
        m: { shouldStopAfterTurn: ({ state, turnNumber }) => void seen.push([state.messages, turnNumber]) },
      },
    });
    expect(seen).toEqual([[commits[0]?.messages, 1]]);
  });

  it('a throw or a non-boolean means do not stop', async () => {
    const { result, events } = await runScripted({
      mods: {
        a: {
          shouldStopAfterTurn: () => {
            throw new Error('boom');
          },
        },
        b: { shouldStopAfterTurn: () => 'yes' as never },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toHaveLength(4);
  });
});

describe('onStop', () => {
  it('receives state, stop reason, turn and the last text of the assistant', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        m: { onStop: ({ state, ...rest }) => void seen.push({ ...rest, messages: state.messages.length }) },
      },
      turns: [calls(['echo']), { text: 'the end' }],
    });
    expect(seen).toEqual([
      { stopReason: 'end_turn', turnNumber: 2, lastAssistantText: 'the end', messages: 4 },
    ]);
  });

  it('any mod returning continue wins, the first one short-circuits', async () => {
    const { state, hookRows } = await runScripted({
      mods: {
        a: { onStop: () => ({ continue: false, reason: 'no' }) },
        b: { onStop: ({ turnNumber }) => ({ continue: turnNumber === 1, reason: 'mine' }) },
        c: { onStop: ({ turnNumber }) => ({ continue: turnNumber === 1, reason: 'too late' }) },
      },
      turns: [{ text: 'one' }, { text: 'two' }],
    });
    expect(texts(state.messages)[2]).toBe('user: mine');
    expect(hookRows.slice(0, 2).map(({ mod }) => mod)).toEqual(['mod:a', 'mod:b']);
  });

  it('a neutral sentence stands in for a reason that is left out', async () => {
    const { state } = await runScripted({
      mods: { m: { onStop: ({ turnNumber }) => ({ continue: turnNumber === 1 }) } },
      turns: [{ text: 'one' }, { text: 'two' }],
    });
    expect(texts(state.messages)[2]).toBe('user: Keep going: the task is not finished yet.');
  });

  it.each([
    [
      'a throw',
      () => {
        throw new Error('boom');
      },
    ],
    ['a boolean', () => true],
    ['continue that is no boolean', () => ({ continue: 'yes' })],
  ])('%s lets the run end', async (_what, onStop) => {
    const { result, events } = await runScripted({ mods: { m: { onStop: onStop as never } } });
    expect(result).toMatchObject({ stopReason: 'end_turn', turnCount: 1 });
    expect(modErrors(events)).toHaveLength(1);
  });
});

describe('onRunEnd', () => {
  it('fires once, with the final state and the result, which it cannot alter', async () => {
    const seen: unknown[] = [];
    const { result, state, events } = await runScripted({
      mods: {
        m: {
          onRunEnd: (params) => {
            seen.push(params.state, params.result);
            return { stopReason: 'error', finalText: 'changed' } as never;
          },
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(seen).toEqual([state, result]);
    expect(ofType(events, 'run_end')[0]?.result).toMatchObject({
      stopReason: 'end_turn',
      finalText: 'done',
      turnCount: 2,
    });
    expect(modErrors(events)).toEqual([]);
  });

  it('cannot alter the result by changing it in place', async () => {
    const { result } = await runScripted({
      mods: {
        m: {
          onRunEnd: ({ result }) => {
            (result as { finalText: string }).finalText = 'changed';
          },
        },
      },
    });
    expect(result.finalText).toBe('done');
  });

  it.each([
    ['an error', { turns: [{ error: { message: 'x' } }] }, 'error'],
    ['an interruption', { config: { signal: AbortSignal.abort() } }, 'interrupted'],
    ['the turn limit', { turns: [calls(['echo'])], config: { maxTurns: 1 } }, 'max_turns'],
  ] as const)('fires after %s too', async (_what, scene, stopReason) => {
    const seen: unknown[] = [];
    await runScripted({
      ...scene,
      mods: { m: { onRunEnd: ({ result }) => void seen.push(result.stopReason) } },
    });
    expect(seen).toEqual([stopReason]);
  });
});

describe('transformInput', () => {
  const submit = async (mods: Parameters<typeof setStage>[0] & object, text = 'hello') => {
    const stage = await setStage(mods);
    return { ...stage, outcome: await stage.harness.submit(text) };
  };
  const sent = (
    stage: { harness: { state: { messages: readonly never[] } } } | Awaited<ReturnType<typeof submit>>,
  ) => texts(stage.harness.state.messages as never)[0];

  it.each([
    ['no hook', {}],
    ['nothing', { m: { transformInput: () => undefined } }],
    ['continue', { m: { transformInput: () => ({ action: 'continue' }) as const } }],
  ])('with %s the text goes on unchanged', async (_what, mods) => {
    expect(sent(await submit({ mods }))).toBe('user: hello');
  });

  it('transform replaces the text that reaches the model', async () => {
    const stage = await submit({
      mods: { m: { transformInput: ({ text }) => ({ action: 'transform', text: `${text}!` }) } },
    });
    expect(sent(stage)).toBe('user: hello!');
  });

  it('each mod sees the rewrite of the mod before it', async () => {
    const add = (letter: string): ModHooks => ({
      transformInput: async ({ text }) => ({ action: 'transform', text: text + letter }),
    });
    expect(sent(await submit({ mods: { a: add('a'), b: add('b') } }))).toBe('user: helloab');
  });

  it('handled ends the prompt: later mods are not asked and no model request is made', async () => {
    const { outcome, log } = await submit({
      mods: {
        m: { transformInput: () => ({ action: 'handled', message: 'Hi yourself.' }) },
        later: { transformInput: () => undefined },
      },
    });
    expect(outcome).toEqual({ kind: 'handled', message: 'Hi yourself.' });
    expect(log).toEqual(['session_start', 'transformInput m']);
  });

  it('handled needs no message', async () => {
    const { outcome } = await submit({ mods: { m: { transformInput: () => ({ action: 'handled' }) } } });
    expect(outcome).toEqual({ kind: 'handled', message: undefined });
  });

  it('a prompt that carries images goes past it with text and images unchanged', async () => {
    const stage = await setStage({ mods: { m: { transformInput: () => ({ action: 'handled' }) } } });
    const image = { type: 'image', source: { type: 'url', url: 'http://127.0.0.1/cat.png' } } as const;
    const prompt = { role: 'user', content: [{ type: 'text', text: 'what is this?' }, image] } as const;
    const outcome = await stage.harness.submit(prompt);
    expect(outcome.kind === 'ran' && outcome.state.messages[0]?.content).toEqual(prompt.content);
  });

  it('queued, automated and command input never comes here; it is given the text alone', async () => {
    const seen: unknown[] = [];
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          cmd.hooks({ transformInput: (params) => void seen.push(params) });
          cmd.on('tool_completed', () => {
            cmd.queueMessage({ content: 'queued' });
            cmd.sendUserMessage('sent');
            cmd.prompt.submit('submitted');
          });
          cmd.addCommand({ name: 'x', handler: () => ({ prompt: 'of the command' }) });
        },
      },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }, { text: 'three' }],
    });
    await stage.harness.submit('typed');
    await stage.harness.command('x', '');
    await stage.run('automated');
    expect(seen).toEqual([{ text: 'typed' }]);
  });

  it.each([
    [
      'a throw',
      () => {
        throw new Error('boom');
      },
    ],
    ['a string', () => 'text'],
    ['an unknown action', () => ({ action: 'swallow' })],
    ['transform without a text', () => ({ action: 'transform' })],
  ])('%s is skipped with mod_error, and the prompt goes on', async (_what, transformInput) => {
    const stage = await submit({ mods: { m: { transformInput: transformInput as never } } });
    expect(sent(stage)).toBe('user: hello');
    expect(modErrors(stage.events)).toEqual([expect.stringMatching(/^m transformInput: /)]);
  });

  it('has a context with session and signal like every hook', async () => {
    const contexts: unknown[] = [];
    const { host } = await submit({
      mods: { m: { transformInput: (_params, ctx) => void contexts.push(ctx) } },
    });
    expect(contexts).toEqual([
      {
        emit: expect.any(Function),
        signal: expect.any(AbortSignal),
        cwd: host.cwd,
        session: expect.any(Object),
      },
    ]);
  });
});
