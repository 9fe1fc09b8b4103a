import type { ElementNode, ModFactory } from '@cmd-mods/mod-api';
import { drawFeedItem, type FeedRow } from '@cmd-mods/screen';
import { describe, expect, it } from 'vitest';
import { plainText } from '../src/text/line.ts';
import { type Scene, setScene } from './support/scene.ts';

const ROW: FeedRow = { kind: 'user_message', props: { text: 'hello' } };
const BUILT_IN = ['› hello'];

type Render = (
  props: Readonly<Record<string, unknown>>,
  next: () => readonly ElementNode[] | undefined,
) => unknown;

const override =
  (render: Render): ModFactory =>
  (cmd) =>
    void cmd.ui.override('user_message', render as never);

const drawn = (scene: Scene, row: FeedRow = ROW) => drawFeedItem(scene.surface, row, 40).map(plainText);

describe('overrides', () => {
  it('are asked in load order, and the first answer wins', async () => {
    const scene = await setScene({
      first: override(() => undefined),
      second: override(({ text }) => [`second: ${text}`]),
      third: override(() => ['third']),
    });
    expect(drawn(scene)).toEqual(['second: hello']);
  });

  it('keep their place after a reload', async () => {
    const scene = await setScene({ first: override(() => ['first']), second: override(() => ['second']) });
    await scene.host.replace(
      'first',
      override(() => ['first again']),
    );
    expect(drawn(scene)).toEqual(['first again']);
  });

  it('that repaint in each drawing are cut short, and named once', async () => {
    let runs = 0;
    const scene = await setScene({
      restless: (cmd) =>
        void cmd.ui.override('user_message', () => {
          runs += 1;
          cmd.state.set('runs', runs);
          return ['mine'];
        }),
    });
    let repaints = 0;
    scene.host.surface.repaint = () => {
      repaints += 1;
    };
    for (let frame = 0; frame < 150; frame += 1) drawn(scene);
    expect([runs, repaints]).toEqual([150, 100]);
    expect(scene.errors).toEqual([
      expect.stringContaining('restless ui.override:user_message: the render changes in each drawing'),
    ]);
  });

  it('pass with undefined, at last to the built-in row, and concern their own component', async () => {
    const scene = await setScene({ one: override(() => undefined) });
    expect(drawn(scene)).toEqual(BUILT_IN);
    expect(drawn(scene, { kind: 'command_output', props: { command: 'ls', output: '' } })).toEqual(['$ ls']);
  });

  it('get what the later ones drew from next(), which runs them once however often it is called', async () => {
    let runs = 0;
    const scene = await setScene({
      first: override((_props, next) => ['mine', ...(next() ?? []), ...(next() ?? [])]),
      later: override(() => {
        runs += 1;
        return ['theirs'];
      }),
    });
    expect(drawn(scene)).toEqual(['mine', 'theirs', 'theirs']);
    expect(runs).toBe(1);
  });

  it('run once as well where one that called next() passes', async () => {
    let runs = 0;
    const scene = await setScene({
      first: override((_props, next) => void next()),
      later: override(() => {
        runs += 1;
        return ['theirs'];
      }),
    });
    expect(drawn(scene)).toEqual(['theirs']);
    expect(runs).toBe(1);
  });

  it('get undefined from next() where the built-in row would draw', async () => {
    const scene = await setScene({ only: override((_props, next) => [String(next())]) });
    expect(drawn(scene)).toEqual(['undefined']);
  });

  it.each([
    {
      what: 'throws',
      render: () => {
        throw new Error('no');
      },
    },
    { what: 'returns a string', render: () => 'text' },
    { what: 'returns a promise', render: async () => ['late'] },
    { what: 'rejects', render: () => Promise.reject(new Error('late')) },
    {
      what: 'draws a malformed tree',
      render: () => ['good', { type: 'box', children: [{ type: 'nothing' }] }],
    },
  ])(
    'that $what fall back to the next, and are reported once until they are registered again',
    async ({ render }) => {
      const scene = await setScene({ broken: override(render), good: override(() => ['good']) });
      for (let frame = 0; frame < 12; frame += 1) expect(drawn(scene)).toEqual(['good']);
      expect(scene.errors).toEqual([expect.stringMatching(/^broken ui\.override:user_message: /)]);
      await scene.host.replace('broken', override(render));
      drawn(scene);
      expect(scene.errors).toHaveLength(2);
    },
  );

  it('cannot change the props that the others get', async () => {
    const scene = await setScene({
      first: override((props) => {
        Object.assign(props, { text: 'changed' });
        return undefined;
      }),
      second: override(({ text }) => [String(text)]),
    });
    expect(drawn(scene)).toEqual(['hello']);
    expect(scene.errors).toHaveLength(1);
  });

  it('draw elements, and nothing in a row can be pressed', async () => {
    const scene = await setScene({ one: override(() => [{ type: 'button', label: 'Go', onPress() {} }]) });
    const screen = scene.screen({ feed: [ROW] });
    expect(plainText(screen.lines[0] as never)).toBe('[ Go ]');
    expect(screen.areas).toEqual([]);
  });
});
