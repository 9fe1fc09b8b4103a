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
    {
      what: 'a hook that changes the messages in place, which are frozen',
      hooks: {
        transformContext: ({ messages }) => {
          (messages as AgentMessage[]).pop();
          return messages;
        },
      },
      fault: ['throws', 'transformContext', 'a plain input'],
    },
    {
      what: 'a transformInput that expects the bare text',
      hooks: { transformInput: ((text: string) => void text.startsWith('/')) as never },
      fault: ['throws', 'transformInput', 'a plain input'],
    },
    {
      what: 'a block that is the reason',
      hooks: { beforeToolCall: () => ({ block: 'No.' as never }) },
      fault: ['throws', 'beforeToolCall', 'a plain input'],
    },
    {
      what: 'a block without a reason',
      hooks: { beforeToolCall: () => ({ block: true }) as never },
      fault: ['no-reason', 'beforeToolCall', 'a plain input'],
    },
    {
      what: 'a guard that parses foreign text',
      hooks: { beforeToolCall: ({ input }) => void new URL(String(input.command)) },
      fault: ['throws', 'beforeToolCall', 'a plain input'],
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

  it('names the hook where nothing was thrown', async () => {
    const text =
      'export default (cmd) =>\n  cmd.hooks({\n    appendSystemPrompt() {\n      return String(Math.random());\n    },\n  });\n';
    const faults = await checkContracts('m.mjs', { files: { 'm.mjs': text } });
    expect(faults).toMatchObject([{ kind: 'unstable-prompt', where: { line: 3, column: 5 } }]);
  });

  it('finds what only running it shows, each with its line', async () => {
    const text = [
      'export default (cmd) => {',
      "  cmd.addFlag('known', { type: 'boolean', default: false });",
      "  if (cmd.getFlag('known')) throw new Error('never');",
      "  cmd.on('tool_queued', () => ({ block: true }));",
      "  cmd.on('turn_end', (event) => event.result.length);",
      "  cmd.hooks({ onRunEnd: () => void cmd.getFlag('unknown') });",
      '  setInterval(() => {}, 1000);',
      "  process.on('SIGUSR2', () => {});",
      '};',
    ].join('\n');
    const faults = await checkContracts('m.mjs', { files: { 'm.mjs': text } });
    const found = faults.map(({ kind, mod, message, where }) => [kind, mod, where?.line, message]);
    expect(found).toHaveLength(6);
    expect(found).toEqual(
      expect.arrayContaining([
        ['flag', 'm', 3, expect.stringContaining('all factories ran')],
        ['ignored', 'm', 4, expect.stringContaining('"tool_queued"')],
        ['throws', 'm', 5, expect.stringContaining('length')],
        ['flag', 'm', 6, 'No mod adds the flag "unknown".'],
        ['leak', 'm', 7, 'It left a timer.'],
        ['leak', 'm', 8, 'It left a listener for "SIGUSR2" on process.'],
      ]),
    );
    expect(process.listenerCount('SIGUSR2')).toBe(0);
  });

  it('has nothing against timers of cmd.clock, observers that return nothing, and flags read later', async () => {
    const good: ModFactory = (cmd) => {
      cmd.addFlag('loud', { type: 'boolean' });
      cmd.clock.every(1000, () => {});
      cmd.on('tool_queued', async () => {});
      cmd.hooks({ onSessionStart: () => void cmd.getFlag('loud') });
    };
    expect(await checkContracts(good)).toEqual([]);
  });

  it('finds a status and a tool definition of the wrong shape', async () => {
    const faults = await checkContracts((cmd) => {
      cmd.addTool({
        schema: { name: 'x', description: 'X', input_schema: { type: 'object' }, readOnly: true } as never,
        run: () => ({ ok: true, content: [] }),
      });
      cmd.ui.setStatus({ text: 'x', icon: 'y' } as never);
    });
    expect(faults.map(({ kind }) => kind)).toContain('load');
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
