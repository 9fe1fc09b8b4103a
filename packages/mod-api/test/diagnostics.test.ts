import { type Catalogue, type Diagnostic, diagnosticsOf, ModError } from '@cmd-mods/mod-api';
import { describe, expect, it, vi } from 'vitest';

const catalogue = {
  FILE_MISSING: { severity: 'error', title: 'A file is missing', fix: 'Check the path.' },
  FILE_EMPTY: { severity: 'warning', title: 'A file is empty', fix: 'Write something.' },
} as const satisfies Catalogue;

describe('diagnosticsOf', () => {
  const diagnostic = diagnosticsOf(catalogue);

  it('takes severity and advice from the catalogue', () => {
    expect(diagnostic('FILE_EMPTY', { message: 'a.txt is empty.' })).toEqual({
      code: 'FILE_EMPTY',
      severity: 'warning',
      message: 'a.txt is empty.',
      hint: 'Write something.',
    });
  });

  it('lets a place that knows better give its own advice', () => {
    const found = diagnostic('FILE_MISSING', { message: 'a.txt is missing.', hint: 'Did you mean b.txt?' });
    expect(found.hint).toBe('Did you mean b.txt?');
  });

  it('leaves out what is undefined, so that JSON and comparisons see only what is there', () => {
    const found = diagnostic('FILE_MISSING', {
      message: 'Gone.',
      where: undefined,
      mod: 'a',
      hint: undefined,
    });
    expect(Object.keys(found).toSorted()).toEqual(['code', 'hint', 'message', 'mod', 'severity']);
    expect(found.hint).toBe('Check the path.');
  });
});

describe('ModError', () => {
  const diagnostic: Diagnostic = { code: 'FILE_MISSING', severity: 'error', message: 'a.txt is missing.' };

  it('is an error that carries one diagnostic', () => {
    const error = new ModError(diagnostic);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ModError', message: 'a.txt is missing.', diagnostic });
    expect('cause' in error).toBe(false);
  });

  it('has the cause of its diagnostic', () => {
    const cause = new Error('ENOENT');
    expect(new ModError({ ...diagnostic, cause }).cause).toBe(cause);
  });

  it('is recognised across copies of the package', async () => {
    vi.resetModules();
    const copy = await import('@cmd-mods/mod-api');
    expect(copy.ModError).not.toBe(ModError);
    const foreign = new copy.ModError(diagnostic);
    expect(foreign instanceof ModError).toBe(false);
    expect(ModError.isInstance(foreign)).toBe(true);
  });

  it.each([undefined, null, 'ModError', new Error('a'), { diagnostic }])('is not %s', (value) => {
    expect(ModError.isInstance(value)).toBe(false);
  });
});
