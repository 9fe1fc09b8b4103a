import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSession, SESSION_CATALOGUE } from '../../src/session/index.ts';
import { fileOf, textsOf } from './support/sessions.ts';

describe('the error pages', () => {
  it('have a section for each code of the session store, and for nothing else', () => {
    const page = readFileSync(new URL('../../../../docs/errors/harness-session.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code);
    expect(sections).toEqual(Object.keys(SESSION_CATALOGUE));
  });
});

describe('the page about sessions', () => {
  it('shows a file that opens without complaint', () => {
    const page = readFileSync(new URL('../../../../docs/sessions.md', import.meta.url), 'utf8');
    const session = openSession(fileOf(/```jsonl\n(.+?)```/s.exec(page)?.[1] ?? ''));
    expect(session.diagnostics).toEqual([]);
    expect(textsOf(session.state())).toEqual(['hi', 'Remember the tests.', 'hello']);
    expect(session.pendingCustomMessages([])).toEqual([]);
    expect(session.getName()).toBe('A short talk');
  });
});
