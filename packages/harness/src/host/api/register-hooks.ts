import {
  type Disposable,
  HOOKS,
  type HookName,
  type ModHooks,
  type TransformTextDeltaInput,
} from '@cmd-mods/mod-api';
import type { HarnessCode } from '../../diagnostics.ts';
import { callHook, textCaller } from '../../hooks/call-hook.ts';
import { kindOf } from '../../hooks/content.ts';
import { flushInTwo } from '../../hooks/flush-in-two.ts';
import type { HookScope } from '../../hooks/scope.ts';
import { nearest } from '../../nearest.ts';
import type { HostState } from '../host-state.ts';
import type { ModRecord } from '../mod-record.ts';
import { hookInputProblem } from './misread-inputs.ts';

/** `cmd.hooks` of one mod: what is no hook or looks misread is complained of, and the others are registered together. */
export function registerHooks(
  state: HostState,
  record: ModRecord,
  hooks: ModHooks & { readonly id?: string },
  complain: (code: HarnessCode, message: string, hint?: string) => void,
): Disposable {
  if (typeof hooks !== 'object' || hooks === null) {
    throw new TypeError(`hooks() needs an object of hooks, not ${kindOf(hooks)}.`);
  }
  const known: (readonly [HookName, NonNullable<ModHooks[HookName]>])[] = [];
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined || name === 'id' || name === 'tools') continue;
    if (!isHookName(name)) {
      const suggestion = nearest(name, Object.keys(HOOKS));
      complain(
        'MOD_HOOK_UNKNOWN',
        `"${record.name}" registers "${name}", and there is no such hook.`,
        suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
      );
    } else if (typeof hook !== 'function') {
      throw new TypeError(`The hook "${name}" must be a function, not ${kindOf(hook)}.`);
    } else {
      const problem = hookInputProblem(name, hook);
      if (problem !== undefined) complain('MOD_INPUT_MISREAD', `In "${record.name}", ${problem}`);
      known.push([name, hook as NonNullable<ModHooks[HookName]>]);
    }
  }
  return record.register('hooks', () => {
    const unregister = known.map(([name, hook]) => registerHook(state, record, name, hook));
    return () => {
      for (const undo of unregister) undo();
    };
  });
}

function isHookName(name: string): name is HookName {
  return Object.hasOwn(HOOKS, name);
}

function registerHook<TName extends HookName>(
  state: HostState,
  record: ModRecord,
  name: TName,
  hook: NonNullable<ModHooks[TName]>,
): () => void {
  // `callHook` reads the return into the answer of that very hook; a union of names cannot carry that to the compiler.
  const call = ({ params }: { readonly params: never }, scope: HookScope) =>
    callHook(record, name, hook, params, scope) as never;
  const handler =
    name === 'transformTextDelta'
      ? textHandler(record, hook as NonNullable<ModHooks['transformTextDelta']>)
      : call;
  const unregister = state.hooks.on(name, handler as never, { source: record, rank: record.order });
  const entry = { name, mod: record };
  state.hookNames.add(entry);
  return () => {
    state.hookNames.delete(entry);
    // There is no cleanup, so nothing can fail and there is nothing to wait for.
    void unregister();
  };
}

/** On the final flush, text that a mod before let go passes as a chunk first; every other chunk is one call. */
function textHandler(record: ModRecord, hook: NonNullable<ModHooks['transformTextDelta']>) {
  const call = textCaller(record, hook);
  return ({ params }: { readonly params: TransformTextDeltaInput }, scope: HookScope) => {
    if (!params.done || params.delta === '') return call(params, scope);
    const report = (error: unknown) => scope.report(record, 'transformTextDelta', error);
    return flushInTwo((part) => call(part, scope), report)(params);
  };
}
