import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRules, type Finding, type RuleId } from '../src/index.ts';
import { check, folderOf, lines, removeFolders, spot } from './support/workbench.ts';

/** Where the wrong example of each rule is wrong. What does not parse stops the other rules, and has a test of its own. */
const WRONG: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
  types: ['4:56 types'],
  'default-export': ['3:1 default-export'],
  'hook-unknown': ['5:5 hook-unknown'],
  'event-unknown': ['4:10 event-unknown'],
  'api-member-unknown': ['2:7 api-member-unknown'],
  'transform-input-string': ['3:62 transform-input-string'],
  'transform-input-result': ['4:16 transform-input-result'],
  'tool-run-input': ['5:71 tool-run-input'],
  'tool-read-only': ['3:88 tool-read-only'],
  'set-status-text': ['2:20 set-status-text'],
  'block-reason': ['3:77 block-reason'],
  'block-unexplained': ['5:70 block-unexplained (warning)'],
  'command-args': ['4:80 command-args'],
  'flag-unknown': ['5:54 flag-unknown'],
  'flag-in-factory': ['5:16 flag-in-factory'],
  'on-decides': ['3:43 on-decides'],
  'timer-outlives-mod': ['4:3 timer-outlives-mod (warning)'],
  'process-listener': ['4:3 process-listener (warning)'],
  'mod-state-json': ['5:87 mod-state-json'],
  'prompt-unstable': ['4:50 prompt-unstable (warning)'],
  'text-delta-async': ['3:25 text-delta-async'],
  'guard-throws': ['6:28 guard-throws (warning)'],
};

/** Mods as people write them: the API under other names, things in other files. */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  'followed/hooks-in-a-constant.ts': ['2:47 block-reason'],
  'followed/hooks-set-later.ts': ['3:26 text-delta-async'],
  'followed/destructured-api.ts': ['2:9 event-unknown', '3:11 hook-unknown'],
  'followed/aliased-methods.ts': ['4:75 transform-input-string', '5:13 set-status-text'],
  'followed/other-files.ts': [],
  'followed/lib/guards.ts': [
    '2:17 guard-throws (warning)',
    '6:25 guard-throws (warning)',
    '10:19 block-unexplained (warning)',
  ],
  'followed/lib/index.ts': ['8:21 prompt-unstable (warning)'],
  'followed/api-handed-on.ts': ['9:3 flag-in-factory', '9:16 flag-unknown', '18:55 command-args'],
  'followed/tool-in-parts.ts': ['1:94 tool-read-only', '3:22 tool-run-input'],
  'followed/process-by-another-name.ts': [
    '5:3 process-listener (warning)',
    '7:3 timer-outlives-mod (warning)',
    '8:3 timer-outlives-mod (warning)',
  ],
  'followed/state-by-another-name.ts': [
    '6:73 mod-state-json',
    '6:84 mod-state-json',
    '7:47 mod-state-json',
    '7:63 mod-state-json',
    '9:26 mod-state-json',
  ],
  'followed/wrapped-factory.ts': ['5:41 flag-in-factory', '6:28 on-decides'],
};

const RULES = describeRules().filter(({ id, group }) => group === 'source' && id !== 'syntax');
const FIXTURES = join(import.meta.dirname, 'fixtures');
const modsIn = (folder: string) =>
  readdirSync(join(FIXTURES, folder))
    .filter((name) => /[.][jt]s$/.test(name))
    .map((name) => `${folder}/${name}`);

describe('the rules about code', () => {
  let found: Map<string, Finding[]>;
  afterAll(removeFolders);

  beforeAll(async () => {
    // One package holds all examples and fixtures, so that the types are read once.
    const examples = RULES.flatMap(({ id, bad, good }) => [
      [`bad/${id}.ts`, bad] as const,
      [`good/${id}.ts`, good] as const,
    ]);
    const mods = [...examples.map(([path]) => path), ...modsIn('followed'), ...modsIn('meant')];
    const manifest = { private: true, commandcode: { mods } };
    const folder = folderOf(
      { 'package.json': JSON.stringify(manifest), ...Object.fromEntries(examples) },
      'kept',
    );
    cpSync(FIXTURES, folder, { recursive: true });
    found = new Map();
    for (const finding of (await check(folder, { rules: RULES.map(({ id }) => id) })).findings) {
      const file = relative(folder, finding.problem.at.file);
      found.set(file, [...(found.get(file) ?? []), finding]);
    }
  }, 60_000);

  it.each(RULES)(
    '$id finds what is wrong in its wrong example, at its place, and nothing else is found',
    ({ id }) => {
      expect(found.get(`bad/${id}.ts`)?.map(spot)).toEqual(WRONG[id]);
    },
  );

  it.each(RULES)('neither $id nor another rule finds anything in its right example', ({ id }) => {
    expect(found.get(`good/${id}.ts`)).toBeUndefined();
  });

  it('know the members of the API also where a mod without types imports nothing', async () => {
    const folder = folderOf({ 'alone.ts': 'export default function (cmd) {\n  cmd.addTol({});\n}\n' });
    expect(lines(await check(join(folder, 'alone.ts')))).toEqual(['alone.ts:2:7 api-member-unknown']);
  });

  it.each(Object.entries(FOLLOWED))('are followed in %s', (file, expected) => {
    expect(found.get(file)?.map(spot) ?? []).toEqual(expected);
  });

  it.each(modsIn('meant'))('find nothing in %s', (file) => {
    expect(found.get(file)?.map(({ rule, message }) => `${rule}: ${message}`)).toBeUndefined();
  });
});

describe('a flag', () => {
  it('is not called unknown where a name that is added is only known at run time', async () => {
    const folder = folderOf({
      'index.ts':
        "export default (cmd) => { cmd.addFlag(process.env.FLAG, {}); cmd.on('turn_end', () => cmd.getFlag('x')); };",
    });
    expect(lines(await check(folder, { rules: ['flag-unknown'] }))).toEqual([]);
  });
});
