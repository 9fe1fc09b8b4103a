import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterMods } from '../../src/pipeline/filter-mods.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

const MODS = ['guard.ts', 'review/fast.ts', 'review/slow.ts', 'tools/count.ts'].map((relativePath) => ({
  relativePath,
  name: relativePath.replace(/^.*\//, '').replace('.ts', ''),
}));

/** The names that a filter leaves, joined. */
function kept(...patterns: readonly string[]): string {
  return filterMods(MODS, patterns)
    .kept.map(({ name }) => name)
    .join(' ');
}

describe("a source's filter", () => {
  it.each([
    ['`"mods": []` in a source entry keeps everything that the package offers', [], 'guard fast slow count'],
    ["`!glob` in a source's filter drops what it matches and keeps the rest", ['!review/*'], 'guard count'],
    [
      'with include globs only mods load that match one of them and no `!glob`',
      ['review/*', '!**/slow.ts'],
      'fast',
    ],
    ['a plain path in a filter selects exactly that mod', ['review/slow.ts'], 'slow'],
    ["a plain pattern equal to a mod's name selects that mod", ['slow'], 'slow'],
    ['a glob is held against the name too', ['s*'], 'slow'],
    ['a pattern is never held against the bare file name', ['slow.ts'], ''],
    ['a pattern is never held against the absolute path', ['/root/review/slow.ts'], ''],
    ['a leading `./` is accepted in every kind of pattern', ['./review/*', '!./review/slow.ts'], 'fast'],
    [
      'a leading `./` is accepted behind + and -',
      ['./review/*', '+./guard.ts', '-./review/slow.ts'],
      'guard fast',
    ],
    [
      'each `+path` brings back the mod that a `!glob` of the same filter dropped, and nothing else',
      ['!**', '+guard.ts'],
      'guard',
    ],
    ['`+path` brings back what a `!path` dropped', ['!guard.ts', '+guard.ts'], 'guard fast slow count'],
    [
      '`+path` before the `!path` in the array gives the same result',
      ['+guard.ts', '!guard.ts'],
      'guard fast slow count',
    ],
    ['`+path` restores what the include globs left out', ['review/*', '+guard.ts'], 'guard fast slow'],
    ['`+` and `-` take a name', ['!**', '+slow', '-guard'], 'slow'],
    [
      '`-path` drops a mod even when an include or a `+path` of the same filter names it',
      ['guard.ts', '+guard.ts', '-guard.ts'],
      '',
    ],
    [
      'with only `+path` patterns a source entry keeps everything not excluded',
      ['+guard.ts'],
      'guard fast slow count',
    ],
    ['`+` and `-` take no globs', ['!**', '+review/*'], ''],
    ['braces and `**` are globs', ['{review,tools}/**', '!**/slow.ts'], 'fast count'],
  ])('%s', (_, patterns, names) => {
    expect(kept(...patterns)).toBe(names);
  });

  it('what is dropped names the pattern that did it', () => {
    const { dropped } = filterMods(MODS, ['review/*', '-review/slow.ts']);
    expect(dropped.map(({ mod, by }) => `${mod.name} by ${by}`)).toEqual([
      'guard by review/*',
      'slow by -review/slow.ts',
      'count by review/*',
    ]);
  });

  it.each([
    ['reveiw/slow.ts', 'review/slow.ts'],
    ['slow.ts', 'review/slow.ts'],
    ['guardd', 'guard'],
    ['-review/*', undefined],
    ['!nothing-like-it', undefined],
  ])('the pattern %s matches nothing and is reported with the nearest mod', (pattern, nearest) => {
    expect(filterMods(MODS, [pattern]).unmatched).toEqual([{ pattern, nearest }]);
  });

  const pattern = fc
    .tuple(
      fc.constantFrom('', '!', '+', '-'),
      fc.constantFrom('guard.ts', 'review/*', '**', 'slow', 'tools/count.ts'),
    )
    .map(([sign, text]) => sign + text);

  it('gives the same result in whatever order the patterns are written', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['+guard.ts', '!**', '-slow', 'review/*', '+review/slow.ts', '!guard.ts']),
        (some) => {
          expect(kept(...some)).toBe(kept(...[...some].sort()));
        },
      ),
    );
  });

  it('keeps or drops each mod once, in order, and a dropped one has its reason', () => {
    fc.assert(
      fc.property(fc.array(pattern), (patterns) => {
        const { kept, dropped } = filterMods(MODS, patterns);
        expect([...kept, ...dropped.map(({ mod }) => mod)].sort(byPath)).toEqual([...MODS].sort(byPath));
        expect(kept).toEqual(MODS.filter((mod) => kept.includes(mod)));
        for (const { by } of dropped) expect(by).not.toBe('');
      }),
    );
  });

  it('never keeps what a -path names, and always keeps what a +path names and no -path', () => {
    fc.assert(
      fc.property(fc.array(pattern), (patterns) => {
        const left = kept(...patterns, '-guard.ts', '+tools/count.ts').split(' ');
        expect(left).not.toContain('guard');
        if (!patterns.includes('-tools/count.ts')) expect(left).toContain('count');
      }),
    );
  });
});

