import '../src/vitest.ts';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import * as assert from '../src/assert.ts';
import { CHECKS } from '../src/checks.ts';
import { replay, scriptedModel, type TestHarness } from '../src/index.ts';
import { harnessOf } from './support/harness-of.ts';

const mod: ModFactory = (cmd) => {
  cmd.addFlag('loud', { type: 'boolean' });
  cmd.hooks({
    appendSystemPrompt: () => 'Be kind.',
    beforeToolCall: ({ toolName, input }) =>
      toolName === 'shell_command'
        ? { block: true, additionalContext: 'No shell.' }
        : { input: { ...input, content: 'rewritten' } },
  });
};
const script = scriptedModel()
  .calls('shell_command', { command: 'ls' })
  .calls('write_file', { file_path: 'a.txt', content: 'b' })
  .says('All done.');

async function ran(): Promise<TestHarness> {
  const t = await harnessOf({ mods: [{ name: 'm', factory: mod }], script });
  await t.run('go');
  return t;
}

type Name = keyof typeof CHECKS;
type Case = {
  readonly name: Name;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  readonly says: RegExp;
};

const cases: readonly Case[] = [
  { name: 'toHaveBlocked', good: ['shell_command'], bad: ['write_file'], says: /shell_command: No shell\./ },
  {
    name: 'toHaveEmitted',
    good: ['run_end'],
    bad: ['run_error'],
    says: /not among .*: session_start, run_start/,
  },
  {
    name: 'toHaveEmitted',
    good: ['tool_hook_blocked', { hookOutput: /shell/ }],
    bad: ['tool_hook_blocked', { hookOutput: 'Other.' }],
    says: /"hookOutput":"No shell\."/,
  },
  { name: 'toHaveSystemPrompt', good: ['Be kind.'], bad: ['Be rude.'], says: /Be kind\./ },
  { name: 'toHaveSystemPrompt', good: [/kind\.$/], bad: [/^kind/], says: /\/\^kind\// },
  { name: 'toHaveRegistered', good: ['flag', 'loud'], bad: ['tool', 'loud'], says: /flag loud \(m\)/ },
  { name: 'toHaveFinalText', good: ['done'], bad: ['undone'], says: /"All done\."/ },
  { name: 'toHaveFinalText', good: [/^all/i], bad: [/^done/], says: /"All done\."/ },
  {
    name: 'toHaveToolInput',
    good: ['write_file', { content: 'rewritten' }],
    bad: ['write_file', { content: 'b' }],
    says: /"content":"rewritten"/,
  },
  {
    name: 'toHaveToolInput',
    good: ['write_file', {}],
    bad: ['shell_command', {}],
    says: /what ran was write_file/,
  },
];

type Loose = Record<Name, (...expected: readonly unknown[]) => void>;
const loose = (matchers: object): Loose => matchers as Loose;

describe.each(cases)('$name', ({ name, good, bad, says }) => {
  it(`passes for ${String(good)}, and fails for ${String(bad)} with what there is`, async () => {
    const t = await ran();
    loose(expect(t))[name](...good);
    loose(expect(t).not)[name](...bad);
    expect(() => loose(expect(t))[name](...bad)).toThrow(says);
    expect(() => loose(expect(t).not)[name](...good)).toThrow(/Expected the mods not to/);
  });

  it('does the same as a function', async () => {
    const t = await ran();
    loose(assert)[name](t, ...good);
    loose(assert.not)[name](t, ...bad);
    expect(() => loose(assert)[name](t, ...bad)).toThrow(says);
    expect(() => loose(assert.not)[name](t, ...good)).toThrow(/Expected the mods not to/);
  });
});

describe('a matcher', () => {
  it('looks at one run alone when it is given one', async () => {
    const t = await harnessOf({
      script: scriptedModel().calls('glob', { pattern: '*' }).says('a').says('b'),
    });
    const [first, second] = [await t.run('go'), await t.run('on')];
    expect(first).toHaveToolInput('glob', {});
    expect(second).not.toHaveToolInput('glob', {});
    expect(t).toHaveToolInput('glob', { pattern: expect.any(String) });
  });

  it('says which mods did not load', async () => {
    const broken: ModFactory = () => {
      throw new Error('boom');
    };
    const t = await harnessOf({ mods: [broken] });
    expect(() => expect(t).toHaveFinalText('x')).toThrow(/What went wrong with the mods:\n.*boom/);
  });

  it('says which hook of which mod threw and was skipped, once, and on which line', async () => {
    const factory: ModFactory = (cmd) =>
      void cmd.hooks({
        beforeToolCall: () => {
          throw new Error('kept is not defined');
        },
      });
    const t = await harnessOf({ mods: [{ name: 'm', factory }], script });
    await t.run('go');
    expect(() => expect(t).toHaveBlocked('write_file')).toThrow(
      /What went wrong with the mods:\n {2}mod:m: beforeToolCall failed: kept is not defined\n {4}at .*matchers\.test\.ts:\d+:\d+$/,
    );
  });

  it('names what is nearest first: a likely slip, and the event that has most of what was asked for', async () => {
    const t = await ran();
    expect(() => expect(t).toHaveRegistered('flag', 'lowd')).toThrow(/Did you mean loud\?/);
    expect(() => expect(t).toHaveToolInput('write_fil', {})).toThrow(/Did you mean write_file\?/);
    expect(() => expect(t).toHaveBlocked('read_file')).toThrow(/Found: shell_command: No shell\./);
    expect(() => expect(t).toHaveEmitted('tool_queued', { toolName: 'write_file', toolCallId: 'x' })).toThrow(
      /Found: \{"type":"tool_queued","toolCallId":"call_2","toolName":"write_file"/,
    );
  });

  it('says what the model called when nothing was blocked, and leaves out the end of a long list', async () => {
    const calls = Array.from({ length: 12 }, (_each, index) => ({
      name: 'glob',
      input: { pattern: `${index}` },
    }));
    const t = await harnessOf({ script: { turns: [{ toolCalls: calls }, { text: 'Done.' }] } });
    await t.run('go');
    expect(() => expect(t).toHaveBlocked('glob')).toThrow('no call was blocked; the model called glob');
    expect(() => expect(t).toHaveToolInput('glob', { pattern: 'x' })).toThrow('and 2 more');
  });

  it('takes a replayed run as well', async () => {
    const t = await ran();
    const { run } = await replay(t.trace, { mods: [] });
    expect(run).toHaveFinalText('All done.');
    expect(run).not.toHaveBlocked('shell_command');
  });

  it('finds a pane by the id that its mod gave it', async () => {
    const t = await harnessOf({
      mods: [
        { name: 'm', factory: (cmd) => void cmd.ui.pane({ id: 'notes', title: 'Notes', render: () => [] }) },
      ],
    });
    expect(t).toHaveRegistered('pane', 'notes');
    expect(t).toHaveRegistered('pane', 'm/notes');
  });
});

it('both faces have every check, and no other', () => {
  const { not, ...functions } = assert;
  for (const face of [functions, not])
    expect(Object.keys(face).toSorted()).toEqual(Object.keys(CHECKS).toSorted());
});
