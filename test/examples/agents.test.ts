import { describe, expect, it } from 'vitest';
import { eventsOf, playground } from './support/try-example.ts';

describe('review-agent', () => {
  it('hands the review over to an agent that reads and cannot write, and adds up what it used', () => {
    const place = playground('review-agent');
    const before = place.read('examples/review-agent/sum.txt');
    const run = place.tryIt();
    expect(eventsOf(run, 'subagent_progress').map(({ toolName }) => toolName)).toEqual([
      'read_file',
      'write_file',
    ]);
    expect(eventsOf(run, 'tool_completed').map(({ toolName, result }) => [toolName, result])).toEqual([
      ['task', [{ type: 'text', text: expect.stringMatching(/sum\.txt:3: the loop begins at 1/) }]],
    ]);
    expect(place.read('examples/review-agent/sum.txt')).toBe(before);
    expect(eventsOf(run, 'subagent_stop')).toMatchObject([{ subagentType: 'reviewer', tokensUsed: 2100 }]);
    expect(eventsOf(run, 'notice')).toMatchObject([
      { message: expect.stringContaining('Reviews have used 2100 tokens') },
    ]);
    expect(eventsOf(run, 'run_end')[0]?.result).toMatchObject({ turnCount: 2, stopReason: 'end_turn' });
  });

  it('is what makes it possible: without the mod there is nobody to hand it to', () => {
    const run = playground('review-agent').tryIt({ withMod: false });
    expect(eventsOf(run, 'tool_errored')[0]?.error).toContain('There is no tool "task".');
    expect(eventsOf(run, 'subagent_start')).toEqual([]);
  });
});
