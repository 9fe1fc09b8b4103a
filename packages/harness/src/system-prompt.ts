/**
 * The base system prompt of the reference agent. The same text for the same folder, since providers cache requests by their
 * first bytes. No context file of the project is read.
 */
export function defaultSystemPrompt({ cwd }: { readonly cwd: string }): string {
  return [
    'You are a coding agent that works in a project folder with the tools you are given.',
    'Read before you change, change only what the task needs, and say plainly what you did and what you could not do.',
    `The project folder is ${cwd}.`,
  ].join('\n');
}
