import type { HookInput, HookName, ModContext, ModHooks, TransformTextDeltaInput } from '@cmd-mods/mod-api';
import type { DecidingHook, HookAnswers } from './mod-events.ts';
import { ownParams } from './own-params.ts';
import { type Complaints, READ_ANSWER } from './read-answer.ts';
import type { HookScope, ModIdentity, Wait } from './scope.ts';
import { isThenable } from './thenable.ts';

type AnyHook = (params: never, ctx?: ModContext) => unknown;

/**
 * Calls one hook of one mod and reads what it returns: mods' hooks are called in this file alone.
 *
 * Waits no longer than the scope's deadline. Throws what the hook throws (the engine's error policy reports it); a
 * malformed return is reported here, since the rest of it may still count.
 *
 * @returns the answer as `READ_ANSWER` gives it, or a promise of it when the hook returned a promise.
 */
export function callHook<TName extends HookName>(
  mod: ModIdentity,
  name: TName,
  hook: NonNullable<ModHooks[TName]>,
  params: HookInput<TName>,
  scope: HookScope,
): unknown {
  if (scope.only !== undefined && scope.only !== mod.id) return undefined;
  if (scope.observe === undefined) return invoke(mod, name, hook as AnyHook, params, scope);
  return observed(mod, name, params, scope.observe, () => invoke(mod, name, hook as AnyHook, params, scope));
}

/**
 * Makes the same for one `transformTextDelta`. Text streams chunk by chunk through every mod, so what nearly every call comes to, text
 * for text with nobody watching, makes nothing and looks at nothing that it can do without.
 */
export function textCaller(
  mod: ModIdentity,
  hook: NonNullable<ModHooks['transformTextDelta']>,
): (params: TransformTextDeltaInput, scope: HookScope) => unknown {
  const name = 'transformTextDelta';
  // For as long as a scope lives, which is a run, the context stays the same, and so does whether somebody watches.
  let present: HookScope | undefined;
  let context: ModContext | undefined;
  return (params, scope) => {
    if (scope !== present) {
      if (scope.only !== undefined || scope.observe !== undefined) {
        return callHook(mod, name, hook, params, scope);
      }
      present = scope;
      context = scope.contextFor(mod);
    }
    const returned: unknown = (hook as AnyHook)(params as never, context);
    return typeof returned === 'string' ? returned : settle(mod, name, returned, params, scope);
  };
}

function invoke(mod: ModIdentity, name: HookName, hook: AnyHook, params: unknown, scope: HookScope): unknown {
  const returned = hook(ownParams(name, params) as never, scope.contextFor(mod));
  return settle(mod, name, returned, params, scope);
}

function settle(
  mod: ModIdentity,
  name: HookName,
  returned: unknown,
  params: unknown,
  scope: HookScope,
): unknown {
  if (!isThenable(returned)) return read(mod, name, returned, params, scope);
  if (name === 'transformTextDelta') {
    // Handed on as it is: the engine refuses it, since a stream cannot wait.
    return returned;
  }
  const settled = scope.deadline?.wait(returned, () => new HookAbandonedError(name)) ?? returned;
  const wait: Wait = { mod: mod.name, what: name };
  scope.waits.add(wait);
  return settled.then(
    (value) => {
      scope.waits.delete(wait);
      return read(mod, name, value, params, scope);
    },
    (error) => {
      scope.waits.delete(wait);
      throw error;
    },
  );
}

function read(
  mod: ModIdentity,
  name: HookName,
  returned: unknown,
  params: unknown,
  scope: HookScope,
): unknown {
  // A chunk has to be a string even when it is unchanged, so "no return" is a mistake there.
  if ((returned ?? undefined) === undefined && name !== 'transformTextDelta') return undefined;
  if (!isDeciding(name)) return undefined;
  const complaints: Complaints = {
    malformed: (message) => scope.report(mod, name, new TypeError(`${name}: ${message}`)),
    warn: (message) => scope.warn(mod, `${name} ${message}`),
    advise: (message) => {
      if (mod.isNews(message)) scope.warn(mod, `${name} ${message}`);
    },
  };
  // The name picks a reader and params that belong together, which a union of names cannot express.
  const reader = READ_ANSWER[name] as (
    answer: unknown,
    params: unknown,
    complaints: Complaints,
    modId: string,
  ) => HookAnswers[DecidingHook] | undefined;
  return reader(returned, params, complaints, mod.id);
}

function isDeciding(name: HookName): name is DecidingHook {
  return name in READ_ANSWER;
}

function observed(
  mod: ModIdentity,
  hook: HookName,
  params: unknown,
  observe: NonNullable<HookScope['observe']>,
  call: () => unknown,
): unknown {
  const start = performance.now();
  const done = (answer: unknown, error?: unknown) =>
    observe({
      mod,
      hook,
      params,
      answer,
      ms: performance.now() - start,
      ...(error === undefined ? {} : { error }),
    });
  const failed = (error: unknown): never => {
    done(undefined, error ?? new Error('The hook threw nothing.'));
    throw error;
  };
  let answer: unknown;
  try {
    answer = call();
  } catch (error) {
    return failed(error);
  }
  if (!isThenable(answer) || hook === 'transformTextDelta') {
    done(answer);
    return answer;
  }
  return answer.then((value) => {
    done(value);
    return value;
  }, failed);
}

/** A hook was still running when waiting for it had to end. */
export class HookAbandonedError extends Error {
  override readonly name = 'HookAbandonedError';

  constructor(hook: string) {
    super(`${hook} was still running when the run was interrupted; what it returns is dropped.`);
  }
}
