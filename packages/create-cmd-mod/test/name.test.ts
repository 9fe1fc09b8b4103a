import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readName } from '../src/name.ts';

describe('a name for a mod', () => {
  it.each([
    ['guard', 'guard', 'guard'],
    ['line-guard-2', 'line-guard-2', 'line-guard-2'],
    ['@ada/line-guard', '@ada/line-guard', 'line-guard'],
  ])('%s fits', (text, packageName, modName) => {
    expect(readName(text)).toEqual({ packageName, modName });
  });

  it.each([
    ['Line Guard', 'line-guard'],
    ['lineGuard', 'line-guard'],
    ['line_guard', 'line-guard'],
    ['-guard-', 'guard'],
    ['a--b', 'a-b'],
    ['@Ada/Guard', '@ada/guard'],
    ['mods/guard', 'mods-guard'],
    ['ça va', 'ca-va'],
    ['', 'my-mod'],
    ['日本', 'my-mod'],
    ['index', 'index-mod'],
    ['node_modules', 'node-modules-mod'],
    ['--yes', 'yes'],
    ['a\nb', 'a-b'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('%j does not, and %s would', (text, suggestion) => {
    expect(readName(text)).toEqual({ reason: expect.stringMatching(/\.$/), suggestion });
  });

  it('is suggested for any text, and the suggestion fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const name = readName(text);
        if ('reason' in name)
          expect(readName(name.suggestion)).toHaveProperty('packageName', name.suggestion);
      }),
    );
  });
});
