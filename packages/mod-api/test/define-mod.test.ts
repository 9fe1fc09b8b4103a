import { defineMod } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';

describe('defineMod', () => {
  it('gives the factory back as it is, and does not call it', () => {
    const factory = () => expect.unreachable('the host calls it');
    expect(defineMod(factory)).toBe(factory);
  });
});
