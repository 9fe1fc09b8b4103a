import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGISTRY_SCHEMA, type RuleId } from '../src/index.ts';
import { renderRulesPage } from '../src/render/rules-page.ts';
import { HUB_SCHEMA } from '../src/schema/hub-schema.ts';
import { soundEntry, validateText } from './support/workbench.ts';

const ROOT = join(import.meta.dirname, '../../..');
const readJson = (file: string): object => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

function published(file: string): (data: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(readJson(file));
}

/** Rules that say what the schema says; the others look further. */
const OF_THE_SCHEMA: ReadonlySet<RuleId> = new Set<RuleId>([
  'schema',
  'name-charset',
  'description-length',
  'author-name',
  'kinds-enum',
  'kinds-unique',
]);

describe('the published schemas', () => {
  it.each([
    ['schemas/registry.schema.json', REGISTRY_SCHEMA],
    ['schemas/hub.schema.json', HUB_SCHEMA],
  ])('%s is what the code has', (file, schema) => {
    expect(readJson(file)).toEqual(schema);
  });

  it('the page of rules is what the table prints', () => {
    expect(readFileSync(join(ROOT, 'docs/registry-rules.md'), 'utf8')).toBe(renderRulesPage());
  });

  it('allow $schema, so that editors can help', () => {
    expect(published('schemas/registry.schema.json')({ $schema: './registry.schema.json', mods: [] })).toBe(
      true,
    );
  });

  it('refuse a date that the calendar lacks', () => {
    const accepts = published('schemas/registry.schema.json');
    expect(accepts({ mods: [soundEntry('a-guard', { addedAt: '2024-02-29' })] })).toBe(true);
    expect(accepts({ mods: [soundEntry('a-guard', { addedAt: '2026-02-29' })] })).toBe(false);
  });
});

/** Values that are right, nearly right, and wrong. */
const anyText = fc.oneof(
  fc.constantFrom('a-guard', 'A Guard', '', ' ', 'ada/guard', 'npm:a-guard', '2026-08-01', '2026-02-30'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('x', '🚀').map((unit) => unit.repeat(240)),
  fc.constantFrom('x', '🚀').map((unit) => unit.repeat(241)),
);
const anyKind = fc.constantFrom('tool', 'command', 'hook', 'provider', 'renderer', 'flag', 'hooks', 7);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(null, 7, [], {}) });
const anyEntry = fc
  .record(
    {
      name: maybe(fc.constantFrom('a-guard', 'b2', 'A Guard', 'a--b', 'ä', '')),
      source: maybe(anyText),
      description: maybe(anyText),
      author: maybe(
        fc.record(
          {
            name: maybe(anyText),
            url: maybe(fc.constantFrom('https://example.com', 'ftp://x', 'x')),
            mail: anyText,
          },
          { requiredKeys: ['name'] },
        ),
      ),
      kinds: maybe(fc.array(anyKind, { maxLength: 4 })),
      repo: maybe(fc.constantFrom('ada/guard', 'https://gitlab.com/a/b', 'git@x:y', '')),
      tags: maybe(fc.array(maybe(fc.constantFrom('safety', 'Safety', ' x', '')), { maxLength: 3 })),
      official: maybe(fc.boolean()),
      desciption: anyText,
    },
    { requiredKeys: [] },
  )
  .map((entry) => entry as Record<string, unknown>);

/** A sound entry with at most two fields replaced. */
const slightlyChanged = fc.tuple(anyEntry, fc.nat(9), fc.nat(9)).map(([entry, one, other]) => {
  const keys = Object.keys(entry);
  const chosen = [keys[one], keys[other]].filter((key) => key !== undefined);
  return soundEntry('a-guard', Object.fromEntries(chosen.map((key) => [key, entry[key]])));
});

describe('the validator and the schema', () => {
  it('agree on a thousand random entries', async () => {
    const accepts = published('schemas/registry.schema.json');
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 1, arbitrary: anyEntry }, { weight: 5, arbitrary: slightlyChanged }),
        async (entry) => {
          const data = { mods: [entry] };
          const { report } = await validateText(JSON.stringify(data));
          const complaints = report.findings.filter(({ rule }) => OF_THE_SCHEMA.has(rule));
          const isAccepted = accepts(data);
          accepted += isAccepted ? 1 : 0;
          expect(complaints.length === 0).toBe(isAccepted);
        },
      ),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(50);
    expect(accepted).toBeLessThan(950);
  });

  it('count the same: one finding for each mistake', async () => {
    const entry = soundEntry('a-guard', {
      author: { name: 'Ada', mail: 'x', site: 'y' },
      repo: 'x',
      tags: [1, 2],
    });
    const { report } = await validateText(JSON.stringify({ mods: [entry], extra: 1 }));
    const found = report.findings.filter(({ rule }) => rule === 'schema').map(({ path }) => path);
    expect(found.toSorted()).toEqual([
      '/extra',
      '/mods/0/author/mail',
      '/mods/0/author/site',
      '/mods/0/repo',
      '/mods/0/tags/0',
      '/mods/0/tags/1',
    ]);
  });
});
