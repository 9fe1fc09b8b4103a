import { readFileSync } from 'node:fs';
import { INSPECT_CATALOGUE } from '@cmd-mods/inspect';
import { describe, expect, it } from 'vitest';

describe('the catalogue of errors', () => {
  const page = readFileSync(new URL('../../../docs/errors/inspect.md', import.meta.url), 'utf8');

  it('has a heading on the page for each code, and the page has no other', () => {
    expect([...page.matchAll(/^## (\S+)$/gm)].map(([, code]) => code)).toEqual(
      Object.keys(INSPECT_CATALOGUE),
    );
  });
});
