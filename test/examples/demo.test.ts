import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DEMO = resolve(import.meta.dirname, '../../scripts/demo.mjs');

describe('npm run demo', () => {
  const lines = execFileSync(process.execPath, [DEMO], { encoding: 'utf8' }).split('\n');
  const said = (label: string) =>
    lines.filter((line) => line.trimStart().startsWith(label)).map((line) => line.slice(23));

  it('shows what the model wanted, and what came of it with and without the mod', () => {
    expect(said('the model asks for')).toEqual(Array(2).fill('shell_command: rm -rf scratch'));
    expect(said('the command runs')).toEqual(['no', 'yes']);
    expect(said('files afterwards')).toEqual([
      'budget.csv, letters.txt, photos.zip',
      'none, scratch/ is gone',
    ]);
  });

  it('is plain text that fits a terminal', () => {
    const text = lines.join('\n');
    expect(text).toMatch(/^[\n -~]*$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });
});
