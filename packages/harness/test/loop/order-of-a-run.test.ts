import { describe, expect, it } from 'vitest';
import { everyHook } from '../support/every-hook.ts';
import { calls, ofType, runScripted, setStage } from '../support/run-scripted.ts';

describe('the order of a run', () => {
  it('is that of the page: round for round, hook for hook, event for event', async () => {
    const { log } = await runScripted({
      mods: { m: everyHook },
      turns: [calls(['echo', { a: 1 }]), { text: 'done', thinking: 'hm' }],
    });
    expect(log.map((line) => line.replace(/ m$/, ' ◆'))).toEqual([
      'session_start',
      'transformMessage ◆',
      'run_start',

      'onTurnStart ◆',
      'turn_start',
      'beforeModelRequest ◆',
      'appendSystemPrompt ◆',
      'transformSystemPrompt ◆',
      'transformContext ◆',
      'message_start',
      'model_request_start',
      'request',
      'message_update',
      'transformTextDelta ◆',
      'model_request_end',
      'message_end',
      'transformMessage ◆',
      'tool_queued',
      'beforeToolCall ◆',
      'tool_running',
      'afterToolCall ◆',
      'tool_completed',
      'transformMessage ◆',
      'onTurnEnd ◆',
      'turn_end',
      'commit',
      'shouldStopAfterTurn ◆',
      'prepareNextTurn ◆',

      'onTurnStart ◆',
      'turn_start',
      'beforeModelRequest ◆',
      'appendSystemPrompt ◆',
      'transformSystemPrompt ◆',
      'transformContext ◆',
      'message_start',
      'model_request_start',
      'request',
      'thinking_start',
      'thinking_delta',
      'thinking_end',
      'message_update',
      'transformTextDelta ◆',
      'text_delta',
      'message_update',
      'transformTextDelta ◆',
      'model_request_end',
      'message_end',
      'transformMessage ◆',
      'onTurnEnd ◆',
      'turn_end',
      'commit',
      'shouldStopAfterTurn ◆',
      'onStop ◆',
      'onRunEnd ◆',
      'run_end',
    ]);
  });

  it('has run_start with the session, and run_end with the result', async () => {
    const { events, result, harness } = await runScripted({ turns: [{ text: 'hello' }] });
    expect(ofType(events, 'run_start')).toEqual([{ type: 'run_start', sessionId: harness.session?.id }]);
    expect(ofType(events, 'run_end')).toEqual([{ type: 'run_end', result }]);
    expect(result).toMatchObject({ finalText: 'hello', stopReason: 'end_turn', turnCount: 1 });
  });

  it('counts turns from 1 in each run', async () => {
    const stage = await setStage({ turns: [calls(['echo']), { text: 'one' }, { text: 'two' }] });
    await stage.run();
    const { events } = await stage.run();
    expect(ofType(events, 'turn_start').map(({ turnNumber }) => turnNumber)).toEqual([1, 2, 1]);
  });
});
