import type { SessionTreeNode } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createSession, type Session } from '../../src/session/index.ts';
import { assistant, reopened, say, tempFolder, textsOf, user } from './support/sessions.ts';

/** Two answers to one question; the leaf is at the end of the second. */
function forked(): { session: Session; question: string; first: string; second: string } {
  const session = createSession({ folder: tempFolder(), cwd: '/project' });
  say(session, user('question'));
  const question = session.leafId() ?? '';
  say(session, assistant('first answer'));
  const first = session.leafId() ?? '';
  session.navigate(question);
  say(session, assistant('second answer'));
  return { session, question, first, second: session.leafId() ?? '' };
}

describe('the session tree', () => {
  it('shows its branches with ids, labels and children', () => {
    const { session, question, first, second } = forked();
    session.setLabel(first, 'the better one');
    const expected: SessionTreeNode[] = [
      {
        id: question,
        label: null,
        children: [
          { id: first, label: 'the better one', children: [] },
          { id: second, label: null, children: [] },
        ],
      },
    ];
    expect(session.tree()).toEqual(expected);
    expect(reopened(session).tree()).toEqual(expected);
  });

  it('has no leaf and no nodes while it is empty', () => {
    const session = createSession({ cwd: '/project' });
    expect(session.leafId()).toBeNull();
    expect(session.tree()).toEqual([]);
  });

  it('takes 100,000 levels without running out of stack', () => {
    const session = createSession({ cwd: '/project' });
    say(session, ...Array.from({ length: 100_000 }, (_, index) => user(String(index))));
    let depth = 0;
    for (let level = session.tree(); level[0] !== undefined; level = level[0].children) depth += 1;
    expect(depth).toBe(100_000);
  });
});

describe('navigating', () => {
  it('makes another branch the active one, for later openings too', () => {
    const { session, first } = forked();
    expect(textsOf(session.state())).toEqual(['question', 'second answer']);
    expect(textsOf(session.navigate(first))).toEqual(['question', 'first answer']);
    expect(textsOf(reopened(session).state())).toEqual(['question', 'first answer']);
    expect(reopened(session).leafId()).toBe(first);
  });

  it('goes on from there', () => {
    const { session, first } = forked();
    session.navigate(first);
    say(session, user('thanks'));
    expect(textsOf(reopened(session).state())).toEqual(['question', 'first answer', 'thanks']);
  });

  it('brings modState and interruption of that branch along', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    session.commit({ ...session.state(), modState: { a: 1 } });
    const early = session.leafId() ?? '';
    session.commit({ ...session.state(), modState: { a: 2 }, interrupted: true });
    expect(session.navigate(early)).toMatchObject({ modState: { a: 1 }, interrupted: false });
  });

  it('reaches the empty start', () => {
    const { session } = forked();
    expect(session.navigate(null).messages).toEqual([]);
    expect(reopened(session).leafId()).toBeNull();
    say(session, user('afresh'));
    expect(session.tree()).toHaveLength(2);
  });

  it('refuses an entry that is not there, and so does labelling', () => {
    const { session } = forked();
    const refusal = expect.objectContaining({
      diagnostic: expect.objectContaining({ code: 'SESSION_ENTRY_NOT_FOUND' }),
    });
    expect(() => session.navigate('nowhere')).toThrow(refusal);
    expect(() => session.setLabel('nowhere', 'x')).toThrow(refusal);
  });
});

describe('names', () => {
  it('are replaced by the next and survive a resume', () => {
    const { session } = forked();
    expect(session.getName()).toBeUndefined();
    session.setName('one');
    session.setName('two');
    expect(reopened(session).getName()).toBe('two');
  });

  it('and labels move no leaf', () => {
    const { session, question, second } = forked();
    session.setName('n');
    session.setLabel(question, 'l');
    expect(session.leafId()).toBe(second);
    expect(reopened(session).leafId()).toBe(second);
  });

  it('of entries can be taken away', () => {
    const { session, question } = forked();
    session.setLabel(question, 'l');
    session.setLabel(question, null);
    expect(reopened(session).tree()[0]?.label).toBeNull();
  });
});
