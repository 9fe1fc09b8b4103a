import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/choose.ts';

async function answered(
  text: string,
): Promise<{ readonly place: number | undefined; readonly shown: string }> {
  const output = new PassThrough();
  const { signal } = new AbortController();
  const place = await choose('Which?', ['one', 'two'], { input: Readable.from([text]), output, signal });
  return { place, shown: String(output.read()) };
}

describe('asking a person to choose', () => {
  it('numbers the choices', async () => {
    expect((await answered('1\n')).shown).toBe('Which?\n  1. one\n  2. two\nNumber (empty for none): ');
  });

  it.each([
    ['1\n', 0],
    [' 2 \n', 1],
    ['\n', undefined],
    ['3\n', undefined],
    ['0\n', undefined],
    ['-1\n', undefined],
    ['two\n', undefined],
    ['', undefined],
  ])('takes %j for %s', async (text, place) => {
    expect((await answered(text)).place).toBe(place);
  });

  it('ends when the person interrupts', async () => {
    const stop = new AbortController();
    const streams = { input: new PassThrough(), output: new PassThrough(), signal: stop.signal };
    const asking = choose('Which?', ['one'], streams);
    stop.abort();
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  });
});
