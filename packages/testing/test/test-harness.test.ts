import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ModApi, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createTestHarness, scriptedModel } from '../src/index.ts';
import { harnessOf } from './support/harness-of.ts';

const FILE_MOD = new URL('fixtures/mods/upper-case-notes/index.ts', import.meta.url);
const appends =
  (text: string): ModFactory =>
  (cmd) =>
    void cmd.hooks({ appendSystemPrompt: () => text });
const write = (file_path = 'a.txt') =>
  scriptedModel().calls('write_file', { file_path, content: 'b' }).says('done');

describe('a run', () => {
  it('gives what came of it, and what happened in it alone', async () => {
    const t = await harnessOf({ mods: [appends('LINE')], script: scriptedModel().says('one').says('two') });
    const first = await t.run('go');
    const second = await t.run('on');
    expect(
      [first, second].map(({ finalText, stopReason, turnCount }) => [finalText, stopReason, turnCount]),
    ).toEqual([
      ['one', 'end_turn', 1],
      ['two', 'end_turn', 1],
    ]);
    expect(second.events.map(({ type }) => type)).toContain('run_end');
    expect(second.events.filter(({ type }) => type === 'run_start')).toHaveLength(1);
    expect(second.requests.map(({ messages }) => messages.length)).toEqual([3]);
    expect(t.requests).toHaveLength(2);
    expect(t.hooks.filter(({ hook }) => hook === 'appendSystemPrompt').map(({ mod }) => mod)).toEqual([
      'inline-1',
      'inline-1',
    ]);
    expect(t.turnsLeft).toBe(0);
  });

  it('says done when there is no script', async () => {
    expect((await (await harnessOf()).run('go')).finalText).toBe('done');
  });

  it('that a mod consumed is "handled", and has its message', async () => {
    const mod: ModFactory = (cmd) =>
      void cmd.hooks({ transformInput: () => ({ action: 'handled', message: 'mine' }) });
    const run = await (await harnessOf({ mods: [mod] })).run('go');
    expect(run).toMatchObject({ stopReason: 'handled', finalText: 'mine', turnCount: 0, requests: [] });
  });

  it('records with what input a tool ran, after every rewrite, and leaves out blocked calls', async () => {
    const mod: ModFactory = (cmd) =>
      void cmd.hooks({
        beforeToolCall: ({ input }) =>
          input.file_path === 'no.txt'
            ? { block: true, additionalContext: 'no' }
            : { input: { ...input, content: 'rewritten' } },
      });
    const script = scriptedModel()
      .calls('write_file', { file_path: 'no.txt', content: 'b' })
      .calls('write_file', { file_path: 'a.txt', content: 'b' })
      .says('done');
    const t = await harnessOf({ mods: [mod], script });
    const { toolCalls } = await t.run('go');
    expect(toolCalls.map(({ input }) => input)).toEqual([{ file_path: 'a.txt', content: 'rewritten' }]);
    expect(readFileSync(join(t.cwd, 'a.txt'), 'utf8')).toBe('rewritten');
  });
});

