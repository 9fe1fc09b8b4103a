import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HARNESS_CATALOGUE } from '../src/index.ts';

const page = readFileSync(new URL('../../../docs/errors/harness.md', import.meta.url), 'utf8');
const sections = new Map(
  [...page.matchAll(/^## ([A-Z_]+)\n\n\*\*(\w+)\.\*\*/gm)].map(([, code, severity]) => [
    code,
    severity?.toLowerCase(),
  ]),
);

describe('the error page of the harness', () => {
  it('has a section for each code, in the order of the catalogue, and for nothing else', () => {
    expect([...sections.keys()]).toEqual(Object.keys(HARNESS_CATALOGUE));
  });

  it.each(Object.entries(HARNESS_CATALOGUE))('gives %s the severity that it has', (code, { severity }) => {
    expect(sections.get(code)).toBe(severity);
  });
});
