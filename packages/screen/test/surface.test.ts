import { renderWindow, toHtmlSpans } from '@cmd-mods/screen';
import { describe, expect, it } from 'vitest';
import { pane, type Scene, setScene, settled, widget } from './support/scene.ts';

describe('a toast', () => {
  it('is drawn until its time has come, and says when the screen changes next', async () => {
    const scene = await setScene({
      mod: (cmd) => {
        cmd.ui.toast('four seconds');
        cmd.ui.toast('one second', { durationMs: 1_000 });
      },
    });
    expect(scene.screen().changesAt).toBe(1_000);
    expect(scene.lines()[1]).toBe('• mod · one second');
    scene.now = 1_000;
    expect(scene.lines()[0]).toBe('• mod · four seconds');
    expect(scene.screen().changesAt).toBe(4_000);
    scene.now = 4_000;
    expect(scene.lines()[0]).toMatch(/^╭/);
    expect(scene.screen().changesAt).toBeUndefined();
  });
});

describe('the status row', () => {
  it('has the segments in load order, whenever they were set, and can be hidden', async () => {
    const late: { set?: () => void } = {};
    const scene = await setScene({
      first: (cmd) => {
        late.set = () => void cmd.ui.setStatus('first');
      },
      second: (cmd) => void cmd.ui.setStatus('second'),
    });
    late.set?.();
    expect(scene.lines().at(-1)).toBe('first · second');
    expect(scene.lines({ status: false }).at(-1)).toMatch(/^╰/);
  });
});

describe('widgets', () => {
  it('that fail are reported once for each registration', async () => {
    const scene = await setScene({ bad: widget(7) });
    scene.screen();
    scene.screen();
    expect(scene.errors).toEqual(['bad ui.widget: a node must be a string or an element, not 7']);
  });

  it.each(['at once', 'a moment later'] as const)(
    'that change in each drawing what repaints are named, and end, in a host that draws %s',
    async (when) => {
      let drawn = 0;
      let fixed = 0;
      const scene = await setScene({
        bad: (cmd) => {
          const render = () => {
            drawn += 1;
            cmd.state.set('drawn', drawn);
            return ['drawn'];
          };
          cmd.ui.widget({ placement: 'above-editor', render });
        },
        once: (cmd) => {
          const render = () => {
            fixed += 1;
            if (cmd.state.get('is') === undefined) cmd.state.set('is', true);
            return ['fixed'];
          };
          cmd.ui.widget({ placement: 'above-editor', render });
        },
      });
      scene.host.surface.repaint = () => {
        if (when === 'at once') scene.screen();
        else setImmediate(() => scene.screen());
      };
      scene.screen();
      for (let wait = 0; wait < 300; wait += 1) await settled();
      expect(drawn).toBeLessThan(300);
      expect(fixed).toBeGreaterThan(1);
      expect(scene.lines().slice(0, 2)).toEqual(['drawn', 'fixed']);
      expect(scene.errors).toEqual([
        expect.stringContaining('bad ui.widget: the render changes in each drawing'),
      ]);
      const before = drawn;
      scene.host.surface.repaint();
      await settled();
      await settled();
      expect(drawn - before).toBe(1);
    },
  );

  it('that repaint often, but never in a hundred drawings on end, go on repainting', async () => {
    let drawn = 0;
    const scene = await setScene({
      mod: (cmd) => {
        const render = () => {
          drawn += 1;
          if (drawn % 2 === 0) cmd.state.set('drawn', drawn);
          return ['drawn'];
        };
        cmd.ui.widget({ placement: 'above-editor', render });
      },
    });
    let repaints = 0;
    scene.host.surface.repaint = () => {
      repaints += 1;
    };
    for (let frame = 0; frame < 300; frame += 1) scene.screen();
    await settled();
    expect([drawn, repaints, scene.errors]).toEqual([300, 150, []]);
  });

  it('keep the place of their mod after a reload', async () => {
    const scene = await setScene({ one: widget('one'), two: widget('two') });
    await scene.host.replace('one', widget('one again'));
    expect(scene.lines().slice(0, 2)).toEqual(['one again', 'two']);
  });

  it.each([24, 10, 5, 3, 1])('leave the prompt its place in %i rows', async (height) => {
    const many = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    const scene = await setScene({ tall: widget(...many), pane: pane('P', () => many) });
    const lines = scene.lines({ height, prompt: { text: 'typed' } });
    expect(lines.length).toBeLessThanOrEqual(height);
    if (height > 3) expect(lines.join('\n')).toContain('› typed');
  });
});

describe('panes', () => {
  it('dock from 140 columns, at 40 % of the width, 40 to 72 columns', async () => {
    let width = 0;
    const scene = await setScene({
      mod: (cmd) => {
        cmd.ui.pane({
          id: 'a',
          title: 'A',
          render: (given) => {
            width = given.width;
            return [];
          },
        });
        cmd.ui.openPane('a');
      },
    });
    const widths = [20, 139, 140, 160, 180, 400].map((columns) => {
      scene.screen({ width: columns });
      return width + 4;
    });
    expect(widths).toEqual([20, 139, 56, 64, 72, 72]);
  });

  it('stay open over a reload, the focus too', async () => {
    const closed = (cmd: Parameters<ReturnType<typeof pane>>[0]) =>
      void cmd.ui.pane({ id: 'main', title: 'New', render: () => ['new'] });
    const scene = await setScene({ mod: pane('Old', () => ['old'], { focus: true }) });
    await scene.host.replace('mod', closed);
    expect(scene.screen().focus.pane).toBe('mod/main');
    expect(scene.lines().join('\n')).toContain('─ New ─');
  });

  it('show the part with the focus where the rows are few', async () => {
    const buttons = Array.from({ length: 20 }, (_, index) => ({
      type: 'button',
      label: `b${index}`,
      onPress() {},
    }));
    const scene = await setScene({ mod: pane('Long', () => buttons, { focus: true }) });
    await scene.press('shift+tab');
    expect(scene.lines({ height: 9 }).join('\n')).toContain('[ b19 ]');
  });
});