describe('mods', () => {
  it('load in the order of the list, whatever they are: factories, named factories, files', async () => {
    const t = await harnessOf({
      mods: [appends('FIRST'), FILE_MOD, { name: 'last', factory: appends('LAST') }],
    });
    expect(t.mods).toEqual(['inline-1', 'upper-case-notes', 'last']);
    const { requests } = await t.run('go');
    expect(requests[0]?.system).toMatch(/FIRST\s+FROM A FILE\s+LAST$/);
  });

  it('may lie in the files of the project, by path or as drop-ins', async () => {
    const code = (text: string) =>
      `export default (cmd) => void cmd.hooks({ appendSystemPrompt: () => '${text}' });`;
    const t = await harnessOf({
      mods: ['./mods/listed.mjs'],
      files: { 'mods/listed.mjs': code('LISTED'), '.commandcode/mods/dropped.js': code('DROPPED') },
    });
    expect(t.mods).toEqual(['listed', 'dropped']);
  });

  it('that fail to load are diagnostics, and the others run', async () => {
    const broken: ModFactory = () => {
      throw new Error('boom');
    };
    const t = await harnessOf({ mods: [broken, './nowhere.ts', appends('GOOD')] });
    expect(t.diagnostics.map(({ code }) => code).toSorted()).toEqual([
      'MOD_FACTORY_THREW',
      'MOD_PATH_MISSING',
    ]);
    expect(t.mods).toEqual(['inline-2']);
  });

  it('are chosen by the settings of the project', async () => {
    const t = await harnessOf({
      settings: { mods: { disabled: ['off'] } },
      files: {
        '.commandcode/mods/off.js': 'export default () => {}',
        '.commandcode/mods/on.js': 'export default () => {}',
      },
    });
    expect(t.mods).toEqual(['on']);
  });

  it('show what they registered', async () => {
    const mod: ModFactory = (cmd) => void cmd.addFlag('loud', { type: 'boolean' });
    const t = await harnessOf({ mods: [{ name: 'm', factory: mod }] });
    expect(t.registrations).toEqual([{ kind: 'flag', name: 'loud', mod: 'm' }]);
  });

  it('get options as the values of their flags; one that nobody has is a diagnostic', async () => {
    let kept: ModApi | undefined;
    const mod: ModFactory = (cmd) => {
      cmd.addFlag('loud', { type: 'boolean' });
      cmd.addFlag('who', { type: 'string' });
      kept = cmd;
    };
    const t = await harnessOf({ mods: [mod], options: { loud: true, who: 'me', lout: true } });
    expect([kept?.getFlag('loud'), kept?.getFlag('who')]).toEqual([true, 'me']);
    expect(t.diagnostics.map(({ code }) => code)).toEqual(['FLAG_UNKNOWN']);
  });
});

describe('permissions', () => {
  const votes =
    (vote: 'allow' | 'deny' | undefined): ModFactory =>
    (cmd) =>
      void cmd.hooks({ onPermissionRequest: () => vote });

  it.each([
    { permissions: 'allow', vote: undefined, runs: true },
    { permissions: 'allow', vote: 'deny', runs: false },
    { permissions: 'deny', vote: undefined, runs: false },
    { permissions: 'deny', vote: 'allow', runs: true },
    { permissions: 'ask', vote: undefined, runs: false },
  ] as const)(
    '$permissions, with the vote $vote of a mod: runs $runs',
    async ({ permissions, vote, runs }) => {
      const t = await harnessOf({ mods: [votes(vote)], script: write(), permissions });
      await t.run('go');
      expect(existsSync(join(t.cwd, 'a.txt'))).toBe(runs);
    },
  );

  it.each([
    { what: 'permission', answers: { permission: 'allow' } },
    {
      what: 'a function of the request',
      answers: {
        permission: ({ toolName }: { toolName: string }) => (toolName === 'write_file' ? 'allow' : 'deny'),
      },
    },
    { what: 'confirm', answers: { confirm: true } },
  ] as const)('with ask the answers decide: $what', async ({ answers }) => {
    const t = await harnessOf({ script: write(), permissions: 'ask', answers });
    await t.run('go');
    expect(existsSync(join(t.cwd, 'a.txt'))).toBe(true);
    expect(t.asked.map(({ kind, answer }) => [kind, answer])).toEqual([['permission', 'allow']]);
  });
});

describe('dialogs', () => {
  const asks: ModFactory = (cmd) =>
    void cmd.addCommand({
      name: 'ask',
      handler: async ({ ui }) => {
        const confirmed = await ui.confirm({ title: 'Sure?' });
        const chosen = await ui.select({ title: 'Which?', options: ['a', 'b'] });
        return { message: JSON.stringify([confirmed, chosen, await ui.input({ title: 'Name?' })]) };
      },
    });

  it.each([
    { what: 'values', answers: { confirm: true, select: 'b', input: 'me' }, message: '[true,"b","me"]' },
    {
      what: 'functions of the question',
      answers: { confirm: ({ title }: { title: string }) => title === 'Sure?', input: async () => 'me' },
      message: '[true,null,"me"]',
    },
    { what: 'nothing, which is the headless default', answers: {}, message: '[false,null,null]' },
  ])('are answered by $what', async ({ answers, message }) => {
    const t = await harnessOf({ mods: [asks], answers });
    expect(await t.command('/ask')).toEqual({ message });
    expect(t.asked.map(({ kind }) => kind)).toEqual(['confirm', 'select', 'input']);
  });
});

