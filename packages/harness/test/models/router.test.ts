import type { ProviderModule } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModelRouter, createModHost, createScriptedModel, findModel } from '../../src/index.ts';
import { ofType, setStage, tempFolder } from '../support/run-scripted.ts';

/** A provider that answers with its id and the model it was asked for. */
function provider(id: string, more: Partial<ProviderModule> = {}): ProviderModule {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return {
    id,
    displayName: id,
    models: [{ id: `${id}-1` }],
    transport: {
      kind: 'direct',
      stream: async ({ model }) => ({
        content: [{ type: 'text', text: `${id} ${model}` }],
        usage,
        stopReason: 'end_turn',
      }),
    },
    ...more,
  };
}

const failure = (id: string, providers: readonly ProviderModule[]) => {
  try {
    return findModel(id, providers);
  } catch (error) {
    return error;
  }
};

describe('the model router', () => {
  it('finds a model as provider/id, or by its bare id where one provider alone claims it', () => {
    const providers = [provider('a'), provider('b')];
    expect(findModel('b/b-1', providers)).toMatchObject({ provider: { id: 'b' }, model: 'b-1' });
    expect(findModel('b/anything', providers)).toMatchObject({ provider: { id: 'b' }, model: 'anything' });
    expect(findModel('a-1', providers)).toMatchObject({ provider: { id: 'a' }, model: 'a-1' });
  });

  it('takes an id with a slash in it for a bare one when no provider is called like its beginning', () => {
    expect(findModel('meta/llama', [provider('a', { models: [{ id: 'meta/llama' }] })])).toMatchObject({
      model: 'meta/llama',
    });
  });

  it('matchesModelId claims ids that are not in the list', () => {
    expect(
      findModel('x-9', [provider('a'), provider('b', { matchesModelId: (id) => id.startsWith('x-') })]),
    ).toMatchObject({ provider: { id: 'b' } });
  });

  it('an id that two claim is refused with both named', () => {
    const same = { models: [{ id: 'm' }] };
    expect(failure('m', [provider('a', same), provider('b', same)])).toMatchObject({
      code: 'MODEL_AMBIGUOUS',
      message: 'The model "m" is claimed by a and b. Say which, as in "a/m".',
    });
  });

  it.each([
    ['a-2', 'No provider has a model "a-2". Did you mean "a-1"?'],
    ['zzzzzz', 'No provider has a model "zzzzzz". Known models: echo, a/a-1.'],
  ])('an unknown one is refused with what there is: %s', (id, message) => {
    expect(failure(id, [provider('a')])).toMatchObject({ code: 'MODEL_UNKNOWN', message });
  });

  it('describes a model by either name', () => {
    const router = createModelRouter(() => [provider('a', { models: [{ id: 'm', contextWindow: 100 }] })]);
    expect(router.describe?.('m')?.contextWindow).toBe(100);
    expect(router.describe?.('a/m')?.contextWindow).toBe(100);
    expect(router.describe?.('b/m')).toBeUndefined();
  });

  it('a matcher that throws takes no model from another provider', () => {
    const bad = provider('bad', {
      models: [],
      matchesModelId: () => {
        throw new Error('boom');
      },
    });
    expect(findModel('a-1', [bad, provider('a')])).toMatchObject({ provider: { id: 'a' } });
    expect(failure('x', [bad])).toMatchObject({
      code: 'MODEL_UNKNOWN',
      message: expect.stringContaining('The provider "bad" could not say: boom'),
    });
  });
});

describe('providers of mods', () => {
  const stageWith = async (
    register: (host: ReturnType<typeof createModHost>) => Promise<unknown>,
    model = 'p/m',
  ) => {
    const host = createModHost({ cwd: tempFolder() });
    await register(host);
    return setStage({ host, harness: { modelClient: createModelRouter(() => host.providers()), model } });
  };

  it('answer for their models in a run', async () => {
    const { run } = await stageWith((host) =>
      host.register({ name: 'm', factory: (cmd) => void cmd.addProvider(provider('p')) }),
    );
    expect((await run()).result.finalText).toBe('p m');
  });

  it('one disposed before a session binds is not there after it', async () => {
    const { run } = await stageWith((host) =>
      host.register({ name: 'm', factory: (cmd) => cmd.addProvider(provider('p')).dispose() }),
    );
    const { events } = await run();
    expect(ofType(events, 'run_error')[0]?.error).toMatchObject({ code: 'MODEL_UNKNOWN' });
  });

  it('one disposed after the bind no longer answers for its models', async () => {
    let handle: { dispose(): void } | undefined;
    const { run } = await stageWith((host) =>
      host.register({
        name: 'm',
        factory: (cmd) => {
          handle = cmd.addProvider(provider('p'));
        },
      }),
    );
    expect((await run()).result.stopReason).toBe('end_turn');
    handle?.dispose();
    expect((await run()).result.stopReason).toBe('error');
  });

  it('a malformed one is reported with mod and id, and no other provider or mod suffers', async () => {
    const { run, host } = await stageWith(async (to) => {
      await to.register({ name: 'bad', factory: (cmd) => void cmd.addProvider({ id: 'broken' } as never) });
      await to.register({ name: 'good', factory: (cmd) => void cmd.addProvider(provider('p')) });
    });
    expect(host.diagnostics()).toMatchObject([{ mod: 'bad', message: expect.stringContaining('"broken"') }]);
    expect((await run()).result.finalText).toBe('p m');
  });

  it('a scripted model needs none of them', async () => {
    const { run } = await setStage({
      harness: { modelClient: createScriptedModel({ turns: [{ text: 'x' }] }), model: 'no/such' },
    });
    expect((await run()).result.finalText).toBe('x');
  });
});
