import { describe, expect, it } from 'vitest';
import { titling } from '../../src/builtin/index.ts';
import { createModHost, createSession, openSession, type ScriptTurn } from '../../src/index.ts';
import { calls, ofType, only, type Scene, setStage, tempFolder, texts } from '../support/run-scripted.ts';

/** A stage with the mod as a program brings it along. */
async function stageOf(turns: readonly ScriptTurn[], more: Omit<Scene, 'turns' | 'host'> = {}) {
  const host = createModHost({ cwd: tempFolder() });
  await host.register({ name: 'titling', factory: titling, builtin: true, purpose: 'title' });
  return setStage({ ...more, turns, host });
}

describe('the built-in mod titling', () => {
  it('names the session after its first run, before run_end, and says so', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/' });
    const stage = await stageOf([calls(['echo']), { text: 'done' }, { text: 'A fitting title' }], {
      harness: { session },
    });
    await stage.run('please do it');
    expect(openSession(session.path ?? '').getName()).toBe('A fitting title');
    expect(ofType(stage.events, 'session_titled')).toEqual([
      { type: 'session_titled', title: 'A fitting title' },
    ]);
    expect(only(stage.log, 'session_titled', 'run_end')).toEqual(['session_titled', 'run_end']);
  });

  it('asks with the prompt and the answer; the trace says what for', async () => {
    const stage = await stageOf([{ text: 'the answer' }, { text: 'Title' }]);
    const { requests } = await stage.run('the prompt');
    expect(requests.map(({ purpose }) => purpose)).toEqual(['run', 'title']);
    const [asked] = texts(requests[1]?.messages ?? []);
    expect(asked).toContain('the prompt');
    expect(asked).toContain('the answer');
  });

  it('asks once: later runs and resumed sessions keep the name', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/' });
    const stage = await stageOf([{ text: 'one' }, { text: 'Title' }, { text: 'two' }], {
      harness: { session },
    });
    await stage.run('first');
    expect((await stage.run('second')).requests).toHaveLength(3);
    const resumed = openSession(session.path ?? '');
    const after = await stageOf([{ text: 'three' }], { harness: { session: resumed, isResumed: true } });
    expect((await after.run('third')).requests).toHaveLength(1);
  });

  it('a name that somebody gave stays', async () => {
    const stage = await stageOf([{ text: 'one' }], { mods: { m: (cmd) => cmd.setSessionName('Mine') } });
    expect((await stage.run('first')).requests).toHaveLength(1);
    expect(stage.harness.session?.getName()).toBe('Mine');
  });

  it.each([
    ['fails', { error: { message: 'no' } }],
    ['answers without text', { text: '" "' }],
  ])(
    'a model that %s leaves the session without a title, and is asked again after the next run',
    async (_case, turn) => {
      const stage = await stageOf([{ text: 'one' }, turn, { text: 'two' }, { text: 'Title' }]);
      const { result } = await stage.run('first');
      expect(result.stopReason).toBe('end_turn');
      expect(stage.harness.session?.getName()).toBeUndefined();
      expect(ofType(stage.events, 'notice')).toMatchObject([{ level: 'info' }]);
      await stage.run('second');
      expect(stage.harness.session?.getName()).toBe('Title');
    },
  );

  it('a run that failed or was interrupted gets no title', async () => {
    const abort = new AbortController();
    const stage = await stageOf([{ error: { message: 'no' } }, { text: 'late' }], {
      mods: { m: (cmd) => void cmd.on('text_delta', () => abort.abort()) },
    });
    expect((await stage.run('first')).result.stopReason).toBe('error');
    const { result, requests } = await stage.run('second', { signal: abort.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(requests.map(({ purpose }) => purpose)).toEqual(['run', 'run']);
  });

  it('a conversation that no person began gets no title', async () => {
    const stage = await stageOf([{ text: 'one' }]);
    const content = [{ type: 'text' as const, text: 'go' }];
    const { requests } = await stage.run({ role: 'user', content, meta: { isAutomated: true } });
    expect(requests).toHaveLength(1);
  });

  it('without a session there is nothing to name', async () => {
    const stage = await stageOf([{ text: 'one' }], { harness: { session: null } });
    expect((await stage.run('first')).requests).toHaveLength(1);
  });

  it.each([
    ['"Quoted title."', 'Quoted title'],
    ['\n\n# **Title: Mending the parser**\n\nMore words', 'Mending the parser'],
    ['„Der Fehler im Parser“', 'Der Fehler im Parser'],
    ['Two\tparts \u001b[2J\u202Eof it', 'Two parts [2J of it'],
    ['long '.repeat(30), `${'long '.repeat(11).trim()}…`],
    ["Ann's plan", "Ann's plan"],
  ])('%j becomes the title %j', async (text, title) => {
    const stage = await stageOf([{ text: 'one' }, { text }]);
    await stage.run('first');
    expect(stage.harness.session?.getName()).toBe(title);
  });
});
