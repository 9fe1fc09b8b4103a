import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PERMISSION_CATALOGUE } from '../../src/permissions/diagnostics.ts';
import { PROCESS_CATALOGUE } from '../../src/process/diagnostics.ts';
import { MAX_COLLECTED } from '../../src/process/exec.ts';

describe('docs/errors/harness-tools.md', () => {
  const page = readFileSync(new URL('../../../../docs/errors/harness-tools.md', import.meta.url), 'utf8');

  it('has a section for every code, and no other', () => {
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code);
    const codes = [...Object.keys(PERMISSION_CATALOGUE), ...Object.keys(PROCESS_CATALOGUE)];
    expect(sections).toEqual(codes);
  });

  it('states how much output is collected', () => {
    expect(page).toContain(MAX_COLLECTED.toLocaleString('en'));
  });
});
