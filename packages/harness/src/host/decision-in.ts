import { isRecord } from '../hooks/content.ts';

/** What hooks answer with. A handler that returns one of these believes itself to be a hook. */
const DECISIONS = [
  'block',
  'additionalContext',
  'action',
  'continue',
  'terminate',
  'modState',
  'input',
  'content',
  'result',
];

/** The decision that an answer looks like, for a message; `undefined` when it looks like none. */
export function decisionIn(answer: unknown): string | undefined {
  if (answer === 'allow' || answer === 'deny') return `"${answer}"`;
  if (!isRecord(answer)) return undefined;
  const field = DECISIONS.find((name) => Object.hasOwn(answer, name));
  // An event that is handed on, by an arrow function that stores it say, has such fields too.
  return field === undefined || Object.hasOwn(answer, 'type') ? undefined : `{${field}}`;
}
