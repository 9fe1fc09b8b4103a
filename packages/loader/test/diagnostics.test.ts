import { readFileSync } from 'node:fs';
import { HARNESS_CATALOGUE } from '@cmd-mods/harness';
import { describe, expect, it } from 'vitest';
import { PIPELINE_CATALOGUE } from '../src/pipeline/diagnostics.ts';
import { SOURCE_CATALOGUE } from '../src/sources/diagnostics.ts';

describe('the catalogue of the loading pipeline', () => {
  const page = readFileSync(new URL('../../../docs/errors/loader.md', import.meta.url), 'utf8');

  it('has a section in docs/errors/loader.md for each code, in the same order, and none besides', () => {
    const headings = [...page.matchAll(/^## (\S+)$/gm)].map(([, code]) => code);
    expect(headings).toEqual(Object.keys(PIPELINE_CATALOGUE));
  });

  it('says in each section how bad it is', () => {
    for (const [code, { severity }] of Object.entries(PIPELINE_CATALOGUE)) {
      const section = page.split(`## ${code}\n`)[1]?.split('\n## ')[0] ?? '';
      const word = `**${severity.charAt(0).toUpperCase()}${severity.slice(1)}.**`;
      expect(`${code} ${section.trim().slice(0, word.length)}`).toBe(`${code} ${word}`);
    }
  });

  it('shares no code with the other catalogues', () => {
    const others = new Set([...Object.keys(SOURCE_CATALOGUE), ...Object.keys(HARNESS_CATALOGUE)]);
    expect(Object.keys(PIPELINE_CATALOGUE).filter((code) => others.has(code))).toEqual([]);
  });

  it('has a title and a fix for each code, as sentences', () => {
    for (const { title, fix } of Object.values(PIPELINE_CATALOGUE)) {
      expect([/^[A-Z].*[^.]$/.test(title), /^[A-Z]/.test(fix)]).toEqual([true, true]);
    }
  });
});
