import { describe, expect, it } from 'vitest';
import { boom, cmdOf } from '../support/cmd-of.ts';
import { modErrors, setStage } from '../support/run-scripted.ts';

describe('programs', () => {
  it('exec hands an argument with spaces or quotes over as one argument, and a code is no rejection', async () => {
    const { cmd } = await cmdOf();
    const args = [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1))); process.exit(3)',
      'a b',
      `"it's"`,
    ];
    expect(await cmd.exec({ command: process.execPath, args })).toEqual({
      stdout: `${JSON.stringify(['a b', `"it's"`])}\n`,
      stderr: '',
      code: 3,
    });
  });

  it('a throwing onOutput becomes mod_error with hook on:process, and the process keeps running', async () => {
    let code: number | null = null;
    const { events } = await setStage({
      mods: {
        m: async (cmd) => {
          const args = ['-e', 'console.log("x"); setTimeout(() => process.exit(4), 20)'];
          ({ code } = await cmd.process.spawn({ command: process.execPath, args, onOutput: boom }));
        },
      },
    });
    expect(code).toBe(4);
    expect(modErrors(events)).toEqual(['m on:process: boom']);
  });
});