describe('a command', () => {
  const echo: ModFactory = (cmd) =>
    void cmd.addCommand({ name: 'echo', handler: ({ args }) => ({ message: args }) });

  it.each([
    ['/echo one  two', 'one  two'],
    ['echo one', 'one'],
    ['/echo', ''],
  ])('%s gets its arguments as text', async (line, message) => {
    expect(await (await harnessOf({ mods: [echo] })).command(line)).toEqual({ message });
  });

  it('that nobody has is refused, with those that there are', async () => {
    const t = await harnessOf({ mods: [echo] });
    await expect(t.command('/ech')).rejects.toMatchObject({ diagnostic: { code: 'TEST_COMMAND_UNKNOWN' } });
    await expect(t.command('/ech')).rejects.toThrow('there are /echo');
  });
});

describe('a reload', () => {
  it('reads the file anew, with the files it imports', async () => {
    const t = await harnessOf({
      mods: ['m/index.ts'],
      files: {
        'm/index.ts': `import { text } from './text.ts'; export default (cmd) => void cmd.hooks({ appendSystemPrompt: () => text });`,
        'm/text.ts': `export const text = 'OLD';`,
      },
      script: scriptedModel().says('a').says('b'),
    });
    await t.run('go');
    writeFileSync(join(t.cwd, 'm/text.ts'), `export const text = 'NEW';`);
    expect(await t.reload('m')).toBe(true);
    await t.run('go');
    expect(t.requests.map(({ system }) => /OLD|NEW/.exec(system)?.[0])).toEqual(['OLD', 'NEW']);
  });

  it('that fails says why, and the old code runs on', async () => {
    const t = await harnessOf({ mods: ['m.mjs'], files: { 'm.mjs': 'export default () => {};' } });
    writeFileSync(join(t.cwd, 'm.mjs'), 'export default () => {');
    expect(await t.reload('m')).toBe(false);
    expect(t.diagnostics.map(({ code }) => code)).toEqual(['MOD_SYNTAX_ERROR']);
    expect(t.mods).toEqual(['m']);
  });

  it('of a factory calls it again, or the new one', async () => {
    let calls = 0;
    const factory: ModFactory = () => {
      calls += 1;
    };
    const t = await harnessOf({ mods: [{ name: 'm', factory }] });
    await t.reload('m');
    expect(await t.reload('m', (cmd) => void cmd.addFlag('new', { type: 'boolean' }))).toBe(true);
    expect([calls, t.registrations.map(({ name }) => name)]).toEqual([2, ['new']]);
  });

  it('of an unknown mod is refused, with the names that there are', async () => {
    const t = await harnessOf({ mods: [() => {}] });
    await expect(t.reload('m')).rejects.toMatchObject({ diagnostic: { code: 'TEST_MOD_UNKNOWN' } });
    await expect(t.reload('m')).rejects.toThrow('inline-1');
  });
});

describe('the clock', () => {
  const ticks =
    (heard: string[]): ModFactory =>
    (cmd) =>
      void cmd.clock.every(1000, () => heard.push('tick'));

  it('moves by hand', async () => {
    const heard: string[] = [];
    const t = await harnessOf({ mods: [ticks(heard)] });
    await t.clock.advance(3500);
    expect([heard.length, t.clock.now, t.clock.waiting]).toEqual([3, 3500, 1]);
  });

  it('ends with the code that started it', async () => {
    const t = await harnessOf({ mods: [{ name: 'm', factory: ticks([]) }] });
    await t.reload('m', () => {});
    expect(t.clock.waiting).toBe(0);
  });

  it('is Node’s when the test wants it real, and cannot be moved then', async () => {
    const heard: string[] = [];
    const t = await harnessOf({
      mods: [(cmd) => void cmd.clock.after(1, () => heard.push('real'))],
      clock: 'real',
    });
    await expect.poll(() => heard).toEqual(['real']);
    await expect(t.clock.advance(1)).rejects.toMatchObject({ diagnostic: { code: 'TEST_CLOCK_IS_REAL' } });
  });
});

