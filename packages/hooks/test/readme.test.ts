import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deletion, letter, nobody } from './support/readme-example.ts';

describe('The README', () => {
  it('shows the example that is type-checked and run here', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    const shown = /```ts\n(.*?)```/s.exec(read('../README.md'))?.[1];
    expect(shown).toBe(read('support/readme-example.ts').replaceAll('export const', 'const'));
  });

  it('is right about what the example yields', () => {
    expect(letter).toEqual({ lines: ['From: ada', 'Hello'] });
    expect(deletion).toEqual({ block: true, reason: 'not yours' });
    expect(nobody).toBeUndefined();
  });
});
