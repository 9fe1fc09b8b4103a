import type { ElementNode } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { todos } from '../../src/builtin/index.ts';
import { readTodos } from '../../src/builtin/todos/todo-list.ts';
import { createModHost, createSession, type ModHostOptions, openSession } from '../../src/index.ts';
import { calls, resultTexts, type Scene, setStage, tempFolder } from '../support/run-scripted.ts';

const LIST = [
  { content: 'read', status: 'completed' },
  { content: 'write', status: 'in_progress' },
  { content: 'test', status: 'pending' },
] as const;

/** A harness with the mod, on a host with a screen unless it says otherwise. */
async function stage(
  turns: Scene['turns'],
  more: Scene['harness'] = {},
  options: Partial<ModHostOptions> = { screen: {} },
) {
  const host = createModHost({ cwd: tempFolder(), ...options });
  await host.register({ name: 'todos', factory: todos, builtin: true });
  return setStage({ host, turns: turns ?? [], tools: [], harness: { ...more } });
}

const writes = (list: unknown) => [calls(['todo_write', { todos: list }]), { text: 'done' }];

function drawn(host: Awaited<ReturnType<typeof stage>>['host']): readonly ElementNode[] {
  return host.surface.panes.get('todos/list')?.render({ width: 40 }) ?? [];
}

const isOpen = (host: Awaited<ReturnType<typeof stage>>['host']) => host.surface.openPanes.has('todos/list');

describe('todo_write', () => {
  it('keeps the list, shows it in a pane that opens by itself, and tells the model how far it is', async () => {
    const { run, host } = await stage(writes(LIST));
    const { state } = await run();
    expect(resultTexts(state.messages)).toEqual({ call_1: 'The list has 3 entries, 1 of them completed.' });
    expect(isOpen(host)).toBe(true);
    expect(drawn(host)).toEqual([
      { type: 'progress', value: 1 / 3, label: '1 of 3' },
      { type: 'text', text: '✓ read', dim: true },
      { type: 'text', text: '▸ write', bold: true },
      { type: 'text', text: '○ test' },
    ]);
  });

  it('runs without asking, and in plan mode too', async () => {
    const { run } = await stage(writes(LIST), { permissions: {} });
    const { state } = await run('go', { permissionMode: 'plan' });
    expect(resultTexts(state.messages).call_1).toMatch(/^The list has 3/);
  });

  it('takes the whole list anew each time', async () => {
    const { run, host } = await stage([...writes(LIST), ...writes([LIST[0]])]);
    await run();
    await run();
    expect(drawn(host)).toHaveLength(2);
  });

  it('refuses what is no list, says each mistake, and leaves the list before', async () => {
    const bad = [
      { content: ' ', status: 'pending' },
      { content: 'x', status: 'done' },
      'y',
      { status: 'pending' },
    ];
    const { run, host } = await stage([...writes(LIST), ...writes(bad)]);
    await run();
    const { state } = await run();
    expect(resultTexts(state.messages).call_2 ?? resultTexts(state.messages).call_1).toBe(
      [
        'The list was not kept:',
        '- `todos[0]` has an empty `content`',
        '- `todos[1]` needs a `status` that is one of pending, in_progress, completed',
        '- `todos[2]` must be {content, status}',
        '- `todos[3]` needs a text `content`',
      ].join('\n'),
    );
    expect(drawn(host)).toHaveLength(4);
  });

  it.each([
    ['no list', 'a list', '`todos` must be a list'],
    ['nothing', undefined, '`todos` must be a list'],
    ['a hundred and one', Array(101).fill(LIST[0]), '`todos` has more than 100 entries'],
    [
      'a novel',
      [{ content: 'x'.repeat(501), status: 'pending' }],
      '`todos[0]` has a `content` of more than 500 characters',
    ],
  ])('refuses %s', (_what, value, problem) => {
    expect(readTodos(value)).toEqual({ ok: false, problems: [problem] });
  });

  it('makes one line of an entry, without what could move the cursor', () => {
    const given = [{ content: ' a\n\tb\u001b[2Jc ', status: 'pending', activeForm: 'x' }];
    expect(readTodos(given)).toEqual({ ok: true, todos: [{ content: 'a b [2Jc', status: 'pending' }] });
  });
});

describe('/todos', () => {
  it('answers with the list as text, which is what a headless run prints', async () => {
    const { run, host } = await stage(writes(LIST), {}, {});
    expect(await host.runCommand('todos', '')).toEqual({ message: 'There are no todos.' });
    await run();
    expect(await host.runCommand('todos', '')).toEqual({ message: '[x] read\n[>] write\n[ ] test' });
    expect(isOpen(host)).toBe(false);
  });

  it('opens the pane where there is a screen', async () => {
    const { run, host } = await stage(writes(LIST));
    await run();
    host.surface.close('todos/list');
    await host.runCommand('todos', ' ');
    expect(isOpen(host)).toBe(true);
  });

  it('clear empties the list, and other words do nothing', async () => {
    const { run, host } = await stage(writes(LIST));
    await run();
    expect(await host.runCommand('todos', 'drop')).toEqual({
      message: '/todos takes "clear" or nothing, not "drop".',
    });
    expect(await host.runCommand('todos', 'clear')).toEqual({ message: 'There are no todos.' });
    expect(drawn(host)).toEqual([{ type: 'text', text: 'Nothing to do yet.', dim: true }]);
  });
});

describe('Ctrl+X', () => {
  it('opens and closes the pane', async () => {
    const { host } = await stage([]);
    const states: boolean[] = [];
    for (let presses = 0; presses < 3; presses += 1) {
      await host.runShortcut('ctrl+x');
      states.push(isOpen(host));
    }
    expect(states).toEqual([true, false, true]);
    expect(host.diagnostics()).toEqual([]);
  });

  it('does nothing in a headless host', async () => {
    const { host } = await stage([], {}, {});
    expect(await host.runShortcut('ctrl+x')).toEqual({});
    expect(isOpen(host)).toBe(false);
  });
});

describe('the list of a session', () => {
  it('is there again after a resume', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    const first = await stage(writes(LIST), { session });
    await first.run();
    await first.harness.dispose();
    const second = await stage([], { session: openSession(session.path ?? ''), isResumed: true });
    expect(drawn(second.host)).toHaveLength(4);
    expect(await second.host.runCommand('todos', '')).toEqual({ message: '[x] read\n[>] write\n[ ] test' });
  });

  it('is that of the active branch', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    const { run, host } = await stage([...writes([LIST[0]]), ...writes(LIST)], { session });
    await run();
    const leaf = session.leafId();
    await run();
    expect((await host.runCommand('todos', ''))?.message?.split('\n')).toHaveLength(3);
    session.navigate(leaf ?? '');
    expect(await host.runCommand('todos', '')).toEqual({ message: '[x] read' });
  });

  it('is empty when the entry in the file is none', async () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    session.modSession('builtin:todos').appendCustomEntry({ customType: 'todos', data: { broken: true } });
    const { host } = await stage([], { session, isResumed: true });
    expect(await host.runCommand('todos', '')).toEqual({ message: 'There are no todos.' });
  });
});
