import { HOOKS, type HookName, type ModHooks } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOD_HOOK_REDUCERS } from '../../src/hooks/reducers.ts';
import { calls, modErrors, ofType, type Scene, setStage, tempFolder, tool } from '../support/run-scripted.ts';

const names = Object.keys(HOOKS) as HookName[];

/** What makes a hook fire in a run of its own. */
const scene: Scene = {
  turns: [{ ...calls(['t']), text: 'calling' }, { text: 'done' }],
  tools: [tool('t')],
  // Without an answer of the mod under test, the mod behind it allows.
  harness: { permissions: {} },
};
const allowing: ModHooks = { onPermissionRequest: () => 'allow' };

/** Runs every hook there is: a session begins, a prompt is typed, the run calls a tool, the session ends. */
async function playOut(hooks: Readonly<Record<string, unknown>>, more: Scene = {}) {
  const stage = await setStage({ ...scene, ...more, mods: { odd: hooks as ModHooks, allowing } });
  const outcome = await stage.harness.submit('go', { systemPrompt: 'BASE', maxTurns: 20 });
  await stage.harness.dispose();
  return { ...stage, outcome };
}

/** Hooks that only fire once in the scene; the others fail each time they are called. */
function once<TValue>(act: (params: never) => TValue, otherwise: (params: never) => unknown = passing) {
  let isFirst = true;
  return (params: never) => {
    if (!isFirst) return otherwise(params);
    isFirst = false;
    return act(params);
  };
}

/** No opinion, as every hook may spell it. */
function passing(params: { readonly delta?: string }): string | undefined {
  return params.delta;
}

/** A test for those hooks that the sentence is about; for the others there is none, not even a skipped one. */
function ifIt(concerns: boolean): (title: string, test: () => Promise<void>) => void {
  return concerns ? it : () => {};
}

