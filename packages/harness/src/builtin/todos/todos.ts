import type { ElementNode, ModApi, ToolModule } from '@cmd-mods/mod-api';
import { doneOf, readTodos, TODO_SCHEMA, type Todo, todoText } from './todo-list.ts';

/** The custom entries that keep the list in the session file: each the whole list as it was then. */
const ENTRY = 'todos';
/** Where `cmd.state` has the list that drawings read, and whether the pane was opened here. */
const LIST = 'list';
const OPENED = 'opened';
const PANE = 'list';

/**
 * The mod `todos`: a list of the session's work that the model keeps with `todo_write`. `/todos` shows it, Ctrl+X opens and closes its
 * pane. Each list is an entry of the session, so it is there again after a resume, and each branch has its own.
 *
 * Source: mods page, "Built-in mods".
 */
export function todos(cmd: ModApi): void {
  const list = () => cmd.state.get<readonly Todo[]>(LIST) ?? [];
  const show = (next: readonly Todo[]) => {
    if (list().length === 0 && next.length > 0) open(true);
    cmd.state.set(LIST, next);
  };
  const open = (isOpen: boolean) => {
    if (!cmd.ui.capabilities.surface) return;
    cmd.state.set(OPENED, isOpen);
    if (isOpen) cmd.ui.openPane(PANE);
    else cmd.ui.closePane(PANE);
  };
  const keep = (next: readonly Todo[]) => {
    cmd.session?.appendCustomEntry({ customType: ENTRY, data: next });
    show(next);
  };
  /** What the active branch has: another one may have become active, or an earlier run may have written it. */
  const recall = () => {
    const entries = cmd.session?.getCustomEntries({ customType: ENTRY });
    if (entries === undefined) return;
    const stored = readTodos(entries.at(-1)?.data ?? []);
    show(stored.ok ? stored.todos : []);
  };

  cmd.on('session_start', recall);
  cmd.on('turn_start', recall);
  cmd.addTool(todoWrite(keep));
  cmd.ui.pane({ id: PANE, title: 'Todos', render: () => drawn(list()) });
  cmd.addCommand({
    name: 'todos',
    description: 'show the todos of this session, or clear them',
    argumentHint: '[clear]',
    handler({ args }) {
      const wanted = args.trim();
      if (wanted !== '' && wanted !== 'clear')
        return { message: `/todos takes "clear" or nothing, not "${wanted}".` };
      if (wanted === 'clear') keep([]);
      else recall();
      if (list().length > 0) open(true);
      return { message: todoText(list()) };
    },
  });
  cmd.addShortcut('ctrl+x', {
    description: 'open or close the todos',
    handler: () => open(cmd.state.get(OPENED) !== true),
  });
}

function todoWrite(keep: (todos: readonly Todo[]) => void): ToolModule {
  return {
    schema: {
      name: 'todo_write',
      description:
        'Keeps the list of what is to be done in this session, which the user sees. Write it for work of several steps, mark one entry as in_progress before you begin it, and as completed as soon as it is done. Give the whole list each time.',
      input_schema: TODO_SCHEMA,
    },
    // It changes nothing but the list, so it may be kept while a plan is made.
    readOnly: true,
    run({ input }) {
      const reading = readTodos(input.todos);
      if (!reading.ok) {
        return {
          ok: false,
          error: `The list was not kept:\n${reading.problems.map((one) => `- ${one}`).join('\n')}`,
        };
      }
      keep(reading.todos);
      const { length } = reading.todos;
      const text = `The list has ${length} ${length === 1 ? 'entry' : 'entries'}, ${doneOf(reading.todos)} of them completed.`;
      return { ok: true, content: [{ type: 'text', text }] };
    },
  };
}

function drawn(list: readonly Todo[]): readonly ElementNode[] {
  if (list.length === 0) return [{ type: 'text', text: 'Nothing to do yet.', dim: true }];
  const done = doneOf(list);
  return [
    { type: 'progress', value: done / list.length, label: `${done} of ${list.length}` },
    ...list.map(({ content, status }): ElementNode => {
      if (status === 'completed') return { type: 'text', text: `✓ ${content}`, dim: true };
      return status === 'in_progress'
        ? { type: 'text', text: `▸ ${content}`, bold: true }
        : { type: 'text', text: `○ ${content}` };
    }),
  ];
}
