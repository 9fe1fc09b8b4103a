import { type AgentMessage, type ModFactory, type ModHooks, setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { checkContracts } from '../src/index.ts';

const withHooks =
  (hooks: ModHooks): ModFactory =>
  (cmd) =>
    void cmd.hooks(hooks);
const faultsOf = async (hooks: ModHooks) =>
  (await checkContracts({ name: 'm', factory: withHooks(hooks) }, { slowAfter: 40, hangsAfter: 200 })).map(
    ({ kind, hook, input }) => [kind, hook, input],
  );

describe('checkContracts', () => {
  it('has nothing against a mod that keeps its contracts, with every hook', async () => {
    const good: ModHooks = {
      onSessionStart: () => {},
      transformInput: ({ text }) => ({ action: 'transform', text }),
      onTurnStart: ({ state }) => setModState({ state, modId: 'mod:m', value: { turns: 1 } }),
      appendSystemPrompt: ({ state }) => `There are ${state.messages.length} messages.`,
      transformSystemPrompt: ({ system }) => system,
      transformContext: ({ messages }) => messages,
      transformTextDelta: ({ delta }) => delta,
      transformMessage: ({ message }) => message,
      onPermissionRequest: () => undefined,
      beforeToolCall: ({ input }) => ({ input }),
      afterToolCall: ({ result }) => ({ content: result, modState: { calls: 1 } }),
      onTurnEnd: ({ state }) => state,
      onRunEnd: () => {},
      onSessionEnd: () => {},
    };
    expect(await faultsOf(good)).toEqual([]);
  });

  it.each<{ what: string; hooks: ModHooks; fault: readonly string[] }>([
    {
      what: 'a guard that expects a command to be a text',
      hooks: {
        beforeToolCall: ({ input }) => ({
          block: (input.command as string).startsWith('rm'),
          additionalContext: 'No.',
        }),
      },
      fault: ['throws', 'beforeToolCall', 'empty messages'],
    },
    {
      what: 'a hook that takes the last message for granted',
      hooks: {
        transformContext: ({ messages }) =>
          [messages.at(-1) as AgentMessage, ...messages].filter(({ role }) => role),
      },
      fault: ['throws', 'transformContext', 'empty messages'],
    },
    {
      what: 'a hook that takes its own modState for granted',
      hooks: {
        onTurnEnd: ({ state }) =>
          state.modState['mod:m'] === null ? (null as never as { x: typeof state }).x : state,
      },
      fault: ['throws', 'onTurnEnd', 'modState that another version wrote, null'],
    },
    {
      what: 'an answer of the wrong shape',
      hooks: { transformInput: () => ({ userPrompt: 'x' }) as never },
      fault: ['throws', 'transformInput', 'a plain input'],
    },
    {
      what: 'an async transformTextDelta',
      hooks: { transformTextDelta: (async ({ delta }: { delta: string }) => delta) as never },
      fault: ['throws', 'transformTextDelta', 'a plain input'],
    },
    {
      what: 'a hook that takes long with much text',
      hooks: {
        transformInput: ({ text }) => {
          const end = performance.now() + (text.length > 1000 ? 60 : 0);
          while (performance.now() < end);
          return undefined;
        },
      },
      fault: ['slow', 'transformInput', 'huge texts'],
    },
    {
      what: 'a hook that waits for ever once the run is aborted',
      hooks: { transformContext: ({ signal }) => (signal?.aborted ? new Promise(() => {}) : undefined) },
      fault: ['hangs', 'transformContext', 'a run that is aborted'],
    },
    {
      what: 'the time in the prompt',
      hooks: { appendSystemPrompt: () => `It is ${new Date().toDateString()}.` },
      fault: ['unstable-prompt', 'appendSystemPrompt', 'a plain input'],
    },
    {
      what: 'chance in the prompt',
      hooks: { transformSystemPrompt: ({ system }) => system + Math.random() },
      fault: ['unstable-prompt', 'transformSystemPrompt', 'a plain input'],
    },
    {
      what: 'a Map in modState',
      hooks: {
        onTurnStart: ({ state }) => setModState({ state, modId: 'mod:m', value: { seen: new Map() } }),
      },
      fault: ['not-json', 'onTurnStart', 'a plain input'],
    },
    {
      what: 'a Date in the modState of afterToolCall',
      hooks: { afterToolCall: () => ({ modState: { at: new Date() } }) },
      fault: ['not-json', 'afterToolCall', 'a plain input'],
    },
  ])('finds $what', async ({ hooks, fault }) => {
    expect(await faultsOf(hooks)).toContainEqual(fault);
  });

  it('names the place in a file', async () => {
    const text =
      'export default (cmd) =>\n  cmd.hooks({\n    transformInput: () => { throw new Error("boom"); },\n  });\n';
    const [fault] = await checkContracts('m.mjs', { files: { 'm.mjs': text } });
    expect(fault).toMatchObject({ kind: 'throws', mod: 'm', message: 'boom', where: { line: 3 } });
  });

  it('says what did not load, and checks the others', async () => {
    const broken: ModFactory = () => {
      throw new Error('boom');
    };
    const faults = await checkContracts([broken, withHooks({ beforeToolCal: () => undefined } as ModHooks)]);
    expect(faults.map(({ kind, mod }) => [kind, mod])).toEqual([
      ['load', 'inline-1'],
      ['load', 'inline-2'],
    ]);
  });

  it('leaves the clock of the process as it was', async () => {
    const real = Date;
    await faultsOf({ appendSystemPrompt: () => Date() });
    expect(Date).toBe(real);
  });
});
