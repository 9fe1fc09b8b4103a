import { describe, expect, it } from 'vitest';
import { roomFor, summaryPrompt } from '../../src/compaction/summary-prompt.ts';
import { assistant, user } from '../support/run-scripted.ts';

const ROOM = 100_000;

describe('the request for a summary', () => {
  it('shows who said what, which tools were called, and what came of them', () => {
    const prompt = summaryPrompt({
      longest: ROOM,
      messages: [
        user('please'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hidden' },
            { type: 'tool_use', id: 'a', name: 'read_file', input: { file_path: 'x.ts' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [{ type: 'text', text: 'gone' }],
              is_error: true,
            },
            { type: 'image', source: { type: 'url', url: 'http://127.0.0.1/' } },
          ],
        },
      ],
    });
    expect(prompt).toContain(
      '<conversation>\n[user]\nplease\n\n[assistant]\n(calls read_file with {"file_path":"x.ts"})\n\n' +
        '[user]\n(the call failed: gone)\n(a picture)\n</conversation>',
    );
    expect(prompt).not.toContain('hidden');
  });

  it('leaves out the middle of a long result, and says how much', () => {
    const text = `begin${'-'.repeat(50_000)}end`;
    const content = [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text }] }] as const;
    const prompt = summaryPrompt({ messages: [{ role: 'user', content }], longest: ROOM });
    expect(prompt).toMatch(/begin-+\n\[48008 characters left out\]\n-+end/);
  });

  it('never takes more of a conversation than fits', () => {
    const messages = Array.from({ length: 40 }, (_, index) => assistant(`${index} ${'word '.repeat(300)}`));
    const prompt = summaryPrompt({ messages, longest: 10_000 });
    expect(prompt.length).toBeLessThan(12_000);
    expect(prompt).toContain('characters left out');
    expect(prompt).toContain('39 word');
  });

  it('counts on as many tokens for each character as were measured, up to one', () => {
    expect(roomFor(1_000)).toBe(2_400);
    expect(roomFor(1_000, 2)).toBe(1_200);
    expect(roomFor(1_000, 10_000)).toBe(600);
    expect(roomFor(1_000, 0.1)).toBe(2_400);
  });
});
