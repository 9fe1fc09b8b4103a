import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, place, runCli } from './support/run-cli.ts';

describe('the built-in mod titling in cmd -p', () => {
  const run = ['-p', 'hi', '--script', 'script.json', '--output', 'events', '--trace', 'trace.jsonl'];

  it('is off by default: a script is asked for its turns as before', async () => {
    const at = place();
    at.script({ text: 'hello' });
    const { code, stdout, stderr } = await runCli(at, run);
    expect([code, stderr]).toEqual([0, '']);
    expect(lines(stdout).map(({ type }) => type)).not.toContain('session_titled');
  });

  it('takes the next turn of the script once it is enabled', async () => {
    const at = place();
    at.script({ text: 'hello' }, { text: 'A greeting' });
    expect(await runCli(at, ['mods', 'enable', 'titling', '-g'])).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await runCli(at, run);
    expect([code, stderr]).toEqual([0, '']);
    expect(lines(stdout)).toContainEqual({ type: 'session_titled', title: 'A greeting' });
    const rows = lines(readFileSync(join(at.project, 'trace.jsonl'), 'utf8'));
    expect(rows.filter(({ kind }) => kind === 'request').map(({ purpose }) => purpose)).toEqual([
      'run',
      'title',
    ]);
  });
});
