import type { ModFactory } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pane, type Scene, setScene } from './support/scene.ts';

/** A pane with one of each, which writes down what is done to it. */
function form(did: string[], options: { readonly focus?: boolean } = {}): ModFactory {
  return pane(
    'Form',
    (cmd) => [
      { type: 'button', label: 'Save', hotkey: 's', onPress: () => void did.push('save') },
      {
        type: 'input',
        key: 'name',
        value: cmd.state.get<string>('name') ?? '',
        onSubmit: (value: string) => {
          did.push(`name ${value}`);
          cmd.state.set('name', value);
        },
      },
      {
        type: 'select',
        key: 'size',
        options: ['S', 'M', 'L'],
        value: cmd.state.get<string>('size') ?? 'M',
        onSelect: (value: string) => {
          did.push(`size ${value}`);
          cmd.state.set('size', value);
        },
      },
    ],
    options,
  );
}

const focused = (scene: Scene) => {
  const { pane: id, target } = scene.screen().focus;
  return id === undefined ? 'prompt' : `${id} ${target?.id.split('#')[1] ?? '-'}`;
};

describe('focus', () => {
  it('stays with the prompt until somebody takes it, and what is typed passes', async () => {
    const scene = await setScene({ form: form([]) });
    expect(focused(scene)).toBe('prompt');
    expect(await scene.press('a', 'enter', 'tab', 'escape', 'ctrl+c', 'alt+x')).toEqual(Array(6).fill(false));
  });

  it('goes into the newest open pane with Alt+Up, to an older one with Alt+Up again, and back with Escape', async () => {
    const scene = await setScene({ old: form([]), new: form([]) });
    await scene.press('alt+up');
    expect(focused(scene)).toBe('new/main Save');
    await scene.press('alt+up');
    expect(focused(scene)).toBe('old/main Save');
    await scene.press('alt+up');
    expect(focused(scene)).toBe('new/main Save');
    await scene.press('escape');
    expect(focused(scene)).toBe('prompt');
  });

  it('moves round a pane with Tab and Shift+Tab', async () => {
    const scene = await setScene({ form: form([], { focus: true }) });
    const seen: string[] = [];
    for (const key of ['tab', 'tab', 'tab', 'shift+tab']) {
      await scene.press(key);
      seen.push(focused(scene));
    }
    expect(seen).toEqual(['form/main name', 'form/main size', 'form/main Save', 'form/main size']);
  });

  it('is given with openPane({focus: true}), and handed back when the pane closes', async () => {
    const scene = await setScene({ form: form([], { focus: true }) });
    expect(focused(scene)).toBe('form/main Save');
    await scene.press('alt+0');
    expect(focused(scene)).toBe('prompt');
    expect(scene.screen().panes).toEqual([]);
  });

  it('goes to what is left when the focused element is gone', async () => {
    const scene = await setScene({
      shrinking: pane('Shrinking', (cmd) =>
        ['a', 'b'].slice(0, cmd.state.get<number>('count') ?? 2).map((label) => ({
          type: 'button',
          label,
          onPress: () => cmd.state.set('count', label === 'b' ? 1 : 0),
        })),
      ),
    });
    await scene.press('alt+up', 'tab', 'enter');
    expect(focused(scene)).toBe('shrinking/main a');
    await scene.press('enter');
    expect(focused(scene)).toBe('shrinking/main -');
    await scene.press('escape');
    expect(focused(scene)).toBe('prompt');
  });

  it('lets chords with Ctrl and unknown ones with Alt pass while a pane has it, and nothing else', async () => {
    const scene = await setScene({ form: form([], { focus: true }) });
    expect(await scene.press('ctrl+c', 'alt+x', 'x', 'f1')).toEqual([false, false, true, true]);
  });

  it('is on something that can have it, whatever is pressed', async () => {
    const keys = fc.constantFrom(
      'alt+up',
      'alt+0',
      'tab',
      'shift+tab',
      'enter',
      'escape',
      'left',
      'down',
      'backspace',
      'x',
      'alt+s',
      'alt+d',
      'alt+n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(keys, { maxLength: 25 }), async (chords) => {
        let size = 3;
        const changing: ModFactory = (cmd) => {
          cmd.ui.pane({
            id: 'main',
            title: 'Changing',
            render: () =>
              [
                ...Array.from({ length: size }, (_, index) => ({
                  type: 'button' as const,
                  label: `${index}`,
                  onPress: () => {
                    size = (size + 2) % 5;
                  },
                })),
                {
                  type: 'button',
                  label: 'Dialog',
                  hotkey: 'd',
                  onPress: () => void cmd.ui.confirm({ title: '?' }),
                },
                {
                  type: 'button',
                  label: 'New',
                  hotkey: 'n',
                  onPress: () => cmd.ui.openPane('main', { focus: true }),
                },
              ].slice(0, size) as never,
          });
          cmd.ui.openPane('main');
        };
        const scene = await setScene({ form: form([]), changing });
        for (const chord of chords) {
          await scene.press(chord);
          const { focus, targets, panes, dialog } = scene.screen();
          if (focus.pane === undefined) expect(focus.target).toBeUndefined();
          else {
            expect(dialog).toBeUndefined();
            expect(panes).toContain(focus.pane);
            const own = targets.filter((target) => target.pane === focus.pane);
            expect(own.length === 0 ? focus.target === undefined : own.includes(focus.target as never)).toBe(
              true,
            );
          }
        }
        scene.surface.dismissDialogs();
      }),
      { numRuns: 60 },
    );
  });
});

