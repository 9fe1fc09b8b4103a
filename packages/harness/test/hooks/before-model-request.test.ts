import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/index.ts';
import { calls, modErrors, ofType, only, runScripted, setStage } from '../support/run-scripted.ts';

describe('beforeModelRequest', () => {
  it('sends this request only to the returned model; the next one goes back to the model of the run', async () => {
    const { requests } = await runScripted({
      mods: {
        m: { beforeModelRequest: ({ turnNumber }) => (turnNumber === 1 ? { model: 'small' } : undefined) },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests.map(({ model }) => model)).toEqual(['small', 'scripted']);
  });

  it('later mods win', async () => {
    const { requests } = await runScripted({
      mods: {
        a: { beforeModelRequest: () => ({ model: 'one' }) },
        b: { beforeModelRequest: () => ({ model: 'two' }) },
        c: { beforeModelRequest: () => ({}) },
      },
    });
    expect(requests[0]?.model).toBe('two');
  });

  it('model_request_start and model_request_end report the model the request actually went to', async () => {
    const { events } = await runScripted({ mods: { m: { beforeModelRequest: () => ({ model: 'small' }) } } });
    expect(ofType(events, 'model_request_start')[0]?.model).toBe('small');
    expect(ofType(events, 'model_request_end')[0]?.model).toBe('small');
  });

  it('fires at the start of the round, before prompt, context and tools are built', async () => {
    const { log } = await runScripted({
      mods: {
        m: {
          onTurnStart: () => undefined,
          beforeModelRequest: () => undefined,
          appendSystemPrompt: () => undefined,
          transformContext: () => undefined,
        },
      },
    });
    expect(only(log, /^(onTurnStart|before|append|transformContext)/)).toEqual([
      'onTurnStart m',
      'beforeModelRequest m',
      'appendSystemPrompt m',
      'transformContext m',
    ]);
  });

  it('receives the state, the turn and the model of the run', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        m: {
          beforeModelRequest: ({ state, turnNumber, model }) =>
            void seen.push([state.messages.length, turnNumber, model]),
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(seen).toEqual([
      [1, 1, 'scripted'],
      [3, 2, 'scripted'],
    ]);
  });

  it('the tools a mod switches off here are left out of this very request', async () => {
    const { requests } = await runScripted({
      mods: { m: (cmd) => void cmd.hooks({ beforeModelRequest: () => cmd.setActiveTools([]) }) },
    });
    expect(requests[0]?.tools).toEqual([]);
  });

  it('a throw or a malformed return keeps the model', async () => {
    const { requests, events } = await runScripted({
      mods: {
        a: { beforeModelRequest: () => ({ model: 'small' }) },
        b: { beforeModelRequest: () => Promise.reject(new Error('boom')) },
        c: { beforeModelRequest: () => ({ model: 5 }) as never },
      },
    });
    expect(requests[0]?.model).toBe('small');
    expect(modErrors(events)).toEqual([
      'b beforeModelRequest: boom',
      'c beforeModelRequest: beforeModelRequest: "model" must be a string, not a number; it is ignored',
    ]);
  });
});

describe('prepareNextTurn', () => {
  it('applies model and effort from the next model call onward', async () => {
    const { requests } = await runScripted({
      mods: {
        m: {
          prepareNextTurn: ({ turnNumber }) =>
            turnNumber === 1 ? { model: 'big', effort: 'high' } : undefined,
        },
      },
      turns: [calls(['echo']), calls(['echo']), { text: 'done' }],
    });
    expect(requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['scripted', undefined],
      ['big', 'high'],
      ['big', 'high'],
    ]);
  });

  it('results are merged across mods: later mods override earlier ones per field', async () => {
    const { requests } = await runScripted({
      mods: {
        a: { prepareNextTurn: () => ({ model: 'one', effort: 'low' }) },
        b: { prepareNextTurn: () => ({ model: 'two' }) },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests[1]).toMatchObject({ model: 'two', effort: 'low' });
  });

  it.each([
    ['an effort sets it', 'high', 'high'],
    ['null resets it to the model own default', null, undefined],
    ['leaving it out leaves it unchanged', undefined, 'low'],
  ] as const)('effort is tri-state: %s', async (_what, effort, expected) => {
    const { requests } = await runScripted({
      mods: {
        m: { prepareNextTurn: () => (effort === undefined ? { model: 'm' } : { model: 'm', effort }) },
      },
      turns: [calls(['echo']), { text: 'done' }],
      config: { effort: 'low' },
    });
    expect(requests.map((request) => request.effort)).toEqual(['low', expected]);
  });

  it('never changes the config, nor the model of the next run', async () => {
    const config = { model: 'configured', effort: 'low' } as const;
    const stage = await setStage({
      mods: { m: { prepareNextTurn: () => ({ model: 'big', effort: null }) } },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }, { text: 'three' }],
    });
    await stage.run('one', config);
    await stage.run('two', config);
    const { requests } = await stage.run('three');
    expect(config).toEqual({ model: 'configured', effort: 'low' });
    expect(requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['configured', 'low'],
      ['big', undefined],
      ['configured', 'low'],
      ['scripted', undefined],
    ]);
  });

  it('a model routed for one request is not what it starts from', async () => {
    const { requests } = await runScripted({
      mods: {
        m: {
          beforeModelRequest: ({ turnNumber }) => (turnNumber === 1 ? { model: 'once' } : undefined),
          prepareNextTurn: () => ({ effort: 'high' }),
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests[1]).toMatchObject({ model: 'scripted', effort: 'high' });
  });

  it('a malformed field is ignored, and the others count', async () => {
    const { requests, events } = await runScripted({
      mods: { m: { prepareNextTurn: () => ({ model: 'big', effort: 'extreme' }) as never } },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests[1]?.model).toBe('big');
    expect(requests[1]).not.toHaveProperty('effort');
    expect(modErrors(events)).toEqual([
      expect.stringContaining('"effort" must be minimal, low, medium, high, max or null'),
    ]);
  });
});

describe('setModel and setEffort', () => {
  it('show in getModel and decide the next request, for the rest of the session', async () => {
    const seen: unknown[] = [];
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          cmd.on('tool_completed', () => {
            cmd.setModel('chosen');
            cmd.setEffort('high');
            seen.push(cmd.getModel(), cmd.getEffort());
          });
        },
      },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }],
    });
    await stage.run();
    const { requests } = await stage.run();
    expect(seen).toEqual(['chosen', 'high']);
    expect(requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['scripted', undefined],
      ['chosen', 'high'],
      ['chosen', 'high'],
    ]);
  });

  it('are held until a session binds when a factory calls them; getters answer undefined until then', async () => {
    const seen: unknown[] = [];
    const { requests } = await runScripted({
      mods: {
        m: (cmd) => {
          cmd.setModel('early');
          cmd.setEffort('low');
          seen.push(cmd.getModel(), cmd.getEffort(), cmd.getSessionName());
        },
      },
    });
    expect(seen).toEqual([undefined, undefined, undefined]);
    expect(requests[0]).toMatchObject({ model: 'early', effort: 'low' });
  });

  it('setEffort(null) goes back to the model own effort', async () => {
    const { requests } = await runScripted({
      mods: { m: (cmd) => void cmd.on('session_start', () => cmd.setEffort(null)) },
      harness: { effort: 'high' },
    });
    expect(requests[0]).not.toHaveProperty('effort');
  });

  it('an effort that the model lacks becomes the nearest lower one, with one notice', async () => {
    const model = createScriptedModel({ turns: [calls(['echo']), { text: 'done' }] });
    const { requests, events } = await runScripted({
      harness: {
        effort: 'max',
        modelClient: {
          complete: model.complete,
          describe: (id) => ({ id, reasoningEfforts: ['low', 'medium'] }),
        },
      },
    });
    expect(requests.map(({ effort }) => effort)).toEqual(['medium', 'medium']);
    expect(ofType(events, 'notice')).toHaveLength(1);
  });
});
