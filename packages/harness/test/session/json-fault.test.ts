import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../src/session/index.ts';
import { withoutJsonFaults } from '../../src/session/json-fault.ts';

const cycle: Record<string, unknown> = { list: [] };
(cycle.list as unknown[]).push(cycle);
let deep: unknown = 'end';
for (let level = 0; level < 50_000; level += 1) deep = [deep];
class Thing {
  readonly n = 1;
}

describe('a value that does not survive JSON', () => {
  it.each<[string, unknown, string, string]>([
    ['undefined', undefined, '', 'undefined'],
    ['a function', { a: { b: () => 1 } }, 'a.b', 'a function'],
    ['a symbol', [Symbol('s')], '[0]', 'a symbol'],
    ['a BigInt', { a: [1n] }, 'a[0]', 'a BigInt'],
    ['NaN', Number.NaN, '', 'NaN'],
    ['an infinity', [0, Number.POSITIVE_INFINITY], '[1]', 'Infinity'],
    ['undefined in a list', [1, undefined], '[1]', 'undefined'],
    ['a hole', Object.assign([], { length: 1 }), '[0]', 'undefined'],
    ['a date', { at: new Date(0) }, 'at', 'an instance of Date'],
    ['a map', new Map(), '', 'an instance of Map'],
    ['an object of a class', { thing: new Thing() }, 'thing', 'an instance of Thing'],
    ['an object with toJSON', { toJSON: () => 1 }, '', 'an object with toJSON'],
    ['a cycle', cycle, 'list[0]', 'a cycle'],
  ])('is %s', (_what, value, path, problem) => {
    expect(findJsonFault(value)).toEqual({ path, problem });
  });

  it('is one with too many levels', () => {
    expect(findJsonFault(deep)?.problem).toBe('more than 1000 levels');
  });

  it('is one whose getter throws', () => {
    const value = {
      get a(): never {
        throw new Error('no');
      },
    };
    expect(findJsonFault(value)?.problem).toContain('no');
  });
});

describe('a value that survives JSON', () => {
  const shared = { a: 1 };
  it.each<[string, unknown]>([
    ['null', null],
    ['a value in two places', [shared, shared]],
    ['an absent property', { a: undefined }],
    ['an object without prototype', Object.create(null)],
    ['an object of another realm', runInNewContext('({a: [1]})')],
  ])('is %s', (_what, value) => {
    expect(findJsonFault(value)).toBeUndefined();
  });

  it('comes back equal', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          if (findJsonFault(value) !== undefined) return;
          // -0 is 0 in JSON; that loss is no fault.
          expect(JSON.stringify(JSON.parse(JSON.stringify(value)))).toEqual(JSON.stringify(value));
          expect(JSON.parse(JSON.stringify(value))).toEqual(withoutNegativeZero(value));
        },
      ),
    );
  });
});

describe('a copy without JSON faults', () => {
  it('has none, whatever the value', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(fc.property(anything, (value) => findJsonFault(withoutJsonFaults(value)) === undefined));
    expect(findJsonFault(withoutJsonFaults([cycle, deep]))).toBeUndefined();
  });

  it('says what stood where', () => {
    expect(withoutJsonFaults({ a: [1n, 'kept'], b: cycle })).toEqual({
      a: ['[a BigInt]', 'kept'],
      b: { list: ['[a cycle]'] },
    });
  });
});

function withoutNegativeZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutNegativeZero(child)]));
}