describe.each(names)('%s', (name) => {
  it('a throw is exactly one mod_error with mod and hook, and the run ends with end_turn', async () => {
    const { events, outcome } = await playOut({
      [name]: once(() => {
        throw new Error('boom');
      }),
    });
    expect(modErrors(events)).toEqual([`odd ${name}: boom`]);
    expect(outcome).toMatchObject({ kind: 'ran', result: { stopReason: 'end_turn', finalText: 'done' } });
  });

  ifIt(HOOKS[name].timing === 'async')('so is a rejection', async () => {
    const { events, outcome } = await playOut({ [name]: once(() => Promise.reject(new Error('boom'))) });
    expect(modErrors(events)).toEqual([`odd ${name}: boom`]);
    expect(outcome).toMatchObject({ kind: 'ran', result: { stopReason: 'end_turn', finalText: 'done' } });
  });

  it('a throw of nothing at all is reported as well', async () => {
    const { events } = await playOut({
      [name]: once(() => {
        throw undefined;
      }),
    });
    expect(ofType(events, 'mod_error')).toEqual([
      { type: 'mod_error', modId: 'mod:odd', hook: name, error: undefined },
    ]);
  });

  ifIt(HOOKS[name].kind !== 'observe')(
    'a junk return is exactly one mod_error with mod and hook, and the run ends with end_turn',
    async () => {
      const { events, outcome } = await playOut({ [name]: once(() => 42) });
      expect(ofType(events, 'mod_error')).toMatchObject([
        { modId: 'mod:odd', hook: name, error: expect.any(TypeError) },
      ]);
      expect(outcome).toMatchObject({ kind: 'ran', result: { stopReason: 'end_turn', finalText: 'done' } });
    },
  );

  ifIt(HOOKS[name].kind === 'observe')('the return is not read', async () => {
    const { events } = await playOut({ [name]: () => ({ block: true, continue: true }) });
    expect(modErrors(events)).toEqual([]);
  });

  ifIt(name !== 'transformTextDelta')('undefined and null are no opinion', async () => {
    for (const nothing of [undefined, null]) {
      const { events, outcome } = await playOut({ [name]: () => nothing });
      expect(modErrors(events)).toEqual([]);
      expect(outcome).toMatchObject({ result: { stopReason: 'end_turn' } });
    }
  });

  it('any junk it returns never makes a run throw', async () => {
    const cwd = tempFolder();
    const junk = fc.oneof(
      fc
        .anything({ withDate: true, withMap: true, withNullPrototype: true, withBigInt: true, maxDepth: 2 })
        .map((value) => () => value),
      fc.constantFrom<() => unknown>(
        () => Symbol('junk'),
        () => () => 'text',
        () => new Proxy({}, { get: trap, has: trap, ownKeys: trap }),
        () => ({ block: 'text' }),
        () => ({ messages: [null], modState: {} }),
        () => [{ role: 'user', content: 'text' }],
        () => [{ role: 'system', content: [] }],
        () => ({ role: 'user', content: [{ type: 'text' }] }),
        () => ({ input: cyclic(), result: [{ type: 'text', text: 'x', self: cyclic() }] }),
        () => ({ content: [{ type: 'image', source: cyclic() }], modState: cyclic(), isError: 'maybe' }),
        () => ({ model: 7, effort: 'extreme' }),
        () => ({ action: 'transform' }),
        () => ({ continue: 'yes', reason: 5 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(junk, async (value) => {
        const { outcome, events } = await playOut(
          { [name]: once(() => value()) },
          { harness: { permissions: {}, cwd } },
        );
        if (outcome.kind === 'ran') expect(outcome.result.stopReason).not.toBe('error');
        for (const { modId, hook } of ofType(events, 'mod_error'))
          expect([modId, hook]).toEqual(['mod:odd', name]);
      }),
      { numRuns: 25 },
    );
  });
});

function trap(): never {
  throw new Error('trapped');
}

function cyclic(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

describe('the kinds of HOOKS', () => {
  /** Two answers that differ in what each kind makes of them, and which mods are asked. */
  const samples: { readonly [TName in keyof typeof MOD_HOOK_REDUCERS]: readonly [unknown, unknown] } = {
    transformInput: [{ text: 'one' }, { text: 'two' }],
    onPermissionRequest: ['deny', 'allow'],
    onTurnStart: [{ at: 1 }, { at: 2 }],
    beforeModelRequest: [{ model: 'one' }, { model: 'two' }],
    appendSystemPrompt: [[{ modId: 'a', text: 'one' }], [{ modId: 'b', text: 'two' }]],
    transformSystemPrompt: ['one', 'two'],
    transformContext: [['one'], ['two']],
    transformTextDelta: ['one', 'two'],
    transformMessage: [{ at: 1 }, { at: 2 }],
    beforeToolCall: [{ input: { at: 1 } }, { input: { at: 2 } }],
    afterToolCall: [{ content: ['one'] }, { content: ['two'] }],
    onTurnEnd: [{ at: 1 }, { at: 2 }],
    shouldStopAfterTurn: [true, false],
    onStop: [{ reason: 'one' }, { reason: 'two' }],
    prepareNextTurn: [{ model: 'one' }, { effort: 'low' }],
  };

  /** What the reducer in use is, told from what it does alone. */
  async function kindInUse(name: keyof typeof samples): Promise<string> {
    const params = {
      delta: 'd',
      done: false,
      text: 't',
      system: 's',
      messages: [],
      message: {},
      state: {},
      input: {},
      result: [],
    };
    const [one, two] = samples[name];
    const asked: { readonly params: unknown }[] = [];
    const handler = (answer: unknown) => (event: { params: unknown }) => {
      asked.push(event);
      return answer;
    };
    const registrations = [one, two].map((value, order) => ({
      type: name,
      order,
      handler: handler(value),
      source: undefined,
      disposed: false,
    }));
    const reduce = MOD_HOOK_REDUCERS[name] as unknown as (...args: unknown[]) => unknown;
    const fail = (_registration: unknown, error: unknown) => {
      throw error;
    };
    const result = await reduce({ type: name, params }, registrations, undefined, undefined, fail);
    if (asked.length === 1) return result === true ? 'any' : 'first';
    if (asked[0]?.params !== asked[1]?.params) return 'fold';
    if (Array.isArray(result) && result.length === 2) return 'collect';
    return result === 'deny' ? 'vote' : 'merge';
  }

  it.each(Object.keys(samples) as (keyof typeof samples)[])(
    'are those of the reducers in use: %s',
    async (name) => {
      expect(await kindInUse(name)).toBe(HOOKS[name].kind);
    },
  );

  it('are observe exactly for the hooks without a reducer', () => {
    const observing = names.filter((name) => HOOKS[name].kind === 'observe');
    expect(observing.sort()).toEqual(names.filter((name) => !(name in MOD_HOOK_REDUCERS)).sort());
  });

  it('have the mod asked in the order of the table', async () => {
    const { log } = await playOut(Object.fromEntries(names.map((name) => [name, passing])));
    const first = new Map(
      log.map((line, index) => [line, log.indexOf(line) === index ? index : log.indexOf(line)]),
    );
    const fired = names.filter((name) => first.has(`${name} odd`));
    expect(fired).toEqual(names);
  });
});
