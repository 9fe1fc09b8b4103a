import { describe, expect, it } from 'vitest';
import { calls, only, runScripted } from '../support/run-scripted.ts';

const endless = Array(200).fill(calls(['echo']));

describe('maxTurns', () => {
  it('stops the run with max_turns after that many turns, each of them committed', async () => {
    const { result, commits, requests } = await runScripted({ turns: endless, config: { maxTurns: 3 } });
    expect(result).toMatchObject({ stopReason: 'max_turns', turnCount: 3 });
    expect(commits).toHaveLength(3);
    expect(requests).toHaveLength(3);
  });

  it('is 100 when left out', async () => {
    const { result } = await runScripted({ turns: endless });
    expect(result).toMatchObject({ stopReason: 'max_turns', turnCount: 100 });
  });

  it('comes after shouldStopAfterTurn and before onStop', async () => {
    const hooks = { shouldStopAfterTurn: () => false, onStop: () => ({ continue: true }) };
    const { result, log } = await runScripted({ mods: { m: hooks }, config: { maxTurns: 1 } });
    expect(result.stopReason).toBe('max_turns');
    expect(only(log, 'shouldStopAfterTurn', 'onStop')).toEqual(['shouldStopAfterTurn m']);
  });

  it('a stop_hook in the last allowed turn is a stop_hook', async () => {
    const { result } = await runScripted({
      mods: { m: { shouldStopAfterTurn: () => true } },
      config: { maxTurns: 1 },
    });
    expect(result.stopReason).toBe('stop_hook');
  });
});
