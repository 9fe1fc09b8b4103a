import type { ReplayChange } from './compare-runs.ts';

/** Changes as text, for a person: one paragraph each, what was marked with `-`, what is now with `+`. */
export function formatChanges(changes: readonly ReplayChange[]): string {
  if (changes.length === 0) return 'Nothing changed.';
  return changes
    .map((change) => {
      const [before, after] = differing(linesOf(change, 'before'), linesOf(change, 'after'));
      const lines = [...before.map((line) => `  - ${line}`), ...after.map((line) => `  + ${line}`)];
      return [`turn ${change.turnNumber}, ${headingOf(change)}`, ...lines].join('\n');
    })
    .join('\n\n');
}

function headingOf(change: ReplayChange): string {
  if (change.kind === 'tool' || change.kind === 'result') {
    const { toolName = '', toolCallId = '' } = change.before ?? change.after ?? {};
    return `${change.kind} of ${toolName} (${toolCallId})`;
  }
  return change.kind === 'event' ? `event ${(change.before ?? change.after)?.type}` : change.kind;
}

/** What stands for a side of a change, line by line; nothing for one that is not there. */
function linesOf(change: ReplayChange, side: 'before' | 'after'): readonly string[] {
  if (change[side] === undefined) return [];
  switch (change.kind) {
    case 'prompt':
    case 'text':
      return change[side]?.split('\n') ?? [];
    case 'messages':
      return change[side]?.map((message) => JSON.stringify(message)) ?? [];
    case 'tool':
      return [`${change[side]?.outcome} with ${JSON.stringify(change[side]?.input)}`];
    case 'result': {
      const { content = [], isError = false } = change[side] ?? {};
      const texts = content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
      return [...(isError ? ['(error)'] : []), ...texts.flatMap((text) => text.split('\n'))];
    }
    case 'event':
      return [JSON.stringify(change[side])];
  }
}

/** The lines between those that both begin and end with. */
function differing(
  before: readonly string[],
  after: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}
