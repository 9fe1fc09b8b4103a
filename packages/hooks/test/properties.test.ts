// What must hold for any handlers: folds are Array.reduce, errors change nothing but the report.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { later, reportingHooks, throwingHooks } from './support/hooks.ts';

/** How a handler answers, and with what. `undefined` is no opinion. */
const step = fc.record({
  text: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
  when: fc.constantFrom('now', 'soon', 'late'),
});
const steps = fc.array(step, { minLength: 1, maxLength: 8 });

type When = 'now' | 'soon' | 'late';
const timed = <T>(value: T, when: When): T | Promise<T> =>
  when === 'now' ? value : later(value, when === 'late');

describe('A fold', () => {
  it('is what Array.reduce makes of the same steps, whenever they answer', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const hooks = throwingHooks();
        for (const { text, when } of list) {
          hooks.on('tool_result', ({ content }) =>
            timed(text === undefined ? undefined : { content: content + text }, when),
          );
        }
        const result = await hooks.emit({ type: 'tool_result', content: '-', isError: false });
        const expected = list.reduce((content, { text = '' }) => content + text, '-');
        expect(result?.content ?? '-').toBe(expected);
        expect(result === undefined).toBe(list.every(({ text }) => text === undefined));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same in emit and in emitSync', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const hooks = throwingHooks();
        for (const { text } of list) {
          hooks.on('text_delta', ({ delta }) => (text === undefined ? undefined : delta + text));
        }
        const event = { type: 'text_delta', delta: '-' } as const;
        expect(await hooks.emit(event)).toBe(hooks.emitSync(event));
      }),
      { numRuns: 60 },
    );
  });
});

describe('Reporting', () => {
  it('makes of failing handlers as many reports, and the result of the others', async () => {
    const mixed = fc.array(
      fc.record({ fails: fc.boolean(), when: fc.constantFrom<When>('now', 'soon', 'late') }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(mixed, async (list) => {
        const { hooks, failures } = reportingHooks();
        for (const [index, { fails, when }] of list.entries()) {
          const answer = () => {
            if (fails) throw new Error(`${index}`);
            return [`${index}`];
          };
          const handler =
            when === 'now' ? answer : async () => later(undefined, when === 'late').then(answer);
          hooks.on('resources', handler, { source: { path: `${index}` } });
        }
        const result = await hooks.emit({ type: 'resources' });
        const indexes = [...list.keys()];
        expect(result ?? []).toEqual(indexes.filter((index) => !list[index]?.fails).map(String));
        expect(failures.map(({ source, order }) => [source?.path, order])).toEqual(
          indexes.filter((index) => list[index]?.fails).map((index) => [`${index}`, index]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('A vote', () => {
  it('does not depend on the order of voters', async () => {
    const votes = fc.array(fc.constantFrom('allow', 'deny', undefined), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(votes, async (list) => {
        const outcome = async (order: readonly ('allow' | 'deny' | undefined)[]) => {
          const hooks = throwingHooks();
          for (const vote of order) hooks.on('permission', () => vote);
          return hooks.emit({ type: 'permission' });
        };
        expect(await outcome(list)).toBe(await outcome([...list].reverse()));
        expect(await outcome(list)).toBe(
          list.includes('deny') ? 'deny' : list.find((vote) => vote !== undefined),
        );
      }),
      { numRuns: 60 },
    );
  });
});
