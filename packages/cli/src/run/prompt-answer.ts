import type { Harness, RunConfig } from '@cmd-mods/harness';
import type { RunResult } from '@cmd-mods/mod-api';
import { untilAborted } from './until-aborted.ts';

/** What a prompt came to. */
export type RunAnswer =
  | { readonly kind: 'ran'; readonly result: RunResult; readonly messages: readonly string[] }
  /** A mod consumed the prompt, or a slash command wanted no turn. */
  | { readonly kind: 'handled'; readonly messages: readonly string[] }
  /** A slash command threw. */
  | { readonly kind: 'failed'; readonly messages: readonly string[] }
  /** The person did not wait for a slash command. */
  | { readonly kind: 'interrupted'; readonly messages: readonly string[] };

const SLASH_COMMAND = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/;

/**
 * Gives a typed prompt to a harness: a slash command of a mod runs, anything else goes through `transformInput` to the model.
 * A `/word` that no mod has is a prompt like any other.
 */
export async function promptAnswer(
  harness: Harness,
  prompt: string,
  config: RunConfig & { readonly signal: AbortSignal },
): Promise<RunAnswer> {
  const [, name = '', args = ''] = SLASH_COMMAND.exec(prompt) ?? [];
  const command = name === '' ? undefined : harness.command(name, args);
  if (command === undefined) {
    const outcome = await harness.submit(prompt, config);
    if (outcome.kind === 'ran') return { kind: 'ran', result: outcome.result, messages: [] };
    return { kind: 'handled', messages: outcome.message === undefined ? [] : [outcome.message] };
  }
  let wanted: Awaited<typeof command>;
  try {
    wanted = await untilAborted(command, config.signal);
  } catch {
    if (config.signal.aborted) return { kind: 'interrupted', messages: [] };
    // The host has reported what the handler threw, as mod_error.
    return { kind: 'failed', messages: [] };
  }
  const messages = wanted.message === undefined ? [] : [wanted.message];
  if (wanted.prompt === undefined) return { kind: 'handled', messages };
  const userInput = {
    role: 'user',
    content: [{ type: 'text', text: wanted.prompt }],
    meta: { isAutomated: true, source: 'command' },
  } as const;
  const { result } = await harness.run({ userInput, config });
  return { kind: 'ran', result, messages };
}
