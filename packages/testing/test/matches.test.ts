import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPartial, matchesText } from '../src/matches.ts';

describe('a partial match', () => {
  it.each([
    { actual: { a: 1, b: 2 }, partial: { a: 1 }, is: true },
    { actual: { a: { b: 1, c: 2 } }, partial: { a: { b: 1 } }, is: true },
    { actual: { a: 1 }, partial: { a: 2 }, is: false },
    { actual: { a: 1 }, partial: { b: undefined }, is: true },
    { actual: [{ a: 1, b: 2 }], partial: [{ a: 1 }], is: true },
    { actual: [1, 2], partial: [1], is: false },
    { actual: { 0: 1, length: 1 }, partial: [1], is: false },
    { actual: 'text', partial: /^t/, is: true },
    { actual: 7, partial: /7/, is: false },
    { actual: null, partial: {}, is: false },
    { actual: { a: 'x' }, partial: { a: expect.any(String) }, is: true },
  ])('of $actual with $partial: $is', ({ actual, partial, is }) => {
    expect(matchesPartial(actual, partial)).toBe(is);
  });

  it('holds for any value with itself', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => matchesPartial(value, structuredClone(value))));
  });
});

it('a regular expression that remembers its place finds the same each time', () => {
  const sticky = /a/g;
  expect([matchesText('a', sticky), matchesText('a', sticky)]).toEqual([true, true]);
});