describe('a filter in settings', () => {
  const pack = {
    '@/pack/package.json': { name: 'pack', commandcode: { mods: ['review/*.ts'] } },
    '@/pack/review/fast.ts': QUIET,
    '@/pack/review/slow.ts': QUIET,
    '@/pack/other.ts': QUIET,
  };
  const withFilter = (mods?: readonly string[]): object => ({
    mods: { sources: [{ source: './pack', ...(mods && { mods }) }] },
  });

  it('an entry without a filter loads everything that the package offers', async () => {
    const { find } = scene({ home: { ...pack, 'settings.json': { mods: { sources: ['./pack'] } } } });
    expect(namesIn(await find())).toEqual(['fast', 'slow']);
    const asObject = scene({ home: { ...pack, 'settings.json': withFilter() } });
    expect(namesIn(await asObject.find())).toEqual(['fast', 'slow']);
  });

  it("a user's filter narrows what the manifest offers and never replaces the manifest", async () => {
    const { find } = scene({ home: { ...pack, 'settings.json': withFilter(['**', '+other.ts']) } });
    expect(namesIn(await find())).toEqual(['fast', 'slow']);
  });

  it('`+path` cannot bring back a file that the manifest does not offer', async () => {
    const { find } = scene({
      home: { ...pack, 'settings.json': withFilter(['review/fast.ts', '+other.ts']) },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['fast']);
    expect(codesIn(found)).toEqual(['FILTER_MATCHES_NOTHING']);
  });

  it('a pattern that matches nothing is a warning that names the nearest mod', async () => {
    const { find } = scene({ home: { ...pack, 'settings.json': withFilter(['!review/slwo.ts']) } });
    const { diagnostics } = await find();
    expect(diagnostics[0]?.message).toBe(
      'The pattern "!review/slwo.ts" of ./pack matches none of its mods. The nearest mod is review/slow.ts.',
    );
  });

  it("a project's entry for a source replaces the user's filter for it whole; nothing is laid over it", async () => {
    const { find } = scene({
      home: { ...pack, 'settings.json': withFilter(['-review/slow.ts']) },
      project: {
        'settings.json': { mods: { sources: [{ source: '../home/pack', mods: ['!review/fast.ts'] }] } },
      },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['slow']);
    expect(dropsIn(found)).toEqual(['pack: shadowed', 'fast: filtered']);
  });

  it('drop-ins and `mods.paths` know no patterns: a name in `mods.disabled` switches one mod off', async () => {
    const { find } = scene({
      home: {
        'mods/one.ts': QUIET,
        'mods/two.ts': QUIET,
        '@/extra.ts': QUIET,
        'settings.json': { mods: { paths: ['./extra.ts'], disabled: ['two', 'extra', '!one'] } },
      },
    });
    expect(namesIn(await find())).toEqual(['one']);
  });
});

function byPath(a: { relativePath: string }, b: { relativePath: string }): number {
  return a.relativePath < b.relativePath ? -1 : 1;
}
