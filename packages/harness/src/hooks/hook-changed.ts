import type { HookInput, HookName } from '@cmd-mods/mod-api';
import type { HookCall } from './scope.ts';

/** The field of its params that a hook's answer replaces, for the hooks that hand a value on. */
const HANDED_ON: { readonly [TName in HookName]?: keyof HookInput<TName> } = {
  transformTextDelta: 'delta',
  transformSystemPrompt: 'system',
  transformContext: 'messages',
  transformMessage: 'message',
  onTurnStart: 'state',
  onTurnEnd: 'state',
};

/** Whether a call of a hook made any difference: what a trace shows. */
export function hookChanged({ hook, params, answer }: Pick<HookCall, 'hook' | 'params' | 'answer'>): boolean {
  if (answer === undefined || answer === false) return false;
  const field = HANDED_ON[hook];
  if (field !== undefined) return answer !== (params as Readonly<Record<string, unknown>>)[field];
  return typeof answer !== 'object' || answer === null || Object.keys(answer).length > 0;
}
