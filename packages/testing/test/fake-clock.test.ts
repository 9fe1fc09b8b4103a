import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../src/fake-clock.ts';

describe('the fake clock', () => {
  it('stands still until it is moved', async () => {
    const clock = createFakeClock();
    const heard: string[] = [];
    clock.after(10, () => heard.push('after'));
    await clock.advance(9);
    expect([heard, clock.now, clock.waiting]).toEqual([[], 9, 1]);
    await clock.advance(1);
    expect([heard, clock.now, clock.waiting]).toEqual([['after'], 10, 0]);
  });

  it('lets timers go off in the order of their times, each seeing its own', async () => {
    const clock = createFakeClock();
    const heard: string[] = [];
    clock.every(10, () => heard.push(`every ${clock.now}`));
    clock.after(20, () => heard.push(`after ${clock.now}`));
    clock.after(5, () => heard.push(`first ${clock.now}`));
    await clock.advance(30);
    expect(heard).toEqual(['first 5', 'every 10', 'after 20', 'every 20', 'every 30']);
  });

  it('lets a timer stop another, and start one that is due in the same move', async () => {
    const clock = createFakeClock();
    const heard: string[] = [];
    const stop = clock.after(20, () => heard.push('stopped'));
    clock.after(10, () => {
      stop();
      clock.after(5, () => heard.push('started'));
    });
    await clock.advance(20);
    expect(heard).toEqual(['started']);
  });

  it('has waited for what a callback began when advance resolves', async () => {
    const clock = createFakeClock();
    let isDone = false;
    clock.after(1, async () => {
      await Promise.resolve();
      isDone = true;
    });
    await clock.advance(1);
    expect(isDone).toBe(true);
  });

  it.each([0, -1, Number.NaN])('takes a wait of %d for a millisecond, so that it never hangs', async (ms) => {
    const clock = createFakeClock();
    let count = 0;
    const stop = clock.every(ms, () => {
      count += 1;
    });
    await clock.advance(3);
    stop();
    expect(count).toBe(3);
  });

  it('comes to the same however a move is cut into pieces', async () => {
    const heardAfter = async (moves: readonly number[]) => {
      const clock = createFakeClock();
      const heard: string[] = [];
      for (const ms of [3, 7, 7]) clock.every(ms, () => heard.push(`${ms} at ${clock.now}`));
      for (const ms of moves) await clock.advance(ms);
      return heard;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 6 }), async (moves) => {
        const whole = moves.reduce((sum, ms) => sum + ms, 0);
        expect(await heardAfter(moves)).toEqual(await heardAfter([whole]));
      }),
      { numRuns: 30 },
    );
  });
});