describe('a question', () => {
  const asked = async () => {
    const answers: unknown[] = [];
    const scene = await setScene({
      mod: async (cmd) => {
        pane('P', () => [], { focus: true })(cmd);
        void cmd.ui.confirm({ title: 'Sure?' }).then((answer) => answers.push(answer));
        void cmd.ui
          .select({ title: 'Which?', options: ['a', { label: 'b' }] })
          .then((answer) => answers.push(answer));
        void cmd.ui.input({ title: 'Name?' }).then((answer) => answers.push(answer));
      },
    });
    return { scene, answers };
  };

  it('has the screen and the keyboard, one after the other, and takes the focus from a pane', async () => {
    const { scene, answers } = await asked();
    expect(scene.lines().join('\n')).toContain('Sure?');
    expect(scene.lines().join('\n')).not.toContain('─ P ─');
    await scene.press('left', 'enter', 'down', 'enter', 'x', 'y', 'left', 'z', 'enter');
    expect(answers).toEqual([true, 'b', 'xzy']);
    expect(scene.screen().focus.pane).toBeUndefined();
  });

  it('is answered with its default by Escape, and a confirm by Enter alone with no', async () => {
    const { scene, answers } = await asked();
    await scene.press('enter', 'escape', 'escape');
    expect(answers).toEqual([false, undefined, undefined]);
  });

  it('can be answered with a click', async () => {
    const { scene, answers } = await asked();
    await scene.click('[ Yes ]');
    await scene.click('  b');
    await settled();
    expect(answers).toEqual([true, 'b']);
  });

  it.each([
    {
      when: 'its mod is unloaded',
      end: async ({ host }: Scene) => void (await host.replace('mod', () => {})),
    },
    { when: 'the session ends', end: async ({ harness }: Scene) => harness.dispose() },
  ])('is answered with its default when $when', async ({ end }) => {
    const { scene, answers } = await asked();
    await end(scene);
    await settled();
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(expect.arrayContaining([false, undefined]));
    expect(scene.screen().dialog).toBeUndefined();
  });

  it('lets Ctrl+C pass', async () => {
    const { scene } = await asked();
    expect(await scene.press('ctrl+c', 'q')).toEqual([false, true]);
  });
});

describe('the title', () => {
  it('is the newest one, clean, until null hands it back', async () => {
    const api: { title?: (text: string | null) => void } = {};
    const scene = await setScene({
      one: (cmd) => cmd.ui.setTitle('one'),
      two: (cmd) => {
        api.title = (text) => cmd.ui.setTitle(text);
      },
    });
    api.title?.('t\u001b]0;x\u0007wo\n2');
    expect(scene.screen().title).toBe('two 2');
    api.title?.(null);
    expect(scene.screen().title).toBe('one');
  });
});

describe('a window', () => {
  it('gets plain data: lines at 80 columns, the eight colours, and ids of buttons that stay valid', async () => {
    const did: string[] = [];
    const scene = await setScene({
      mod: (cmd) => {
        cmd.ui.setStatus('\u001b[92mok\u001b[0m');
        cmd.ui.toast('done', { level: 'success' });
        pane('Pane', () => [{ type: 'button', label: 'Go', onPress: () => void did.push('go') }])(cmd);
        cmd.ui.widget({
          placement: 'above-editor',
          render: ({ width }) => [
            `\u001b[1;38;5;9m${width}\u001b[0m`,
            { type: 'text', text: 'x', color: 'red', background: 'white', dim: true },
          ],
        });
      },
    });
    const { content, targets } = renderWindow(scene.surface, { now: 0 });
    expect(JSON.parse(JSON.stringify(content))).toEqual(content);
    expect(content).toEqual({
      above: [[{ text: '80', bold: true }], [{ text: 'x', dim: true, color: 'red', background: 'white' }]],
      below: [],
      panes: [
        {
          id: 'mod/main',
          title: 'Pane',
          lines: [
            [
              { text: '[ ', dim: true, target: 'pane:mod/main#Go' },
              { text: 'Go', target: 'pane:mod/main#Go' },
              { text: ' ]', dim: true, target: 'pane:mod/main#Go' },
            ],
          ],
        },
      ],
      status: [[{ text: 'ok', color: 'green' }]],
      toasts: [{ title: 'mod', text: 'done', level: 'success' }],
    });
    const target = targets.get('pane:mod/main#Go');
    if (target?.kind === 'button') target.press();
    expect(did).toEqual(['go']);
  });

  it('can have its lines as HTML, in which nothing of a mod is markup', async () => {
    const scene = await setScene({
      mod: widget('<b onclick="x">&\u001b[31mred\u001b]8;;https://a.b\u0007link'),
    });
    expect(toHtmlSpans({ lines: scene.screen().lines.slice(0, 1) })).toBe(
      '&lt;b onclick=&quot;x&quot;&gt;&amp;<span class="fg-red">red</span><span class="fg-red">link</span>',
    );
  });
});
