import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { boom, cmdOf } from '../support/cmd-of.ts';
import { modErrors, setStage, tempFolder } from '../support/run-scripted.ts';

describe('commands', () => {
  it('/name args runs the command with the raw text, the ui, the folder and exec', async () => {
    const { host } = await cmdOf(
      (cmd) =>
        void cmd.addCommand({
          name: 'x',
          handler: async ({ args, ui, cwd, exec }) => ({
            message: [args, typeof ui.confirm, cwd === host.cwd, typeof exec].join(' | '),
          }),
        }),
    );
    expect(await host.runCommand('x', 'a  b ')).toEqual({ message: 'a  b  | function | true | function' });
  });

  it('those of several mods all run, and getCommands names the mod of each', async () => {
    const host = createModHost({ cwd: tempFolder() });
    let list: unknown;
    for (const name of ['a', 'b']) {
      await host.register({
        name,
        factory: (cmd) => {
          cmd.addCommand({ name: `of-${name}`, description: 'd', handler: () => ({ message: name }) });
          list = cmd.getCommands();
        },
      });
    }
    expect(await host.runCommand('of-a', '')).toEqual({ message: 'a' });
    expect(await host.runCommand('of-b', '')).toEqual({ message: 'b' });
    expect(list).toEqual([
      { name: 'of-a', description: 'd', mod: 'a' },
      { name: 'of-b', description: 'd', mod: 'b' },
    ]);
  });

  it('one that nobody has gives undefined', async () => {
    const { host } = await cmdOf();
    expect(host.runCommand('none', '')).toBeUndefined();
  });

  it.each([
    ['nothing', undefined, {}],
    ['null', null, {}],
    ['a prompt', { prompt: 'p' }, { prompt: 'p' }],
    ['fields of the wrong type', { message: 5, prompt: {} }, {}],
  ])('an answer of %s', async (_what, answer, expected) => {
    const { host } = await cmdOf((cmd) => void cmd.addCommand({ name: 'x', handler: () => answer as never }));
    expect(await host.runCommand('x', '')).toEqual(expected);
  });

  it('an answer that is no object counts as nothing and is reported', async () => {
    const { harness, events } = await setStage({
      mods: { m: (cmd) => void cmd.addCommand({ name: 'x', handler: () => 'text' as never }) },
    });
    expect(await harness.command('x', '')).toEqual({});
    expect(modErrors(events)).toEqual([
      'm command:x: A command answers with {message?, prompt?}, not with a string.',
    ]);
  });

  it('a throw is reported and handed on', async () => {
    const { harness, events } = await setStage({
      mods: { m: (cmd) => void cmd.addCommand({ name: 'x', handler: async () => boom() }) },
    });
    await expect(harness.command('x', '')).rejects.toThrow('boom');
    expect(modErrors(events)).toEqual(['m command:x: boom']);
  });
});
