import { describe, expect, it } from 'vitest';
import { throwingHooks } from './support/hooks.ts';

const TIMES = 20_000;

/**
 * Bytes on the heap per call: the median over many batches, so that a batch in which the garbage collector ran, or
 * the compiler allocated something, does not count.
 */
function bytesPerCall(work: () => unknown): number {
  const samples = Array.from({ length: 41 }, () => {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < TIMES; i += 1) work();
    return (process.memoryUsage().heapUsed - before) / TIMES;
  });
  return samples.sort((one, other) => one - other)[20] ?? Number.NaN;
}

describe('An event without handlers', () => {
  const hooks = throwingHooks();
  hooks.on('bash', () => undefined);
  const event = { type: 'stop' } as const;

  it('costs no allocation', () => {
    expect(bytesPerCall(() => hooks.emit(event))).toBeLessThan(1);
    expect(bytesPerCall(() => hooks.emitSync({ type: 'tick' }))).toBeLessThan(1);
  });

  it('would be found out if it did', () => {
    const kept: unknown[] = [undefined];
    expect(bytesPerCall(() => (kept[0] = Promise.resolve(hooks.emit(event))))).toBeGreaterThan(16);
  });
});