describe('a button', () => {
  it('is pressed with Enter while it has the focus, with Alt and its key while its pane is open, and with a click', async () => {
    const did: string[] = [];
    const scene = await setScene({ form: form(did) });
    await scene.press('alt+s');
    await scene.press('alt+up', 'enter');
    await scene.click('s: Save');
    expect(did).toEqual(['save', 'save', 'save']);
    await scene.press('alt+0');
    expect(await scene.press('alt+s')).toEqual([false]);
  });

  it.each(['p', 'v', 'w', 'u', 'm'])(
    'with the hotkey %s, which the prompt owns, is drawn and never pressed by the chord',
    async (hotkey) => {
      const did: string[] = [];
      const scene = await setScene({
        mod: pane('P', () => [{ type: 'button', label: 'Go', hotkey, onPress: () => void did.push('go') }]),
      });
      expect(scene.lines().join('\n')).toContain(`[ ${hotkey}: Go ]`);
      expect(scene.lines().join('\n')).not.toContain(`Alt+${hotkey}`);
      expect(await scene.press(`alt+${hotkey}`)).toEqual([false]);
      expect(did).toEqual([]);
    },
  );

  it('of the focused pane comes before one of a newer pane that has the same key', async () => {
    const did: string[] = [];
    const button = (label: string): ModFactory =>
      pane(label, () => [{ type: 'button', label, hotkey: 'g', onPress: () => void did.push(label) }]);
    const scene = await setScene({ old: button('old'), new: button('new') });
    await scene.press('alt+g', 'alt+up', 'alt+up', 'alt+g');
    expect(did).toEqual(['new', 'old']);
  });

  it('of a widget can be clicked, and pressed with its key', async () => {
    const did: string[] = [];
    const scene = await setScene({
      mod: (cmd) =>
        void cmd.ui.widget({
          placement: 'below-editor',
          render: () => [{ type: 'button', label: 'Go', hotkey: 'g', onPress: () => void did.push('go') }],
        }),
    });
    await scene.press('alt+g');
    await scene.click('g: Go');
    expect(did).toEqual(['go', 'go']);
  });
});

describe('an input', () => {
  it('takes what is typed, and gives it to the mod with Enter', async () => {
    const did: string[] = [];
    const scene = await setScene({ form: form(did, { focus: true }) });
    await scene.press('tab');
    await scene.type('Adxa L');
    await scene.press('left', 'left', 'left', 'backspace', 'end', 'o', 'enter');
    expect(did).toEqual(['name Ada Lo']);
    expect(scene.lines().join('\n')).toContain('› Ada Lo');
  });

  it('keeps what was typed while the focus is elsewhere, and over a repaint', async () => {
    const scene = await setScene({ form: form([], { focus: true }) });
    await scene.press('tab');
    await scene.type('draft');
    await scene.press('escape');
    scene.surface.repaint();
    expect(scene.lines().join('\n')).toContain('› draft');
  });

  it('moves and deletes by what a person sees as a character', async () => {
    const did: string[] = [];
    const scene = await setScene({ form: form(did, { focus: true }) });
    await scene.press('tab');
    await scene.type('é');
    const { keyboard } = scene;
    await keyboard.press(scene.screen(), {
      name: '',
      text: '👨‍👩‍👧 日\n\u001b[31mx',
      ctrl: false,
      alt: false,
      shift: false,
    }).done;
    await scene.press('backspace', 'backspace', 'backspace', 'backspace', 'backspace', 'y', 'enter');
    expect(did).toEqual(['name éy']);
  });
});

describe('a select', () => {
  it('picks with the arrows, as far as there are options', async () => {
    const did: string[] = [];
    const scene = await setScene({ form: form(did, { focus: true }) });
    await scene.press('shift+tab', 'right', 'down', 'left');
    expect(did).toEqual(['size L', 'size M']);
    expect(scene.lines().join('\n')).toContain('○ S  ● M  ○ L');
  });

  it('picks the present option with Enter, and any with a click', async () => {
    const did: string[] = [];
    const scene = await setScene({ form: form(did, { focus: true }) });
    await scene.press('shift+tab', 'enter');
    await scene.click('○ S');
    expect(did).toEqual(['size M', 'size S']);
  });

  it('goes on from a pick that the mod has not taken over', async () => {
    const did: string[] = [];
    const scene = await setScene({
      mod: pane(
        'P',
        () => [
          {
            type: 'select',
            key: 'k',
            options: ['a', 'b', 'c'],
            onSelect: (value: string) => void did.push(value),
          },
        ],
        { focus: true },
      ),
    });
    await scene.press('down', 'down', 'down');
    expect(did).toEqual(['a', 'b', 'c']);
  });
});

describe('a handler', () => {
  it.each([
    {
      hook: 'ui.press',
      node: (fail: () => unknown) => ({ type: 'button', label: 'x', onPress: fail }),
      key: 'enter',
    },
    {
      hook: 'ui.submit',
      node: (fail: () => unknown) => ({ type: 'input', key: 'x', onSubmit: fail }),
      key: 'enter',
    },
    {
      hook: 'ui.select',
      node: (fail: () => unknown) => ({ type: 'select', key: 'x', options: ['a'], onSelect: fail }),
      key: 'down',
    },
  ])(
    'that throws or rejects becomes mod_error with $hook, and the surface repaints',
    async ({ hook, node, key }) => {
      let times = 0;
      const fail = () => {
        times += 1;
        if (times === 1) throw new Error('thrown');
        return Promise.reject(new Error('rejected'));
      };
      const scene = await setScene({ mod: pane('P', () => [node(fail)], { focus: true }) });
      const { repaints } = scene;
      await scene.press(key, 'enter');
      expect(scene.errors).toEqual([`mod ${hook}: thrown`, `mod ${hook}: rejected`]);
      expect(scene.repaints).toBeGreaterThanOrEqual(repaints + 2);
    },
  );
});
