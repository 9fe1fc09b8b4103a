import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = new URL('../../src/', import.meta.url);
const page = readFileSync(new URL('../../../../docs/errors/harness.md', import.meta.url), 'utf8');

/** Every code that a source gives to an error of a request. */
function codes(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const found = files.flatMap((name) =>
    [
      ...readFileSync(new URL(name, source), 'utf8').matchAll(/(?:ModelError|SetupError)\(\s*'([A-Z_]+)'/g),
    ].map(([, code]) => code ?? ''),
  );
  return [...new Set(found)].sort();
}

describe('the table of errors of a model request', () => {
  it('has every code that a request may fail with, and no other', () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual(codes());
  });
});
