import { describe, expect, it } from 'vitest';
import { isColoured } from '../src/render/colours.ts';
import { diagnosticText } from '../src/render/diagnostic-text.ts';

describe('colour', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ CI: 'true' }, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('with %j on a terminal (%s): %s', (env, isTerminal, expected) => {
    expect(isColoured(env, isTerminal)).toBe(expected);
  });

  it('marks severity and code of a diagnostic, and leaves them plain where there is none', () => {
    const found = { code: 'A_CODE', severity: 'error', message: 'It broke.' } as const;
    expect(diagnosticText(found, true)).toBe(
      '\u001b[31merror\u001b[39m It broke. \u001b[2mA_CODE\u001b[22m\n',
    );
    expect(diagnosticText(found)).toBe('error It broke. A_CODE\n');
  });
});
