import type { Block, ModHooks } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelClient } from '../../src/index.ts';
import { modErrors, ofType, runScripted, tempFolder } from '../support/run-scripted.ts';

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** A client that streams text blocks in the given chunks, with a thinking block between two of them. */
function streaming(blocks: readonly (readonly string[])[]): ModelClient {
  return {
    async complete({ onTextDelta, onMessageUpdate }) {
      const content: Block[] = [];
      for (const [index, chunks] of blocks.entries()) {
        if (index > 0) content.push({ type: 'thinking', thinking: `${index}` });
        content.push({ type: 'text', text: '' });
        for (const chunk of chunks) {
          const { text } = content.at(-1) as { text: string };
          content[content.length - 1] = { type: 'text', text: text + chunk };
          onTextDelta(chunk);
          onMessageUpdate({ role: 'assistant', content: [...content] });
        }
      }
      return { content, usage, stopReason: 'end_turn' };
    },
  };
}

/** A mod that holds back the last `size` characters until it knows that more came, or that none will. */
function holdingBack(size: number, change: (text: string) => string = (text) => text): ModHooks {
  let held = '';
  return {
    transformTextDelta({ delta, done }) {
      const text = held + delta;
      const cut = done ? text.length : Math.max(0, text.length - size);
      held = text.slice(cut);
      return change(text.slice(0, cut));
    },
  };
}

const chunk = fc.string({ minLength: 1, maxLength: 6, unit: 'binary-ascii' });
const blocks = fc.array(fc.array(chunk, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
const mods = fc.array(fc.nat(5), { minLength: 1, maxLength: 3 });

describe('the text of an answer, for any chunks and any holding back', () => {
  it('the joined text_delta events are the committed text, and so are message_end and the last message_update', async () => {
    const cwd = tempFolder();
    await fc.assert(
      fc.asyncProperty(blocks, mods, async (text, sizes) => {
        const { events, state } = await runScripted({
          mods: Object.fromEntries(sizes.map((size, index) => [`m${index}`, holdingBack(size)])),
          harness: { modelClient: streaming(text), cwd, session: null },
        });
        const shown = ofType(events, 'text_delta').map(({ delta }) => delta);
        const committed = state.messages[1]?.content ?? [];
        const joined = committed.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
        expect(shown.join('')).toBe(joined);
        expect(joined).toBe(text.flat().join(''));
        expect(ofType(events, 'message_end')[0]?.content).toEqual(committed);
        expect(shown).not.toContain('');
      }),
      { numRuns: 60 },
    );
  });

  it('each rewritten chunk stays in the text block it streamed into', async () => {
    const cwd = tempFolder();
    await fc.assert(
      fc.asyncProperty(blocks, async (text) => {
        const { state } = await runScripted({
          mods: { m: { transformTextDelta: ({ delta }) => (delta === '' ? '' : `<${delta}>`) } },
          harness: { modelClient: streaming(text), cwd, session: null },
        });
        const committed = state.messages[1]?.content.flatMap((block) =>
          block.type === 'text' ? [block.text] : [],
        );
        expect(committed).toEqual(text.map((chunks) => chunks.map((one) => `<${one}>`).join('')));
      }),
      { numRuns: 40 },
    );
  });

  it('without a mod that rewrites nothing is changed', async () => {
    const cwd = tempFolder();
    await fc.assert(
      fc.asyncProperty(blocks, async (text) => {
        const { events, state } = await runScripted({
          harness: { modelClient: streaming(text), cwd, session: null },
        });
        expect(ofType(events, 'text_delta').map(({ delta }) => delta)).toEqual(text.flat());
        const committed = state.messages[1]?.content.flatMap((block) =>
          block.type === 'text' ? [block.text] : [],
        );
        expect(committed).toEqual(text.map((chunks) => chunks.join('')));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the text of an answer', () => {
  it('message_update carries the rewritten text, block by block', async () => {
    const { events } = await runScripted({
      mods: { m: { transformTextDelta: ({ delta }) => delta.toUpperCase() } },
      harness: { modelClient: streaming([['a', 'b'], ['c']]) },
    });
    expect(ofType(events, 'message_update').map(({ message }) => message.content)).toEqual([
      [{ type: 'text', text: 'A' }],
      [{ type: 'text', text: 'AB' }],
      [
        { type: 'text', text: 'AB' },
        { type: 'thinking', thinking: '1' },
        { type: 'text', text: 'C' },
      ],
    ]);
  });

  it('a block whose text was all dropped goes', async () => {
    const { state } = await runScripted({
      mods: { m: { transformTextDelta: ({ delta }) => (delta === 'secret' ? '' : delta) } },
      harness: { modelClient: streaming([['secret'], ['kept']]) },
    });
    expect(state.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: '1' },
      { type: 'text', text: 'kept' },
    ]);
  });

  it('what is held back at the end of a block lands at the end of the last text block', async () => {
    const { state, events } = await runScripted({
      mods: { m: holdingBack(99) },
      harness: { modelClient: streaming([['a'], ['b']]) },
    });
    expect(state.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: '1' },
      { type: 'text', text: 'ab' },
    ]);
    expect(ofType(events, 'text_delta')).toEqual([{ type: 'text_delta', delta: 'ab' }]);
  });

  it('text that a mod adds to an answer without any becomes a block of its own', async () => {
    const { state, result } = await runScripted({
      mods: { m: { transformTextDelta: ({ delta, done }) => (done ? 'added' : delta) } },
      turns: [{ thinking: 'hm' }],
    });
    expect(state.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'added' },
    ]);
    expect(result.finalText).toBe('added');
  });

  it('what one mod returns from its flush goes through the mods behind it, before their own', async () => {
    const { result, events } = await runScripted({
      mods: {
        holding: holdingBack(99),
        shouting: { transformTextDelta: ({ delta }) => delta.toUpperCase() },
      },
      turns: [{ deltas: ['ab', 'c'] }],
    });
    expect(modErrors(events)).toEqual([]);
    expect(result.finalText).toBe('ABC');
  });
});
