import type { RequestRow } from '@cmd-mods/harness';

/** Something that differs between two requests, or between an answer as it came and as it was kept. */
export interface Change {
  readonly what: 'model' | 'effort' | 'system prompt' | 'messages' | 'tools' | 'answer';
  /** Lines that are gone. */
  readonly before: readonly string[];
  /** Lines that came. */
  readonly after: readonly string[];
  /** How many equal lines stand before them. */
  readonly sameBefore: number;
  /** There was no room for the lines, so there are none. */
  readonly isLeftOut?: true;
  /** It is the first of its kind, compared with nothing. */
  readonly isFirst?: true;
}

/** A request in lines, ready to be compared: an item of a list is one line. */
export interface RequestLines {
  readonly model: readonly string[];
  readonly effort: readonly string[];
  readonly system: readonly string[];
  readonly messages: readonly string[];
  readonly tools: readonly string[];
}

/** Puts a request into lines. */
export function requestLines({ model, effort, system, messages, tools }: RequestRow): RequestLines {
  return {
    model: [model],
    effort: effort === undefined ? [] : [effort],
    system: system === '' ? [] : system.split('\n'),
    messages: messages.map((message) => JSON.stringify(message)),
    tools: tools.map((tool) => JSON.stringify(tool)),
  };
}

const REQUEST_PARTS = [
  ['model', 'model'],
  ['effort', 'effort'],
  ['system', 'system prompt'],
  ['messages', 'messages'],
  ['tools', 'tools'],
] as const;

/** What a request has that the one before it had not, and the reverse. */
export function requestChanges(before: RequestLines, after: RequestLines): readonly Change[] {
  return REQUEST_PARTS.flatMap(([part, what]) => changeOf(what, before[part], after[part]));
}

/** What the first request of a trace says: there is none before it. */
export function firstRequest({ system, messages }: RequestLines): readonly Change[] {
  const parts = [...changeOf('system prompt', [], system), ...changeOf('messages', [], messages)];
  return parts.map((change) => ({ ...change, isFirst: true }));
}

/** What became of an answer between the model and the transcript; nothing when it was kept as it came. */
export function answerChange(came: readonly unknown[], kept: readonly unknown[]): readonly Change[] {
  const lines = (content: readonly unknown[]) => content.map((block) => JSON.stringify(block));
  return changeOf('answer', lines(came), lines(kept));
}

/** One stretch of lines that differs: what is the same at both ends is left out. Edits far apart come out as one. */
function changeOf(
  what: Change['what'],
  before: readonly string[],
  after: readonly string[],
): readonly Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    {
      what,
      before: before.slice(start, before.length - end),
      after: after.slice(start, after.length - end),
      sameBefore: start,
    },
  ];
}
