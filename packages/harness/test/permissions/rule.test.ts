import { ModError } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPermissionRule, parsePermissionRule } from '../../src/permissions/rule.ts';
import { literalOfGlob, matchesTextGlob } from '../../src/permissions/text-glob.ts';

const toolName = fc.stringMatching(/^[\w.:/-]{1,12}$/);
const pattern = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text === text.trim());

describe('a permission rule', () => {
  it('is read back as it was written, whatever the pattern holds', () => {
    fc.assert(
      fc.property(toolName, fc.option(pattern), (name, glob) => {
        const rule = { toolName: name, pattern: glob };
        expect(parsePermissionRule(formatPermissionRule(rule))).toEqual(rule);
      }),
    );
  });

  it('reads any text or says at which column it cannot', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '(', ')', ' ', '*', '\\', '\n', '_') }), (text) => {
        try {
          const rule = parsePermissionRule(text);
          expect(formatPermissionRule(rule)).toBe(text.trim());
        } catch (error) {
          expect(ModError.isInstance(error) && error.diagnostic.code).toBe('PERMISSION_RULE_INVALID');
          const column = Number(/column (\d+)/.exec((error as Error).message)?.[1]);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual(text.length + 1);
        }
      }),
    );
  });

  it.each([
    ['read_file', { toolName: 'read_file', pattern: null }],
    ['  read_file ', { toolName: 'read_file', pattern: null }],
    ['shell_command(git *)', { toolName: 'shell_command', pattern: 'git *' }],
    ['shell_command(echo (a) b)', { toolName: 'shell_command', pattern: 'echo (a) b' }],
    ['mcp:jira/create-issue', { toolName: 'mcp:jira/create-issue', pattern: null }],
  ])('%j is read', (text, rule) => {
    expect(parsePermissionRule(text)).toEqual(rule);
  });

  it.each([
    ['', /column 1: the name of a tool is missing/],
    ['   ', /column 1: the name of a tool is missing/],
    ['(git *)', /column 1: a rule begins with the name of one tool/],
    ['*', /column 1: a rule begins with the name of one tool/],
    ['shell command', /column 6: .* comes "\(" or nothing, not " "/],
    ['shell_command(git *', /column 20: the "\)" that ends the pattern is missing/],
    ['shell_command(git *) x', /column 23: the "\)" that ends the pattern is missing/],
    ['shell_command()', /column 15: the pattern is empty; leave the parentheses out/],
    ['shell_command(git )', /column 15: the pattern begins or ends with white space/],
  ])('%j cannot be read, and the error says where and why', (text, message) => {
    expect(() => parsePermissionRule(text)).toThrow(message);
  });
});

describe('a glob over text', () => {
  it.each([
    ['git *', 'git add a/b', true],
    ['git *', 'git', false],
    ['git *', 'gitk x', false],
    ['git*', 'git', true],
    ['*', '', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a\\*c', 'a*c', true],
    ['a\\*c', 'abc', false],
    ['a[b]{c}', 'a[b]{c}', true],
    ['*x*y', 'axbxcy', true],
    ['GIT *', 'git x', false],
    ['😀?', '😀é', true],
  ])('%j on %j: %j', (glob, text, isMatch) => {
    expect(matchesTextGlob(glob, text)).toBe(isMatch);
  });

  it('agrees with the regular expression that it stands for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(letters, text, (glob, subject) => {
        const expression = new RegExp(`^${glob.replaceAll('?', '.').replaceAll('*', '.*')}$`);
        expect(matchesTextGlob(glob, subject)).toBe(expression.test(subject));
      }),
      { numRuns: 500 },
    );
  });

  it('does not run away on many stars', () => {
    expect(matchesTextGlob('*a'.repeat(40), `${'a'.repeat(3000)}b`)).toBe(false);
  });

  it('stands for one text when it holds no wildcard', () => {
    expect([literalOfGlob('a\\*b'), literalOfGlob('a*b'), literalOfGlob('a?')]).toEqual([
      'a*b',
      undefined,
      undefined,
    ]);
  });
});
