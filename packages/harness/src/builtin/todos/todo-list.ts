/** How far along a todo is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed';

/** One line of the list. */
export interface Todo {
  readonly content: string;
  readonly status: TodoStatus;
}

/** A list, or what is wrong with what was given for one. */
export type TodoReading =
  | { readonly ok: true; readonly todos: readonly Todo[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const STATUSES: readonly TodoStatus[] = ['pending', 'in_progress', 'completed'];

/** More is no list for a person any more. */
const MOST = 100;
const LONGEST = 500;

/** What the model is told of a list. */
export const TODO_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      maxItems: MOST,
      description: 'The whole list, in order; it takes the place of the one before.',
      items: {
        type: 'object',
        properties: {
          content: { type: 'string', description: 'What is to be done, in one line.' },
          status: { type: 'string', enum: STATUSES },
        },
        required: ['content', 'status'],
      },
    },
  },
  required: ['todos'],
};

/** Reads what a model, or a session file, has for a list. Blanks and line breaks become single blanks; other fields do not count. */
export function readTodos(value: unknown): TodoReading {
  if (!Array.isArray(value)) return { ok: false, problems: ['`todos` must be a list'] };
  if (value.length > MOST) return { ok: false, problems: [`\`todos\` has more than ${MOST} entries`] };
  const todos: Todo[] = [];
  const problems: string[] = [];
  for (const [index, entry] of value.entries()) {
    const todo = readTodo(entry);
    if (typeof todo === 'string') problems.push(`\`todos[${index}]\` ${todo}`);
    else todos.push(todo);
  }
  return problems.length === 0 ? { ok: true, todos } : { ok: false, problems };
}

function readTodo(entry: unknown): Todo | string {
  if (typeof entry !== 'object' || entry === null) return 'must be {content, status}';
  const { content, status } = entry as { readonly content?: unknown; readonly status?: unknown };
  if (typeof content !== 'string') return 'needs a text `content`';
  const line = content.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return 'has an empty `content`';
  if (line.length > LONGEST) return `has a \`content\` of more than ${LONGEST} characters`;
  const known = STATUSES.find((one) => one === status);
  if (known === undefined) return `needs a \`status\` that is one of ${STATUSES.join(', ')}`;
  return { content: line, status: known };
}

const MARKS: Readonly<Record<TodoStatus, string>> = { pending: '[ ]', in_progress: '[>]', completed: '[x]' };

/** The list as plain text, a line each. */
export function todoText(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'There are no todos.';
  return todos.map(({ content, status }) => `${MARKS[status]} ${content}`).join('\n');
}

/** How many of them are done. */
export function doneOf(todos: readonly Todo[]): number {
  return todos.filter(({ status }) => status === 'completed').length;
}
