import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf } from './support/try-example.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples');
const examples = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('examples', () => {
  it('are nine or more', () => {
    expect(examples.length).toBeGreaterThanOrEqual(9);
  });

  it('are all listed in the index, in order', () => {
    const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    expect([...index.matchAll(/^\| \[([\w-]+)\]\(\1\) +\|/gm)].map(([, name]) => name)).toEqual(examples);
  });

  it.each(examples)('%s is a mod, a script and a README whose one command uses both', (name) => {
    expect(readdirSync(join(FOLDER, name))).toEqual(
      expect.arrayContaining(['README.md', 'index.ts', 'script.json']),
    );
    expect(commandOf(name)).toMatch(
      new RegExp(`^npx cmd -p ".+" --mod examples/${name} --script examples/${name}/script\\.json\\b`),
    );
  });

  it.each(examples)('%s says its idea in three lines', (name) => {
    const readme = readFileSync(join(FOLDER, name, 'README.md'), 'utf8');
    const [heading, idea] = readme.split('\n\n');
    expect(heading).toMatch(/^# \S/);
    expect(idea?.split('\n')).toHaveLength(3);
  });

  it.each(examples)('%s is run by a test', (name) => {
    const tests = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.test.ts') && file !== 'every-example.test.ts')
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
    expect(tests.some((text) => text.includes(`playground('${name}')`))).toBe(true);
  });
});
