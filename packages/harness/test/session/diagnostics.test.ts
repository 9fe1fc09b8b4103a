import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SESSION_CATALOGUE } from '../../src/session/index.ts';

describe('the error pages', () => {
  it('have a section for each code of the session store, and for nothing else', () => {
    const page = readFileSync(new URL('../../../../docs/errors/harness-session.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code);
    expect(sections).toEqual(Object.keys(SESSION_CATALOGUE));
  });
});