describe('isolation', () => {
  it('gives the project its files, and a home folder around it', async () => {
    const t = await harnessOf({ files: { 'src/a.txt': 'text' } });
    expect(readFileSync(join(t.cwd, 'src/a.txt'), 'utf8')).toBe('text');
    expect([homedir(), process.env.HOME]).toEqual([t.home, t.home]);
  });

  it('sets and takes away environment variables, for tools as well, and brings them back', async () => {
    process.env.KIT_A = 'before';
    const t = await createTestHarness({
      env: { KIT_A: undefined, KIT_B: 'mine' },
      script: scriptedModel().calls('shell_command', { command: 'echo "$KIT_A|$KIT_B" > out' }).says('done'),
    });
    await t.run('go');
    expect(readFileSync(join(t.cwd, 'out'), 'utf8')).toBe('|mine\n');
    await t.dispose();
    expect([process.env.KIT_A, process.env.KIT_B]).toEqual(['before', undefined]);
    delete process.env.KIT_A;
  });

  it('holds for several harnesses that end in any order', async () => {
    const home = process.env.HOME;
    const [one, other] = [await createTestHarness(), await createTestHarness()];
    await one.dispose();
    expect(process.env.HOME).toBe(other.home);
    await other.dispose();
    expect(process.env.HOME).toBe(home);
  });

  it.each(['../a.txt', '/a.txt', '.', 'a/../../b'])(
    'refuses the file %s, and leaves nothing behind',
    async (path) => {
      const home = process.env.HOME;
      await expect(createTestHarness({ files: { [path]: '' } })).rejects.toMatchObject({
        diagnostic: { code: 'TEST_FILE_OUTSIDE' },
      });
      expect(process.env.HOME).toBe(home);
    },
  );
});

describe('dispose', () => {
  it('ends the session and removes the folders, once', async () => {
    const heard: string[] = [];
    const t = await createTestHarness({
      mods: [(cmd) => void cmd.hooks({ onSessionEnd: ({ reason }) => void heard.push(reason) })],
    });
    await Promise.all([t.dispose(), t.dispose()]);
    expect([heard, existsSync(t.home)]).toEqual([['shutdown'], false]);
  });

  it('leaves nothing to run afterwards', async () => {
    const t = await createTestHarness();
    await t.dispose();
    await expect(t.run('go')).rejects.toMatchObject({ diagnostic: { code: 'TEST_HARNESS_DISPOSED' } });
  });
});

describe('a model of a mod', () => {
  const answers: ModFactory = (cmd) =>
    void cmd.addProvider({
      id: 'ours',
      displayName: 'Ours',
      models: [{ id: 'parrot' }],
      transport: {
        kind: 'direct',
        stream: async ({ model, messages, onTextDelta }) => {
          const text = `${model} heard ${messages.length}`;
          onTextDelta(text);
          return { content: [{ type: 'text', text }], usage: usage(), stopReason: 'end_turn' };
        },
      },
    });
  const usage = () => ({ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 });

  it('answers when the harness is made with it, and the script is left alone', async () => {
    const t = await harnessOf({
      mods: [answers],
      model: 'ours/parrot',
      script: scriptedModel().says('never'),
    });
    const { finalText, requests } = await t.run('Hello');
    expect(finalText).toBe('parrot heard 1');
    expect(requests.map(({ model }) => model)).toEqual(['ours/parrot']);
    expect(t.turnsLeft).toBe(1);
  });

  it('that nobody has ends the run with an error that says which there are', async () => {
    const t = await harnessOf({ mods: [answers], model: 'parot' });
    await t.run('Hello');
    const error = t.events.find((event) => event.type === 'run_error')?.error;
    expect(error).toMatchObject({ code: 'MODEL_UNKNOWN' });
    expect(String(error)).toContain('Did you mean "parrot"?');
  });
});
