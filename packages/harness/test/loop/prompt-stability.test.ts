import { type ModHooks, setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { calls, ofType, runScripted, type Scene } from '../support/run-scripted.ts';

const rounds: Scene['turns'] = [calls(['echo']), calls(['echo']), calls(['echo']), { text: 'done' }];

async function warnings(
  mods: Readonly<Record<string, ModHooks>>,
  more: Partial<Scene> = {},
): Promise<string[]> {
  const { events } = await runScripted({ mods, turns: rounds, ...more });
  return ofType(events, 'notice')
    .filter(({ level }) => level === 'warning')
    .map(({ message }) => message.split(' ')[0] ?? '');
}

describe('the stability of appended prompts', () => {
  it('a text that changes between rounds while state and model stay is a warning that names the mod', async () => {
    let round = 0;
    const changing = { appendSystemPrompt: () => `round ${++round}` };
    expect(await warnings({ stable: { appendSystemPrompt: () => 'same' }, changing })).toEqual([
      'mod:changing',
    ]);
  });

  it('each mod is named once in a run', async () => {
    let round = 0;
    const changing = { appendSystemPrompt: () => `${++round}` };
    expect(await warnings({ a: changing, b: changing })).toEqual(['mod:a', 'mod:b']);
  });

  it('a text that goes along with the modState slot of its mod is fine', async () => {
    let round = 0;
    const counting: ModHooks = {
      onTurnStart: ({ state }) => setModState({ state, modId: 'mod:m', value: { round: ++round } }),
      appendSystemPrompt: () => `${round}`,
    };
    expect(await warnings({ m: counting })).toEqual([]);
  });

  it('the slot of another mod does not excuse a change', async () => {
    let round = 0;
    const other: ModHooks = {
      onTurnStart: ({ state }) => setModState({ state, modId: 'mod:other', value: ++round }),
    };
    expect(await warnings({ other, m: { appendSystemPrompt: () => `${round}` } })).toEqual(['mod:m']);
  });

  it('a text that goes along with the model is fine', async () => {
    let round = 0;
    const routing: ModHooks = {
      beforeModelRequest: () => ({ model: `model-${++round}` }),
      appendSystemPrompt: () => `${round}`,
    };
    expect(await warnings({ m: routing })).toEqual([]);
  });

  it.each([
    ['comes', ['', 'now there', 'now there', 'now there']],
    ['goes', ['there', '', '', '']],
    ['comes and goes', ['there', '', 'there', '']],
  ])('a text that %s is a change too', async (_what, list) => {
    let round = 0;
    expect(await warnings({ m: { appendSystemPrompt: () => list[round++] } })).toEqual(['mod:m']);
  });

  it('a slot that is another object of the same value is the same', async () => {
    let round = 0;
    const m: ModHooks = {
      onTurnStart: ({ state }) => setModState({ state, modId: 'mod:m', value: { same: true } }),
      appendSystemPrompt: () => `${++round}`,
    };
    // The first change of the slot is from nothing to its value, before the first round.
    expect(await warnings({ m })).toEqual(['mod:m']);
  });

  it('several hooks of one mod count together', async () => {
    const { events, requests } = await runScripted({
      mods: {
        m: (cmd) => {
          cmd.hooks({ appendSystemPrompt: () => 'one' });
          cmd.hooks({ appendSystemPrompt: () => 'two' });
        },
      },
      turns: rounds,
    });
    expect(requests[0]?.system).toBe('BASE\n\none\n\ntwo');
    expect(ofType(events, 'notice')).toEqual([]);
  });
});
