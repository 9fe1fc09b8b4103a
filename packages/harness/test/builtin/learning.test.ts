import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ModApi } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { learning } from '../../src/builtin/index.ts';
import { looksLikeCorrection, MOST_TRIGGERS, type Trigger } from '../../src/builtin/learning/triggers.ts';
import { createModHost, createSession, type ModHostOptions } from '../../src/index.ts';
import { answer, calls, type Scene, setStage, tempFolder, tool } from '../support/run-scripted.ts';

async function stage(scene: Scene = {}, options: Partial<ModHostOptions> = { screen: {} }) {
  const storeFolder = options.storeFolder ?? tempFolder();
  const host = createModHost({ cwd: tempFolder(), ...options, storeFolder });
  await host.register({ name: 'learning', factory: learning, builtin: true });
  let other: ModApi | undefined;
  await host.register({
    name: 'other',
    factory: (cmd) => {
      other = cmd;
    },
  });
  const staged = await setStage({ host, ...scene });
  const file = join(storeFolder, 'learning.json');
  const stored = (): readonly Trigger[] =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { triggers: Trigger[] }).triggers : [];
  const noted = () => other?.use<() => readonly Trigger[]>('learning', 'triggers')?.();
  return { ...staged, file, stored, noted };
}

const kinds = (triggers: readonly Trigger[]) =>
  triggers.map(({ kind, tool: name }) => (name ? `${kind} ${name}` : kind));

describe('what looks like a correction', () => {
  it.each([
    'No, use tabs',
    'nope',
    "don't touch that",
    'Don’t touch that',
    '- stop',
    "that's not what I asked",
    'Actually, keep it',
    'I meant the other file',
    'revert that',
  ])('%s', (text) => expect(looksLikeCorrection(text)).toBe(true));

  it.each([
    'Now add a test',
    'Note the date',
    'nothing else',
    'Write a parser',
    'notify me',
    'stopwatch',
    '',
  ])('but not: %s', (text) => expect(looksLikeCorrection(text)).toBe(false));
});

describe('the mod learning', () => {
  it('notes a correction after an answer, where it was and not what was said', async () => {
    const session = createSession({ cwd: '/project' });
    const { harness, stored, file } = await stage({
      turns: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
      harness: { session },
    });
    await harness.submit('no plan yet');
    await harness.submit('No, not like that: SECRET');
    await harness.submit('Fine, go on');
    expect(stored()).toEqual([
      { kind: 'correction', sessionId: session.id, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('SECRET');
  });

  it('takes the first words of a resumed session for an answer to it', async () => {
    const { harness, stored } = await stage({ harness: { isResumed: true } });
    await harness.submit('no, undo');
    expect(kinds(stored())).toEqual(['correction']);
  });

  it('notes a call that was denied', async () => {
    const { run, stored } = await stage({
      turns: [calls(['echo'])],
      harness: { permissions: { deny: ['echo'] } },
    });
    await run();
    expect(kinds(stored())).toEqual(['denied echo']);
  });

  it('notes a tool that failed three times in a row, once', async () => {
    const failing = tool('fails', ({ input }) =>
      input.ok === true ? answer('ok') : { ok: false, error: 'no' },
    );
    const turns = [
      calls(['fails']),
      calls(['fails']),
      calls(['fails', { ok: true }]),
      calls(['fails']),
      calls(['fails']),
      calls(['fails']),
      calls(['fails']),
      { text: 'done' },
    ];
    const { run, stored } = await stage({ turns, tools: [failing] });
    await run();
    expect(kinds(stored())).toEqual(['repeated-error fails']);
  });

  it('notes a run that the person stopped', async () => {
    const controller = new AbortController();
    const stops = tool('stops', () => {
      controller.abort();
      return answer('ok');
    });
    const { run, stored } = await stage({ turns: [calls(['stops']), { text: 'x' }], tools: [stops] });
    await run('go', { signal: controller.signal });
    expect(kinds(stored())).toEqual(['interrupted']);
  });

  it('keeps the newest, and offers them to other mods', async () => {
    const storeFolder = tempFolder();
    const old = { kind: 'denied', sessionId: 's', at: '2020-01-01T00:00:00Z', tool: 'old' };
    const triggers = ['no trigger', ...Array(MOST_TRIGGERS).fill(old)];
    writeFileSync(join(storeFolder, 'learning.json'), JSON.stringify({ triggers }));
    const denying = { turns: [calls(['echo'])], harness: { permissions: { deny: ['echo'] } } };
    const { run, stored, noted } = await stage(denying, { screen: {}, storeFolder });
    await run();
    expect(stored()).toHaveLength(MOST_TRIGGERS);
    expect(kinds(stored().slice(-2))).toEqual(['denied old', 'denied echo']);
    expect(noted()).toEqual(stored());
  });

  it('keeps what another session noted while this one was open', async () => {
    const storeFolder = tempFolder();
    const denying = { turns: [calls(['echo'])], harness: { permissions: { deny: ['echo'] } } };
    const one = await stage(denying, { screen: {}, storeFolder });
    const other = await stage(denying, { screen: {}, storeFolder });
    await one.run();
    await other.run();
    expect(one.stored().map(({ sessionId }) => sessionId)).toEqual([
      one.harness.state.sessionId,
      other.harness.state.sessionId,
    ]);
    expect(one.noted()).toEqual(other.noted());
  });

  it('keeps what another session writes in the very moment in which this one does', async () => {
    const denying = { turns: [calls(['echo'])], harness: { permissions: { deny: ['echo'] } } };
    const { run, stored, file } = await stage(denying);
    const theirs = { kind: 'denied', sessionId: 'other', at: '2020-01-01T00:00:00Z', tool: 'theirs' };
    // The other one has the lock already, and writes while this one waits for it.
    const other = new Worker(
      `const { mkdirSync, rmdirSync, writeFileSync } = require('node:fs');
       const { parentPort, workerData } = require('node:worker_threads');
       mkdirSync(workerData.file + '.lock');
       parentPort.postMessage('locked');
       setTimeout(() => {
         writeFileSync(workerData.file, workerData.text);
         rmdirSync(workerData.file + '.lock');
       }, 200);`,
      { eval: true, workerData: { file, text: JSON.stringify({ triggers: [theirs] }) } },
    );
    const gone = once(other, 'exit');
    await once(other, 'message');
    await run();
    await gone;
    expect(kinds(stored())).toEqual(['denied theirs', 'denied echo']);
  });

  it('changes nothing of a run, and writes nothing when nothing happened', async () => {
    const scene: Scene = { turns: [calls(['echo', { a: 1 }]), { text: 'done' }] };
    const withIt = await stage(scene);
    const { state, result } = await withIt.run();
    const without = await (await setStage(scene)).run();
    expect(result).toEqual(without.result);
    expect(state.messages).toEqual(without.state.messages);
    expect(existsSync(withIt.file)).toBe(false);
  });

  it('hears nothing and has no hook in a headless host, where nobody could be learnt from', async () => {
    const { run, file, trace } = await stage(
      { turns: [calls(['echo'])], harness: { permissions: { deny: ['echo'] } } },
      {},
    );
    await run();
    expect(trace.filter(({ kind }) => kind === 'hook')).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});
