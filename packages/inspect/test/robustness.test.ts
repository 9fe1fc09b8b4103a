import { inspect } from '@cmd-mods/inspect';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseFolders, casesIn, sourcesOf } from './support/cases.ts';

const tokens = fc.constantFrom(
  ...'import export default from const let var function class extends new await async yield return if for of in => = { } ( ) [ ] < > , ; : . ?. ... ` ${ + - ! ? ?? || && typeof delete void process env require module exports globalThis eval fetch this super # @ / * "a" \'b\' 1 /x/ \n'.split(
    ' ',
  ),
);

const isClean = (text: string): boolean => {
  const report = inspect(new Map([['index.ts', text]]));
  return Object.values(report.reach).every(({ state }) => state === 'no');
};

describe('whatever the text is', () => {
  it('random tokens never crash the scan', () => {
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 60 }), (list) => {
        expect(inspect(new Map([['index.ts', list.join(' ')]])).schemaVersion).toBe(1);
      }),
      { numRuns: 400 },
    );
  });

  it('random text never crashes the scan', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(inspect(new Map([['index.ts', text]])).schemaVersion).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('random bytes never crash the scan', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(inspect(new Map([['index.ts', bytes]])).schemaVersion).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('a program that is cut anywhere never crashes the scan', () => {
    const programs = caseFolders()
      .flatMap(casesIn)
      .flatMap((one) => sourcesOf(one)[one.expected.entry] ?? []);
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        expect(
          inspect(new Map([['index.ts', text.slice(0, Math.floor(text.length * share))]])).schemaVersion,
        ).toBe(1);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['arrays', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['many more arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['arrows', `${'a => '.repeat(50_000)}1`],
    ['operators', `${'!'.repeat(100_000)}1`],
    ['templates', `${'`${'.repeat(20_000)}1${'}`'.repeat(20_000)}`],
    ['calls', `x${'.a()'.repeat(100_000)}`],
    ['assignments', `${'d = '.repeat(50_000)}1`],
  ])('%s that are nested too deeply are unread, and never clean', (_name, expression) => {
    const text = `const d = ${expression};\nexport default () => process.env.HOME;`;

    expect(isClean(text)).toBe(false);
  });

  it('a long sum is no nesting', () => {
    const text = `const d = ${"'a' + ".repeat(20_000)}'b';\nexport default () => process.env.HOME;`;

    expect(inspect(new Map([['index.ts', text]])).reach.env.state).toBe('yes');
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffprocess.env.HOME', 'utf16le'), 'UTF-16'],
    ['NUL bytes', 'const a = "\0"; process.env.HOME', 'NUL'],
    ['more than a megabyte', `// ${'x'.repeat(1_100_000)}\nprocess.env.HOME`, 'too large'],
  ])('a file with %s is named as unread', (_name, content, reason) => {
    const report = inspect(new Map([['index.ts', content]]));

    expect(report.files).toEqual([
      { path: 'index.ts', read: 'none', reason: expect.stringContaining(reason), reached: true },
    ]);
    expect(Object.values(report.reach).map(({ state }) => state)).not.toContain('no');
  });

  it('text that doubles with every step is given up, and called dynamic', () => {
    const doubling = Array.from(
      { length: 60 },
      (_, index) => `const a${index + 1} = a${index} + a${index};`,
    ).join('');

    expect(
      inspect(new Map([['index.ts', `const a0 = 'ab';${doubling} process[a60];`]])).reach.dynamic.state,
    ).toBe('yes');
  });

  it('a chain of a thousand files is followed', () => {
    const files = new Map<string, string>([
      ['index.ts', "import { f } from './f0';\nexport default () => f();"],
    ]);
    for (let index = 0; index < 1000; index += 1)
      files.set(`f${index}.ts`, `export { f } from './f${index + 1}';`);
    files.set('f1000.ts', 'export const f = () => fetch("https://a.example");');

    expect(inspect(files).reach.network.evidence).toMatchObject([{ file: 'f1000.ts', line: 1 }]);
  });
});
