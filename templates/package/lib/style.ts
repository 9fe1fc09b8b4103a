/** The style in words: for the person, for the model that broke it, and in the skill. */
export const STYLE =
  'A commit message begins with a capital letter, does not end with a full stop, and has at most 72 characters.';

/** Whether the first line of a message is in style. */
export function isInStyle(message: string): boolean {
  const [title = ''] = message.split('\n');
  return /^\p{Lu}/u.test(title) && !title.endsWith('.') && title.length <= 72;
}

/** The message of `git commit -m "…"`, as far as the text of the command shows it. */
export function messageOf(command: string): string | undefined {
  const [, double, single] = /\bgit commit\b.*?\s-m\s+(?:"([^"]*)"|'([^']*)')/s.exec(command) ?? [];
  return double ?? single;
}
