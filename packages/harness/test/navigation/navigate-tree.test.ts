import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ModApi, SessionTreeNode } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createSession, openSession, type RequestRow, type ScriptTurn } from '../../src/index.ts';
import {
  calls,
  ofType,
  type Scene,
  type Stage,
  setStage,
  tempFolder,
  texts,
} from '../support/run-scripted.ts';

interface Talk extends Stage {
  readonly cmd: ModApi;
  /** Where the session stood after each prompt. */
  readonly leaves: readonly string[];
}

/** Two prompts and their answers, `one` and `two`, then whatever else. */
async function talked(scene: Omit<Scene, 'turns'>, ...turns: readonly ScriptTurn[]): Promise<Talk> {
  let cmd: ModApi | undefined;
  const grab = (api: ModApi) => {
    cmd = api;
  };
  const stage = await setStage({
    ...scene,
    mods: { ...scene.mods, grab },
    turns: [{ text: 'one' }, { text: 'two' }, ...turns],
  });
  if (cmd === undefined) throw new Error('The factory did not run.');
  const leaves: string[] = [];
  for (const prompt of ['first', 'second']) {
    await stage.run(prompt);
    leaves.push(cmd.sessions.leafId() ?? '');
  }
  return { ...stage, cmd, leaves };
}

function requestsOf({ trace }: Stage): RequestRow[] {
  return trace.filter((row) => row.kind === 'request');
}

function lastSent(stage: Stage): string[] {
  return texts(requestsOf(stage).at(-1)?.messages ?? []);
}

describe('cmd.sessions.navigateTree', () => {
  it('makes the branch that ends in the target the active one, and the next run goes on from there', async () => {
    const stage = await talked({}, { text: 'other two' });
    const [afterFirst = ''] = stage.leaves;
    await stage.cmd.sessions.navigateTree({ targetId: afterFirst });
    expect(stage.cmd.sessions.leafId()).toBe(afterFirst);
    expect(texts(stage.harness.state.messages)).toEqual(['user: first', 'assistant: one']);
    await stage.run('another second');
    expect(lastSent(stage)).toEqual(['user: first', 'assistant: one', 'user: another second']);
    const [root] = stage.cmd.sessions.tree();
    expect(branchings(root)).toEqual([2]);
  });

  it('comes back to a branch that was left, with everything on it', async () => {
    const stage = await talked({}, { text: 'other two' });
    const [afterFirst = '', afterSecond = ''] = stage.leaves;
    await stage.cmd.sessions.navigateTree({ targetId: afterFirst });
    await stage.run('another second');
    await stage.cmd.sessions.navigateTree({ targetId: afterSecond });
    expect(texts(stage.harness.state.messages).slice(2)).toEqual(['user: second', 'assistant: two']);
  });

  it('a compaction counts on the branch on which it was made, and on no other', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' }, { text: 'four' });
    const [, afterSecond = ''] = stage.leaves;
    await stage.cmd.sessions.compact();
    const compacted = stage.cmd.sessions.leafId() ?? '';
    await stage.cmd.sessions.navigateTree({ targetId: afterSecond });
    await stage.run('third');
    expect(lastSent(stage)[0]).toBe('user: first');
    await stage.cmd.sessions.navigateTree({ targetId: compacted });
    await stage.run('third');
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('a compaction that is under way when the branch is left is dropped', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' });
    const [afterFirst = ''] = stage.leaves;
    const compacted = stage.cmd.sessions.compact();
    await stage.cmd.sessions.navigateTree({ targetId: afterFirst });
    await compacted;
    await stage.run('third');
    expect(lastSent(stage)).toEqual(['user: first', 'assistant: one', 'user: third']);
  });
});

