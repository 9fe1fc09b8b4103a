import { describe, expect, it } from 'vitest';
import { calls, modErrors, only, runScripted, setStage } from '../support/run-scripted.ts';

const boom = () => {
  throw new Error('boom');
};

describe('the base system prompt', () => {
  it('of an embedder, as text, is what mods append to', async () => {
    const { requests } = await runScripted({
      mods: { m: { appendSystemPrompt: () => 'MORE' } },
      config: { systemPrompt: 'EMBEDDER' },
    });
    expect(requests[0]?.system).toBe('EMBEDDER\n\nMORE');
  });

  it('of an embedder, as a builder, is built each round from session, state and the pinned mode', async () => {
    const seen: unknown[] = [];
    const { requests, harness } = await runScripted({
      turns: [calls(['echo']), { text: 'done' }],
      config: {
        permissionMode: 'plan',
        systemPrompt: async ({ sessionId, state, permissionMode }) => {
          seen.push([sessionId, state.messages.length, permissionMode]);
          return `ROUND ${seen.length}`;
        },
      },
    });
    const id = harness.session?.id;
    expect(seen).toEqual([
      [id, 1, 'plan'],
      [id, 3, 'plan'],
    ]);
    expect(requests.map(({ system }) => system)).toEqual(['ROUND 1', 'ROUND 2']);
  });

  it('may be empty: then the appended texts are all', async () => {
    const { requests } = await runScripted({
      mods: { m: { appendSystemPrompt: () => 'ALL' } },
      config: { systemPrompt: '' },
    });
    expect(requests[0]?.system).toBe('ALL');
  });
});

describe('appendSystemPrompt', () => {
  it('joins every non-empty return with an empty line, in registration order, after the base prompt', async () => {
    const { requests } = await runScripted({
      mods: {
        a: { appendSystemPrompt: () => 'A' },
        empty: { appendSystemPrompt: () => '' },
        none: { appendSystemPrompt: () => undefined },
        b: { appendSystemPrompt: async () => 'B' },
      },
    });
    expect(requests[0]?.system).toBe('BASE\n\nA\n\nB');
  });

  it('may return a string or a promise', async () => {
    const { requests, events } = await runScripted({
      mods: {
        m: { appendSystemPrompt: () => new Promise((resolve) => setTimeout(() => resolve('LATER'), 1)) },
      },
    });
    expect(requests[0]?.system).toBe('BASE\n\nLATER');
    expect(modErrors(events)).toEqual([]);
  });

  it('sees the state after onTurnStart', async () => {
    const { requests } = await runScripted({
      mods: {
        m: {
          onTurnStart: ({ state }) => ({ ...state, modState: { 'mod:m': 'ready' } }),
          appendSystemPrompt: ({ state }) => String(state.modState['mod:m']),
        },
      },
    });
    expect(requests[0]?.system).toBe('BASE\n\nready');
  });

  it('a throw or a non-string appends nothing', async () => {
    const { requests, events } = await runScripted({
      mods: {
        bad: { appendSystemPrompt: boom },
        worse: { appendSystemPrompt: () => ['A'] as never },
        good: { appendSystemPrompt: () => 'GOOD' },
      },
    });
    expect(requests[0]?.system).toBe('BASE\n\nGOOD');
    expect(modErrors(events)).toEqual([
      'bad appendSystemPrompt: boom',
      'worse appendSystemPrompt: appendSystemPrompt: the return must be a string, not an array',
    ]);
  });
});

describe('transformSystemPrompt', () => {
  it('receives the full prompt, base and every append, and returns the prompt to send', async () => {
    const seen: string[] = [];
    const { requests } = await runScripted({
      mods: {
        editing: {
          transformSystemPrompt: ({ system }) => {
            seen.push(system);
            return system.replace('BASE', 'EDITED');
          },
        },
        appending: { appendSystemPrompt: () => 'MORE' },
      },
    });
    expect(seen).toEqual(['BASE\n\nMORE']);
    expect(requests[0]?.system).toBe('EDITED\n\nMORE');
  });

  it('fires once per round, after every appendSystemPrompt', async () => {
    const hooks = { appendSystemPrompt: () => 'x', transformSystemPrompt: () => undefined };
    const { log } = await runScripted({ mods: { a: hooks, b: hooks } });
    expect(only(log, 'appendSystemPrompt', 'transformSystemPrompt')).toEqual([
      'appendSystemPrompt a',
      'appendSystemPrompt b',
      'transformSystemPrompt a',
      'transformSystemPrompt b',
    ]);
  });

  it('is threaded: each mod sees the text that the mod before it returned', async () => {
    const { requests } = await runScripted({
      mods: {
        a: { transformSystemPrompt: ({ system }) => `${system}-a` },
        b: { transformSystemPrompt: async ({ system }) => `${system}-b` },
      },
    });
    expect(requests[0]?.system).toBe('BASE-a-b');
  });

  it('may drop everything', async () => {
    const { requests } = await runScripted({ mods: { m: { transformSystemPrompt: () => '' } } });
    expect(requests[0]?.system).toBe('');
  });

  it('a throw or a non-string keeps the prompt as the mod before had it', async () => {
    const { requests, events } = await runScripted({
      mods: {
        a: { transformSystemPrompt: ({ system }) => `${system}-a` },
        bad: { transformSystemPrompt: boom },
        worse: { transformSystemPrompt: () => ({ system: 'x' }) as never },
      },
    });
    expect(requests[0]?.system).toBe('BASE-a');
    expect(modErrors(events)).toHaveLength(2);
  });

  it('its changes hold in the next round when a tool changes the active tools', async () => {
    let setActive: (names: readonly string[]) => void = () => {};
    const { requests } = await (
      await setStage({
        mods: {
          m: (cmd) => {
            setActive = cmd.setActiveTools;
            cmd.hooks({
              appendSystemPrompt: () => 'MORE',
              transformSystemPrompt: ({ system }) => `${system} EDITED`,
              afterToolCall: () => setActive([]),
            });
          },
        },
        turns: [calls(['echo']), { text: 'done' }],
      })
    ).run();
    expect(requests.map(({ system, tools }) => [system, tools.length])).toEqual([
      ['BASE\n\nMORE EDITED', 1],
      ['BASE\n\nMORE EDITED', 0],
    ]);
  });
});
