import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { cmdOf } from '../support/cmd-of.ts';
import { tempFolder } from '../support/run-scripted.ts';

describe('flags', () => {
  it('--mod-option name=value is what getFlag gives once all factories ran; inside a factory it is the default', async () => {
    const seen: unknown[] = [];
    const { host, cmd } = await cmdOf((api) => {
      api.addFlag('who', { type: 'string', default: 'nobody' });
      api.addFlag('loud', { type: 'boolean' });
      seen.push(api.getFlag('who'), api.getFlag('loud'));
    });
    expect(
      host.applyFlags(
        new Map([
          ['who', 'me'],
          ['loud', 'true'],
        ]),
      ),
    ).toEqual([]);
    expect([...seen, cmd.getFlag('who'), cmd.getFlag('loud')]).toEqual(['nobody', undefined, 'me', true]);
  });

  it('flags of several mods are all known', async () => {
    const host = createModHost({ cwd: tempFolder() });
    for (const name of ['a', 'b']) {
      await host.register({ name, factory: (cmd) => void cmd.addFlag(`of-${name}`, { type: 'string' }) });
    }
    expect(
      host.applyFlags(
        new Map([
          ['of-a', '1'],
          ['of-b', '2'],
        ]),
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'an unknown one, with the nearest',
      new Map([['lout', 'true']]),
      'FLAG_UNKNOWN',
      'No mod has an option "lout".',
      'Did you mean "loud"?',
    ],
    [
      'text for a boolean',
      new Map([['loud', 'yes']]),
      'FLAG_INVALID',
      'The option "loud" of the mod "m" is "true" or "false", not "yes".',
      'Give',
    ],
  ])('%s is a warning', async (_what, values, code, message, hint) => {
    const { host } = await cmdOf((api) => void api.addFlag('loud', { type: 'boolean' }));
    expect(host.applyFlags(values)).toMatchObject([
      { code, message, severity: 'warning', hint: expect.stringContaining(hint) },
    ]);
    expect(host.diagnostics()).toHaveLength(1);
  });

  it('"false" is false, and a string flag keeps its text', async () => {
    const { host, cmd } = await cmdOf((api) => {
      api.addFlag('b', { type: 'boolean', default: true });
      api.addFlag('s', { type: 'string' });
    });
    host.applyFlags(
      new Map([
        ['b', 'false'],
        ['s', 'true'],
      ]),
    );
    expect([cmd.getFlag('b'), cmd.getFlag('s'), cmd.getFlag('none')]).toEqual([false, 'true', undefined]);
  });
});
