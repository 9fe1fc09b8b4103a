import { describe, expect, it } from 'vitest';
import { chordProblem } from '../../src/host/api/shortcut-chords.ts';
import { createModHost } from '../../src/index.ts';
import { tempFolder } from '../support/run-scripted.ts';

const refused: readonly (readonly [why: string, ...chords: readonly string[]])[] = [
  ['it needs Ctrl or Alt', 'p', 'enter', 'shift+p', 'f5'],
  [
    'terminals do not send Shift with this Ctrl key',
    'ctrl+shift+p',
    'ctrl+shift+enter',
    'ctrl+shift+1',
    'ctrl+shift+tab',
    'ctrl+shift+backspace',
    'shift+ctrl+p',
  ],
  ['terminals send it as Enter', 'ctrl+m'],
  ['terminals send it as Tab', 'ctrl+i'],
  ['terminals send it as Backspace', 'ctrl+h'],
  ['terminals send it as Escape', 'ctrl+['],
  ['the prompt handles this key itself', 'alt+w', 'ctrl+z', 'ctrl+g', 'ctrl+s', 'ctrl+v', 'alt+v'],
  [
    'the host owns it',
    'ctrl+c',
    'ctrl+o',
    'ctrl+k',
    'CTRL+C',
    'Ctrl+O',
    'ctrl+d',
    'ctrl+l',
    'ctrl+t',
    'alt+b',
    'alt+m',
    'alt+p',
    'alt+u',
    'alt+up',
    'alt+0',
  ],
  ['Escape belongs to the host', 'esc', 'ctrl+esc', 'alt+escape'],
  ['"cmd" is no modifier', 'cmd+k'],
  ['"super" is no modifier', 'ctrl+super+k'],
  ['it names no key', 'ctrl+', 'alt+'],
];

describe('a chord that cannot work', () => {
  it.each(refused.flatMap(([why, ...chords]) => chords.map((chord) => [chord, why] as const)))(
    '%s is rejected: %s',
    (chord, why) => expect(chordProblem(chord)).toContain(why),
  );

  it('is a warning that names mod, chord and reason, and nothing is registered', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'm',
      factory: (cmd) => void cmd.addShortcut('ctrl+c', { description: '', handler: () => {} }),
    });
    expect(host.diagnostics()).toMatchObject([
      {
        code: 'SHORTCUT_REJECTED',
        severity: 'warning',
        mod: 'm',
        message: 'The shortcut "ctrl+c" of "m" is rejected: the host owns it.',
      },
    ]);
  });
});

describe('a chord that can', () => {
  it.each([
    'alt+r',
    'ctrl+r',
    'ctrl+shift+up',
    'ctrl+shift+pagedown',
    'ctrl+alt+p',
    'ctrl+q',
    'ctrl+x',
    'alt+shift+p',
    'alt++',
    'ctrl+f5',
    'alt+1',
  ])('%s is taken', (chord) => {
    expect(chordProblem(chord)).toBeUndefined();
  });

  it('of two mods the first keeps it, whatever the case, and a warning names both', async () => {
    const host = createModHost({ cwd: tempFolder() });
    for (const [name, keys] of [
      ['a', 'alt+q'],
      ['b', 'Alt+Q'],
    ] as const) {
      await host.register({
        name,
        factory: (cmd) => void cmd.addShortcut(keys, { description: '', handler: () => {} }),
      });
    }
    expect(host.conflicts()).toMatchObject([{ kind: 'shortcut', name: 'alt+q', winner: 'a', loser: 'b' }]);
    expect(host.diagnostics()).toMatchObject([{ code: 'NAME_TAKEN', mod: 'b' }]);
  });

  it('with its modifiers in another order is the same chord', async () => {
    const host = createModHost({ cwd: tempFolder() });
    for (const [name, keys] of [
      ['a', 'ctrl+alt+q'],
      ['b', 'alt+ctrl+q'],
    ] as const) {
      await host.register({
        name,
        factory: (cmd) => void cmd.addShortcut(keys, { description: '', handler: () => {} }),
      });
    }
    expect(host.conflicts()).toHaveLength(1);
  });
});

describe('runShortcut', () => {
  it('runs the handler of a chord, however it is spelled, and gives its answer', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'm',
      factory: (cmd) =>
        void cmd.addShortcut('Ctrl+Alt+Q', {
          description: '',
          handler: ({ args }) => ({ message: `[${args}]` }),
        }),
    });
    expect(await host.runShortcut('alt+ctrl+q')).toEqual({ message: '[]' });
    expect(host.runShortcut('alt+q')).toBeUndefined();
  });

  it('rejects with what the handler throws, which is a mod_error of the shortcut as well', async () => {
    const host = createModHost({ cwd: tempFolder() });
    const handler = () => {
      throw new Error('boom');
    };
    await host.register({
      name: 'm',
      factory: (cmd) => void cmd.addShortcut('alt+q', { description: '', handler }),
    });
    await expect(host.runShortcut('alt+q')).rejects.toThrow('boom');
  });
});
