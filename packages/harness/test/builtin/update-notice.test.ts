import { describe, expect, it } from 'vitest';
import { createUpdateNotice, type NewerVersion } from '../../src/builtin/index.ts';
import { createModHost } from '../../src/index.ts';
import { ofType, setStage, tempFolder } from '../support/run-scripted.ts';

const HOUR = 60 * 60 * 1000;
const A: NewerVersion = { name: 'npm:a', from: '1.0.0', to: '1.1.0' };
const B: NewerVersion = { name: 'npm:b', from: '2.0.0', to: '3.0.0' };

/** What sessions say that start at these hours, one after the other, in one home. */
async function said(...starts: readonly (readonly [hour: number, known: readonly NewerVersion[]])[]) {
  const storeFolder = tempFolder();
  const all: string[][] = [];
  for (const [hour, known] of starts) {
    const host = createModHost({ cwd: tempFolder(), storeFolder });
    const factory = createUpdateNotice({ known: async () => known, now: () => hour * HOUR });
    await host.register({ name: 'update-notice', factory, builtin: true });
    const { events, harness } = await setStage({ host });
    await harness.dispose();
    expect(ofType(events, 'mod_error')).toEqual([]);
    all.push(ofType(events, 'notice').map(({ level, message }) => `${level} ${message}`));
  }
  return all;
}

describe('the mod update-notice', () => {
  it('says at the start what is newer, in one notice', async () => {
    expect(await said([0, [A, B]])).toEqual([
      ['info Newer: npm:a 1.0.0 -> 1.1.0, npm:b 2.0.0 -> 3.0.0. Take over with: cmd mods update'],
    ]);
  });

  it('says nothing when nothing is known', async () => {
    expect(await said([0, []])).toEqual([[]]);
  });

  it('says each thing once a day, and a newer one at once', async () => {
    const next = { ...A, to: '1.2.0' };
    const lines = await said([0, [A]], [1, [A]], [2, [A, B]], [3, [next]], [25, [next, B]], [30, [next]]);
    expect(lines.map((notices) => notices.map((line) => /Newer: (.*)\. Take/.exec(line)?.[1]))).toEqual([
      ['npm:a 1.0.0 -> 1.1.0'],
      [],
      ['npm:b 2.0.0 -> 3.0.0'],
      ['npm:a 1.0.0 -> 1.2.0'],
      [],
      ['npm:a 1.0.0 -> 1.2.0'],
    ]);
  });

  it('says it again after a clock that was set back', async () => {
    expect((await said([100, [A]], [5, [A]])).map(({ length }) => length)).toEqual([1, 1]);
  });
});
