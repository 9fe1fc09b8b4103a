import { createModHost } from '@cmd-mods/harness';
import type { ElementNode } from '@cmd-mods/mod-api';
import { renderScreen, renderWindow, toAnsi, toHtmlSpans, toPlain } from '@cmd-mods/screen';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { allowedEscapes } from './support/escapes.ts';
import { hostileText, junkNodes } from './support/junk.ts';

const FORBIDDEN = /(?!\n)\p{Cc}/u;
const ALLOWED = allowedEscapes();

/** A host full of whatever mods may do. */
const surfaces = fc
  .record({
    above: fc.array(junkNodes, { maxLength: 2 }),
    below: fc.array(junkNodes, { maxLength: 1 }),
    panes: fc.array(junkNodes, { maxLength: 2 }),
    row: junkNodes,
    toolInput: fc.jsonValue({ stringUnit: 'binary' }),
    texts: fc.array(hostileText, { maxLength: 2 }),
    isFocused: fc.boolean(),
    question: fc.constantFrom('none', 'confirm', 'select', 'input'),
  })
  .chain((scene) =>
    fc.record({
      scene: fc.constant(scene),
      width: fc.oneof(fc.integer({ min: 20, max: 400 }), fc.constantFrom(20, 21, 139, 140, 400)),
      height: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    }),
  );

describe('a screen with anything on it', () => {
  it('is drawn, in its size, without an escape of a mod', async () => {
    await fc.assert(
      fc.asyncProperty(surfaces, async ({ scene, width, height }) => {
        const host = createModHost({ cwd: '/project', screen: { now: () => 0 } });
        await host.register({
          name: 'junk',
          factory(cmd) {
            const render = (nodes: unknown) => () => nodes as readonly ElementNode[];
            for (const nodes of scene.above)
              cmd.ui.widget({ placement: 'above-editor', render: render(nodes) });
            for (const nodes of scene.below)
              cmd.ui.widget({ placement: 'below-editor', render: render(nodes) });
            for (const [index, nodes] of scene.panes.entries()) {
              cmd.ui.pane({ id: `${index}`, title: scene.texts[0] ?? '', render: render(nodes) });
              cmd.ui.openPane(`${index}`, { focus: scene.isFocused });
            }
            cmd.ui.override('tool_row', render(scene.row));
            for (const text of scene.texts) {
              cmd.ui.setStatus(text);
              cmd.ui.toast(text);
              cmd.ui.setTitle(text);
            }
            const title = scene.texts[1] ?? '';
            if (scene.question === 'confirm') void cmd.ui.confirm({ title, message: title });
            if (scene.question === 'select') void cmd.ui.select({ title, options: ['a', title] });
            if (scene.question === 'input') void cmd.ui.input({ title, placeholder: title });
          },
        });
        const screen = renderScreen(host.surface, {
          width,
          ...(height === undefined ? {} : { height }),
          now: 0,
          prompt: { text: scene.texts[0] ?? '', cursor: 1 },
          status: { items: scene.texts, pinned: scene.texts[1] ?? '' },
          feed: [
            {
              kind: 'tool_row',
              props: { toolName: title(scene.texts), input: scene.toolInput, status: 'running', output: '' },
            },
            { kind: 'notice', level: 'error', message: title(scene.texts) },
          ],
        });
        const widths = toPlain(screen)
          .split('\n')
          .map((line) => stringWidth(line));
        expect(Math.max(...widths, ...screen.lines.map((line) => line.width))).toBeLessThanOrEqual(width);
        if (height !== undefined) expect(screen.lines.length).toBeLessThanOrEqual(height);
        expect(FORBIDDEN.test(toAnsi(screen).replaceAll(ALLOWED, ''))).toBe(false);
        expect(FORBIDDEN.test(toHtmlSpans(screen))).toBe(false);
        expect(FORBIDDEN.test(screen.title ?? '')).toBe(false);
        expect(screen.areas.filter((area) => area.column + area.width > width)).toEqual([]);
        const window = renderWindow(host.surface, { now: 0 });
        expect(FORBIDDEN.test(JSON.stringify(window.content))).toBe(false);
      }),
      { numRuns: 200, interruptAfterTimeLimit: 60_000, endOnFailure: true },
    );
  }, 120_000);
});

function title(texts: readonly string[]): string {
  return texts[0] ?? '';
}
