import fc from 'fast-check';

/** Pieces of which hostile text is made: escapes whole and in part, controls, and characters of every width. */
const PIECES = [
  ...[
    '\u001b',
    '\u009b',
    '\u009d',
    '\u0090',
    '\u001b[',
    '\u001b]',
    '\u001bP',
    '\u001b_',
    '\u001b^',
    '\u001bX',
    '\u001b\\',
    '\u009c',
  ],
  ...[
    '\u001b[31m',
    '\u001b[0m',
    '\u001b[m',
    '\u001b[1;38;5;9m',
    '\u001b[48:2::1:2:3m',
    '\u001b[8m',
    '\u001b[?25l',
    '\u001b[>4m',
  ],
  ...[
    '\u001b[2J',
    '\u001b[10;10H',
    '\u001b[A',
    '\u001b[6n',
    '\u001bc',
    '\u001b7',
    '\u001b(0',
    '\u001b[3\u0018m',
    '\u001b[1;\u001b[2J',
  ],
  ...[
    '\u001b]0;title\u0007',
    '\u001b]52;c;aGk=\u001b\\',
    '\u001b]8;;https://a.b/c\u001b\\',
    '\u001b]8;;\u0007',
    '\u001b]8;id=x;file:///a;b\u0007',
  ],
  ...[
    '\u001b]8;;java\u001b[2Jscript:\u0007',
    '\u001bPq#0\u001b\\',
    '\u001b_Gf=100\u001b\\',
    '\u001b]1337;File=:AA\u0007',
    '\u001b]',
  ],
  ...['0', '9', ';', ':', 'm', 'H', 'J', '8', '\\', '?'],
  ...[
    '\u0000',
    '\u0007',
    '\b',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\u000b',
    '\u000c',
    '\u000e',
    '\u007f',
    '\u0085',
    '\u2028',
  ],
  ...[
    '\u202e',
    '\u202c',
    '\u2066',
    '\u2069',
    '\u200f',
    '\u061c',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\ud800',
    '\udc00',
  ],
  ...[
    'a',
    'b c',
    ' ',
    'é',
    'e\u0301',
    '\u0301',
    '日本',
    '한',
    'ᄀ',
    'ᅡ',
    'ᆨ',
    '👍',
    '🏽',
    '👨‍👩‍👧',
    '\u200d',
    '\ufe0f',
    '\u20e3',
    '1',
    '❤',
  ],
  ...['🇪', '🇺', 'ก็', 'नि', 'ﾞ', '｜', '─', '…', '\u{e0041}', '\u{1f3f4}\u{e0067}\u{e007f}'],
] as const;

/** Hostile text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 24 }) },
);

const handler = fc.constantFrom<unknown>(() => {}, undefined, 'no function');

/** A number that is a number for once, or something else. */
const someNumber = fc.oneof(
  fc.integer({ min: -5, max: 200 }),
  fc.constantFrom<unknown>(0.5, Number.NaN, Number.POSITIVE_INFINITY, -1e9, 1e9, '3', null),
);

const someText = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, 3, {}, Symbol('text')) },
);

/** Trees that mods might return: good ones, nearly good ones, and anything at all. */
export const junkNodes: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  nodes: fc.oneof(
    { weight: 12, arbitrary: fc.array(tie('node'), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.anything() },
  ),
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'node' },
    { weight: 5, arbitrary: hostileText },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant('text'),
          text: someText,
          bold: fc.constantFrom<unknown>(true, 'yes', undefined),
          color: fc.constantFrom<unknown>('red', 'beige', undefined),
        },
        { requiredKeys: ['type'] },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        { type: fc.constant('progress'), value: someNumber, width: someNumber, label: someText },
        { requiredKeys: ['type', 'value'] },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('divider'), label: someText }, { requiredKeys: ['type'] }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('button'),
        label: someText,
        hotkey: fc.constantFrom<unknown>('r', 'p', 'rr', undefined),
        onPress: handler,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant('input'),
          key: fc.constantFrom('a', 'b'),
          value: someText,
          placeholder: someText,
          onSubmit: handler,
        },
        { requiredKeys: ['type', 'key', 'onSubmit'] },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('select'),
        key: fc.constantFrom('a', 'c'),
        options: fc.array(someText, { maxLength: 4 }),
        value: someText,
        onSelect: handler,
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('markdown'), text: markdownText() }) },
    { weight: 1, arbitrary: hostileNode() },
    {
      weight: 3,
      arbitrary: fc.record(
        { type: fc.constant('row'), children: tie('nodes'), gap: someNumber },
        { requiredKeys: ['type', 'children'] },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          type: fc.constant('box'),
          children: tie('nodes'),
          title: someText,
          border: fc.boolean(),
          padding: someNumber,
        },
        { requiredKeys: ['type', 'children'] },
      ),
    },
  ),
})).nodes;

function markdownText(): fc.Arbitrary<unknown> {
  const mark = fc.constantFrom(
    '# ',
    '- ',
    '  - ',
    '1. ',
    '> ',
    '```',
    '|a|b|\n|-|-|\n',
    '---',
    '**',
    '*',
    '`',
    '[',
    '](http://a b)',
    '](x)',
    '<b>',
    '&amp;',
    '&#9999999;',
    '\n',
    '\n\n',
  );
  return fc.array(fc.oneof(mark, hostileText), { maxLength: 12 }).map((parts) => parts.join(''));
}

/** Objects that do harm when they are looked at. */
function hostileNode(): fc.Arbitrary<unknown> {
  return fc
    .constantFrom<() => unknown>(
      () =>
        Object.defineProperty({}, 'type', {
          get: () => {
            throw new Error('no type');
          },
        }),
      () => ({
        type: 'text',
        get text() {
          throw Object.create(null);
        },
      }),
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new RangeError('a proxy');
            },
          },
        ),
      () => {
        const loop: { type: string; children: unknown[] } = { type: 'row', children: [] };
        loop.children.push(loop, loop, 'x');
        return loop;
      },
      () => ({ type: 'box', children: Array.from({ length: 6_000 }, () => 'x') }),
      () => ({ type: 'text', text: 'long '.repeat(14_000) }),
      () => Promise.reject(new Error('a promise')).catch(() => 0),
    )
    .map((make) => make());
}

/** Many hostile strings, faster than by arbitraries: the same for the same seed. */
export function* hostileTexts(count: number, seed: number): Generator<string> {
  let state = seed;
  // The generator "mulberry32": small, and good enough to choose with.
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  for (let made = 0; made < count; made += 1) {
    let text = '';
    for (let pieces = next(16); pieces > 0; pieces -= 1) {
      text += next(8) === 0 ? String.fromCharCode(next(0x1_00_00)) : PIECES[next(PIECES.length)];
    }
    yield text;
  }
}
