import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHarness, createModelRouter, createModHost } from '@cmd-mods/harness';
import { loadMods } from '@cmd-mods/loader';
import { scriptedModel } from '@cmd-mods/testing';
import { describe, expect, it } from 'vitest';
import { FIXTURES, loadFixtures, messageOf, told } from './support/fixtures.ts';

/** The text of the messages that a request carried. */
const sent = (messages: readonly { content: readonly unknown[] }[] = []) =>
  messages.flatMap(({ content }) => content.map((block) => (block as { text?: string }).text ?? ''));

describe('a mod in the wild works unchanged when it', () => {
  it('says who and where it is', async () => {
    const t = await loadFixtures(['name-and-folder']);
    expect(await messageOf(t, '/where')).toBe(`name-and-folder in ${t.cwd}`);
  });

  it('keeps its hooks in a variable with an id, and registers several times; the calls compose in order', async () => {
    const t = await loadFixtures(['hooks-in-a-variable']);
    const { requests, state } = await t.run('go');
    expect(requests[0]?.system).toMatch(/First\.\n\nSecond\.$/);
    expect(state.modState).toEqual({ 'mod:hooks-in-a-variable': 1 });
    expect(told(t)).toEqual([]);
  });

  it('hands over a message whose content is text: it is put right, with a warning that names the mod', async () => {
    const t = await loadFixtures(['content-as-text']);
    const { requests } = await t.run('go');
    expect(requests[0]?.messages.at(-1)?.content.at(-1)).toEqual({
      type: 'text',
      text: 'Answer in one word.',
    });
    expect(told(t)).toEqual([
      expect.stringMatching(
        /^notice: \[content-as-text\] transformContext handed over a message whose content is a string/,
      ),
    ]);
  });

  it('adds a tool whose schema requires nothing, and answers ok or not', async () => {
    const script = scriptedModel().calls('shout', { text: 'hi' }).calls('shout').says('done');
    const t = await loadFixtures(['tool-without-required'], { script });
    const { state, registrations } = await t.run('go');
    const results = state.messages.flatMap(({ content }) =>
      content.filter(({ type }) => type === 'tool_result'),
    );
    expect(results).toMatchObject([
      { content: [{ text: 'HI' }] },
      { content: [{ text: 'There is nothing to shout.' }], is_error: true },
    ]);
    expect(registrations).toContainEqual({ kind: 'tool', name: 'shout', mod: 'tool-without-required' });
  });

  it('answers commands with a message, a prompt or nothing, now or later', async () => {
    const t = await loadFixtures(['command-answers']);
    expect([
      await t.command('/say  it '),
      await t.command('/later this'),
      await t.command('/branch'),
      await t.command('/quiet'),
    ]).toEqual([{ message: 'said it' }, { prompt: 'do this' }, { message: '2' }, {}]);
  });

  it('adds an option that another mod has: the first keeps it, and the warning names both', async () => {
    const t = await loadFixtures(['flag-of-two-mods/first.ts', 'flag-of-two-mods/second.ts'], {
      options: { strict: true, tone: 'loud' },
    });
    expect(await messageOf(t, '/flags')).toBe('[true,"loud"]');
    expect(t.diagnostics).toMatchObject([
      {
        code: 'NAME_TAKEN',
        message: 'The flag "strict" of the mod "second" is left out: the mod "first" has it.',
      },
    ]);
  });

  it('brings providers with any of the transports', async () => {
    const host = createModHost({ cwd: FIXTURES });
    const loaded = await loadMods({
      cwd: FIXTURES,
      home: FIXTURES,
      env: {},
      host,
      modPaths: [`${FIXTURES}/provider-of-its-own`],
    });
    expect(loaded.diagnostics).toEqual([]);
    const router = createModelRouter(() => host.providers());
    const harness = await createHarness({
      modelClient: router,
      model: 'turned-x',
      modHost: host,
      session: null,
    });
    const { result } = await harness.run({ userInput: 'uryyb' });
    await harness.dispose();
    expect(result).toMatchObject({
      finalText: 'turned-x hello',
      usage: { inputTokens: 12, outputTokens: 3, cacheReadTokens: 10, cacheWriteTokens: 1 },
    });
    expect(host.providers().map(({ id }) => id)).toEqual(['rot13', 'self-hosted', 'sdk']);
    expect(router.describe?.('rot13-mini')?.contextWindow).toBe(1000);
  });

  it('shows entries, with a renderer and without, where nobody draws', async () => {
    const t = await loadFixtures(['entry-with-renderer']);
    await t.run('go');
    expect([t.finalText, told(t)]).toEqual(['done', []]);
  });

  it('adds shortcuts, agents and skills', async () => {
    const t = await loadFixtures(['shortcut-and-agent']);
    expect(t.registrations.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'agent reader',
      'shortcut alt+r',
    ]);
    expect(told(t)).toEqual([]);
  });

  it('talks to another mod within the tick, and uses what that one exposes', async () => {
    const t = await loadFixtures(['events-of-two-mods/asks.ts', 'events-of-two-mods/answers.ts']);
    expect(await messageOf(t, '/ping')).toBe('[{"n":0}] 5 undefined');
  });

  it('watches a program while it runs', async () => {
    const t = await loadFixtures(['program-watched']);
    expect(await messageOf(t, '/watch')).toBe('stderr err, stdout out, 3');
  });

  it('queues messages while a run goes', async () => {
    const script = scriptedModel()
      .calls('read_file', { file_path: 'a' })
      .says('one')
      .says('two')
      .says('three');
    const t = await loadFixtures(['queued-while-running'], { script, files: { a: 'text' } });
    const { requests } = await t.run('go');
    expect(sent(requests[1]?.messages)).toContain('Steered.');
    expect(sent(requests[1]?.messages)).not.toContain('Followed up.');
    expect(sent(requests[2]?.messages)).toContain('Followed up.');
  });

  it('reads its entries of the session at once, also through the context of onSessionStart', async () => {
    const t = await loadFixtures(['entries-in-the-session']);
    const { state } = await t.run('go');
    expect(await messageOf(t, '/entries')).toBe('[{"customType":"started","data":{"source":"startup"}}]');
    expect(state.messages.length).toBeGreaterThan(1);
    expect(told(t)).toEqual([]);
  });

  it('asks with options that are text or objects, and gets the label', async () => {
    const answers = {
      select: ({ title }: { title: string }) => (title === 'Which?' ? 'three' : ''),
      input: 'me',
      confirm: true,
    };
    const t = await loadFixtures(['questions'], { answers });
    expect(await messageOf(t, '/ask')).toBe('["three","three","me",true]');
    expect(t.asked[1]?.question).toEqual({
      title: 'Which?',
      options: [{ label: 'three', description: 'a prime' }],
    });
  });

  it('chooses tools, model, effort and name while its factory runs', async () => {
    const t = await loadFixtures(['tools-chosen-in-the-factory']);
    expect(await messageOf(t, '/session')).toBe('read_file,grep other-model high renamed early true');
    const { requests } = await t.run('go');
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['read_file', 'grep']);
    expect(requests[0]?.model).toBe('other-model');
  });

  it('asks whether members are there: they are real properties', async () => {
    const t = await loadFixtures(['members-asked-for']);
    expect(await messageOf(t, '/has')).toBe('true false false no telepathy function false true');
  });

  it('guards tools by their names and inputs, and reads results as blocks', async () => {
    const script = scriptedModel()
      .calls('shell_command', { command: 'echo', args: ['hush', 'now'] })
      .calls('write_file', { file_path: 'secret.txt', content: 'x' })
      .calls('read_file', { file_path: 'a' })
      .says('done');
    const t = await loadFixtures(['guard-of-every-tool'], { script, files: { a: 'hush' } });
    const { events } = await t.run('go');
    expect(await messageOf(t, '/seen')).toBe('shell_command write_file read_file');
    expect(events.filter(({ type }) => type === 'tool_hook_blocked')).toMatchObject([
      { hookOutput: 'secret.txt is off limits.' },
    ]);
    const completed = events.flatMap((event) =>
      event.type === 'tool_completed' ? [JSON.stringify(event.result)] : [],
    );
    expect(completed[0]).toContain('[hidden] now');
    expect(completed[1]).toContain('hush');
    expect(existsSync(`${t.cwd}/secret.txt`)).toBe(false);
  });

  it('reads the payloads of events', async () => {
    const script = scriptedModel()
      .calls('read_file', { file_path: 'a' })
      .with({ usage: { inputTokens: 20, outputTokens: 2, cacheReadTokens: 15 } })
      .says('done')
      .with({ usage: { inputTokens: 30, outputTokens: 4, cacheReadTokens: 20 } });
    const t = await loadFixtures(['events-with-payloads'], { script, files: { a: '1' } });
    await t.run('go');
    expect((await messageOf(t, '/rows'))?.split('\n')).toEqual([
      'run_start string',
      'model_request_end scripted undefined 2 tool_use',
      'turn_end 1 true 20/15',
      'model_request_end scripted undefined 4 end_turn',
      'turn_end 2 false 30/20',
      'run_end done end_turn 2 6',
    ]);
  });
});

it('every mod of the fixtures is run by one of these tests', () => {
  const tests = ['seen', 'mistakes'].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8'),
  );
  const unused = readdirSync(FIXTURES).filter((name) => !tests.some((text) => text.includes(name)));
  expect(unused).toEqual([]);
});
