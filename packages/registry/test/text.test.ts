import { packageIdentity, parseSource } from '@cmd-mods/loader';
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { countKeys, readLayout } from '../src/document/layout.ts';
import { lineMap } from '../src/document/line-map.ts';
import type { OfflineContext } from '../src/rules/context.ts';
import { viewEntries } from '../src/rules/entry-view.ts';
import { checkNames } from '../src/rules/offline/names.ts';
import { nearNames } from '../src/rules/text/near-names.ts';
import { look, squash } from '../src/rules/text/reading.ts';
import { suspects } from '../src/rules/text/suspects.ts';

const anyName = fc.oneof(
  fc.stringMatching(/^[abrnm01lio-]{1,6}$/),
  fc.stringMatching(/^mod-[0-9]{1,3}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((name) => name.toLowerCase()),
);

describe('names that can be taken for another', () => {
  it('are all among the suspects, whatever the names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 30 }), (names) => {
        const suspected = new Set(suspects(names));
        for (const [a, one] of names.entries()) {
          for (const [b, other] of names.entries()) {
            if (a === b) continue;
            const isAlike = look(squash(one)) === look(squash(other)) || distance(one, other) === 1;
            if (isAlike)
              expect([one, other, suspected.has(a), suspected.has(b)]).toEqual([one, other, true, true]);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are found one edit away exactly when comparing each with each finds one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 30 }), (names) => {
        const slow = names.map((name, index) =>
          names.slice(0, index).some((other) => distance(name, other) === 1),
        );
        expect([...nearNames(names)].map((at) => at !== -1)).toEqual(slow);
      }),
    );
  });

  const problemsOf = (names: readonly string[], more: object = {}) => {
    const entries = viewEntries({ mods: names.map((name) => ({ name, ...more })) });
    return [...checkNames({ bySeniority: entries, builtinNames: ['todos'] } as unknown as OfflineContext)];
  };

  it.each([
    ['guard-rail', 'guardrail', 'error'],
    ['Guard.Rail', 'guard_rail', 'error'],
    ['gu\u0430rd', 'guard', 'error'],
    ['rod', 'r0d', 'warning'],
    ['bill', 'bi1l', 'warning'],
    ['modern', 'modem', 'warning'],
    ['corn-er', 'com-er', 'warning'],
    ['guard', 'guards', 'warning'],
    ['guard', 'gward', 'warning'],
  ])('%s and %s: %s', (one, other, severity) => {
    expect(problemsOf([one, other])).toMatchObject([{ rule: 'name-confusable', severity }]);
  });

  it.each([
    ['guard', 'guardian'],
    ['guard', 'gaurd'],
    ['roast', 'toaster'],
  ])('%s and %s are told apart', (one, other) => {
    expect(problemsOf([one, other])).toEqual([]);
  });

  it('a built-in name is for the team alone', () => {
    expect(problemsOf(['todos'])).toMatchObject([{ rule: 'name-confusable', severity: 'error' }]);
    expect(problemsOf(['todo'])).toMatchObject([{ severity: 'warning' }]);
    expect(problemsOf(['todos'], { official: true })).toEqual([]);
  });
});

describe('the identity of a source', () => {
  const anySource = fc.oneof(
    fc.stringMatching(/^(npm:)?(@[a-zA-Z0-9-]{1,3}\/)?[a-zA-Z0-9._-]{1,6}(@[a-z0-9.^]{1,4})?$/),
    fc.stringMatching(/^[a-zA-Z0-9-]{1,4}\/[a-zA-Z0-9._-]{1,4}([@#][a-z0-9]{1,3})?$/),
    fc.constantFrom(
      'node_modules',
      'npm:node_modules',
      'favicon.ico',
      'a/node_modules',
      'git:a.b/c/d',
      '-a',
      'a--b/c',
    ),
  );

  it('in its plainest spelling is the one that the loader would work out', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const [view] = viewEntries({ mods: [{ source }] });
        let identity: string | undefined;
        try {
          const parsed = parseSource(source);
          identity = parsed.kind === 'local' ? undefined : packageIdentity(parsed);
        } catch {
          identity = undefined;
        }
        expect([source, view?.identity]).toEqual([source, identity]);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the layout', () => {
  it('of what JSON.stringify prints with two spaces is right, and every key is counted', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const layout = readLayout(`${JSON.stringify(value, null, 2)}\n`);
        expect(layout.edits).toEqual([]);
        expect(layout.keyCount).toBe(countKeys(value));
      }),
    );
  });

  it('knows where each entry begins', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.constantFrom(0, 1, 2), (mods, indent) => {
        const text = JSON.stringify({ before: mods, mods, after: { mods } }, null, indent);
        const { entryOffsets } = readLayout(text);
        expect(entryOffsets).toHaveLength(mods.length);
        for (const [index, offset] of entryOffsets.entries()) {
          const [start] = JSON.stringify(mods[index]);
          expect(text[offset]).toBe(start);
        }
      }),
    );
  });
});

describe('lines and columns', () => {
  it('start at 1, count UTF-16 units, and know all line ends', () => {
    const text = 'a🚀b\r\nc\rd\n\ne';
    const place = lineMap(text);
    const at = (part: string) => place(text.indexOf(part));
    expect([at('a'), at('b'), at('c'), at('d'), at('e'), place(text.length)]).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 4 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 5, column: 1 },
      { line: 5, column: 2 },
    ]);
  });
});