describe('navigateTree with summarize', () => {
  it('sums up the branch left behind, and the model sees that behind what the new branch ends with', async () => {
    const stage = await talked({}, { text: 'LEARNED' }, { text: 'other two' }, { text: 'three' });
    const [afterFirst = ''] = stage.leaves;
    await stage.cmd.sessions.navigateTree({
      targetId: afterFirst,
      summarize: true,
      customInstructions: 'Name the files.',
    });
    const asked = requestsOf(stage).at(-1);
    expect(asked).toMatchObject({ purpose: 'compaction', tools: [] });
    expect(texts(asked?.messages ?? [])).toEqual([
      expect.stringContaining('[user]\nsecond\n\n[assistant]\ntwo'),
    ]);
    expect(texts(asked?.messages ?? [])).toEqual([expect.stringContaining('Name the files.')]);
    expect(texts(asked?.messages ?? [])).not.toEqual([expect.stringContaining('[user]\nfirst')]);

    await stage.run('another second');
    expect(lastSent(stage)).toEqual([
      'user: first',
      'assistant: one',
      expect.stringMatching(/^user: [\s\S]*<summary>\nLEARNED\n<\/summary>\|another second$/),
    ]);
    await stage.run('third');
    expect(lastSent(stage).join().split('LEARNED')).toHaveLength(2);
  });

  it('keeps the summary as an entry of the new branch, after a resume too', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/' });
    const stage = await talked({ harness: { session } }, { text: 'LEARNED' });
    const [afterFirst = '', afterSecond = ''] = stage.leaves;
    await stage.cmd.sessions.navigateTree({ targetId: afterFirst, summarize: true });
    const entries = readFileSync(session.path ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.slice(-3)).toMatchObject([
      { type: 'leaf', targetId: afterFirst },
      {
        type: 'custom_message',
        customType: 'branch_summary',
        display: true,
        details: { leafId: afterSecond },
      },
      { type: 'message', message: { role: 'user', meta: { entryId: entries.at(-2).id } } },
    ]);
    expect(openSession(session.path ?? '').state().messages).toHaveLength(3);
  });

  it('asks nobody where nothing is left behind', async () => {
    const stage = await talked({});
    const [, afterSecond = ''] = stage.leaves;
    await stage.cmd.sessions.navigateTree({ targetId: afterSecond, summarize: true });
    expect(requestsOf(stage)).toHaveLength(2);
    expect(stage.cmd.sessions.leafId()).toBe(afterSecond);
  });

  it('a summary that fails leaves the session where it is, and says so', async () => {
    const stage = await talked({}, { error: { message: 'no' } }, { text: 'three' });
    const [afterFirst = '', afterSecond = ''] = stage.leaves;
    const moved = stage.cmd.sessions.navigateTree({ targetId: afterFirst, summarize: true });
    await expect(moved).rejects.toMatchObject({ diagnostic: { code: 'SESSION_SUMMARY_FAILED' } });
    expect(stage.cmd.sessions.leafId()).toBe(afterSecond);
    await stage.run('third');
    expect(lastSent(stage)).toHaveLength(5);
  });

  it('is refused when a run began meanwhile', async () => {
    const stage = await talked({}, { text: 'LEARNED' }, { text: 'three' });
    const [afterFirst = ''] = stage.leaves;
    const moved = stage.cmd.sessions.navigateTree({ targetId: afterFirst, summarize: true });
    const refused = expect(moved).rejects.toMatchObject({ diagnostic: { code: 'SESSION_BUSY' } });
    await stage.run('third');
    await refused;
    expect(texts(stage.harness.state.messages)).toContain('user: second');
  });
});

describe('what navigateTree refuses', () => {
  it.each(['nowhere', ''])('an entry that the session does not have: "%s"', async (targetId) => {
    const stage = await talked({});
    for (const summarize of [false, true]) {
      await expect(stage.cmd.sessions.navigateTree({ targetId, summarize })).rejects.toMatchObject({
        diagnostic: { code: 'SESSION_ENTRY_NOT_FOUND' },
      });
    }
    expect(requestsOf(stage)).toHaveLength(2);
  });

  it('while a run is going', async () => {
    const refused: unknown[] = [];
    const stage = await talked(
      {
        mods: {
          m: (cmd) =>
            void cmd.hooks({
              onTurnEnd: async ({ state, hadToolCalls }) => {
                const targetId = cmd.sessions.leafId() ?? '';
                if (hadToolCalls)
                  await cmd.sessions.navigateTree({ targetId }).catch((error) => refused.push(error));
                return state;
              },
            }),
        },
      },
      calls(['echo']),
      { text: 'three' },
    );
    await stage.run('third');
    expect(refused).toMatchObject([{ diagnostic: { code: 'SESSION_BUSY' } }]);
  });

  it('in a harness that keeps no session', async () => {
    const stage = await setStage({ harness: { session: null } });
    let cmd: ModApi | undefined;
    await stage.host.register({
      name: 'late',
      factory: (api) => {
        cmd = api;
      },
    });
    await expect(cmd?.sessions.navigateTree({ targetId: 'x' })).rejects.toMatchObject({
      diagnostic: { code: 'SESSION_NOT_KEPT' },
    });
    expect(() => cmd?.sessions.tree()).toThrow('needs a session');
    expect(ofType(stage.events, 'mod_error')).toEqual([]);
  });
});

describe('the session file', () => {
  it('is not read again: navigating and reading custom entries need nothing of it', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/' });
    const mod = session.modSession('mod:m');
    const messages = Array.from({ length: 50 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: [{ type: 'text' as const, text: `message ${index}` }],
    }));
    session.commit({ ...session.state(), messages: messages.slice(0, 25) });
    mod.appendCustomEntry({ customType: 'n', data: 1 });
    const early = session.leafId();
    session.commit({ ...session.state(), messages });
    mod.appendCustomEntry({ customType: 'n', data: 2 });
    const late = session.leafId();

    const opened = openSession(session.path ?? '');
    // The file keeps its size, which is looked at, and loses all that it says.
    writeFileSync(session.path ?? '', 'x'.repeat(statSync(session.path ?? '').size - 1).concat('\n'));
    const view = opened.modSession('mod:m');
    const numbers = () => view.getCustomEntries({ customType: 'n' }).map(({ data }) => data);
    expect(opened.navigate(early).messages).toEqual(messages.slice(0, 25));
    expect(numbers()).toEqual([1]);
    expect(opened.navigate(late).messages).toEqual(messages);
    expect(numbers()).toEqual([1, 2]);
    expect(opened.tree()).toHaveLength(1);
    expect(opened.diagnostics).toEqual([]);
  });
});

/** How many children each node has that has more than one. */
function branchings(root: SessionTreeNode | undefined): number[] {
  const counts: number[] = [];
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.children.length > 1) counts.push(node.children.length);
    open.push(...node.children);
  }
  return counts;
}
