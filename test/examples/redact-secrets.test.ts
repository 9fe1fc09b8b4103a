import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, type Playground, playground } from './support/try-example.ts';

const KEY = 'sk-example-not-a-real-key-0000';

/** Everything that the run's home folder holds: the session file is among it. */
function keptBy({ folder }: Playground): string {
  const home = join(folder, '../home');
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

function scripted(place: Playground, turn: object): void {
  const script = JSON.stringify({ turns: [turn] });
  writeFileSync(join(place.folder, 'examples/redact-secrets/script.json'), script);
}

describe('redact-secrets', () => {
  it('shows and keeps no key: not from a file, not from an answer that streams it in pieces', () => {
    const place = playground('redact-secrets');
    const run = place.tryIt();
    expect(run.stdout).not.toContain('example-not-a-real-key');
    expect(keptBy(place)).not.toContain('example-not-a-real-key');
    const shown = eventsOf(run, 'text_delta').map(({ delta }) => delta);
    expect(shown.join('')).toBe('The key is [redacted], and the region is north.');
    expect(eventsOf(run, 'tool_completed')[0]?.result).toEqual([
      expect.objectContaining({ text: expect.stringContaining('key = [redacted]') }),
    ]);
  });

  it('is what keeps it out: without the mod the key is shown and kept', () => {
    const place = playground('redact-secrets');
    const run = place.tryIt({ withMod: false });
    expect(run.stdout).toContain(KEY);
    expect(keptBy(place)).toContain(KEY);
  });

  it('streams whole words as they come, not everything at the end', () => {
    const shown = eventsOf(playground('redact-secrets').tryIt(), 'text_delta');
    expect(shown.length).toBeGreaterThan(1);
  });

  it.each([1, 2, 3, 7, 13])('finds a key that is cut into chunks of %i', (size) => {
    const place = playground('redact-secrets');
    const text = `Use ${KEY}.`;
    const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    scripted(place, { deltas });
    const run = place.tryIt();
    expect(eventsOf(run, 'text_delta').every(({ delta }) => !delta.includes('-'))).toBe(true);
    expect(eventsOf(run, 'run_end')[0]?.result.finalText).toBe('Use [redacted].');
  });

  it('finds a key at the very end, and in an answer that does not stream', () => {
    for (const turn of [
      { deltas: ['Use sk-example', '-not-a-real-key-0000'] },
      { text: `Use ${KEY}`, stream: false },
    ]) {
      const place = playground('redact-secrets');
      scripted(place, turn);
      expect(eventsOf(place.tryIt(), 'run_end')[0]?.result.finalText).toBe('Use [redacted]');
    }
  });

  it('leaves words alone that only look like the beginning of a key', () => {
    const place = playground('redact-secrets');
    const text = 'A risk-assessment-of-many-things, sk-short, and a task-list-with-a-long-name.';
    scripted(place, { deltas: [text.slice(0, 4), text.slice(4)] });
    expect(eventsOf(place.tryIt(), 'run_end')[0]?.result.finalText).toBe(text);
  });

  it('cleans what a person types before the session keeps it', () => {
    const place = playground('redact-secrets');
    place.cmd(`-p "Use ${KEY} from now on" --mod examples/redact-secrets`);
    expect(keptBy(place)).toContain('Use [redacted] from now on');
    expect(keptBy(place)).not.toContain(KEY);
  });
});
