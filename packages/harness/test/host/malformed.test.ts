import type { ModApi } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { calls, ofType, runScripted, tempFolder, tool } from '../support/run-scripted.ts';

const noop = () => {};
const transport = { kind: 'direct', stream: noop };
const agent = { name: 'a', description: 'd', prompt: 'p' };

/** What a mod in plain JavaScript may hand over, and what it is told. */
const table: readonly (readonly [verb: keyof ModApi, args: readonly unknown[], told: string])[] = [
  ['addTool', [undefined], 'a tool must be an object, not undefined'],
  ['addTool', [{}], 'a tool needs "schema: {name, description, input_schema}", not undefined'],
  ['addTool', [{ schema: {} }], 'a tool needs a non-empty string "schema.name", not undefined'],
  [
    'addTool',
    [{ schema: { name: 't' } }],
    'the tool "t" needs an object "schema.input_schema", not undefined',
  ],
  [
    'addTool',
    [{ schema: { name: 't', input_schema: [] } }],
    'the tool "t" needs an object "schema.input_schema", not an array',
  ],
  [
    'addTool',
    [{ schema: { name: 't', input_schema: {} } }],
    'the tool "t" needs a function "run", not undefined',
  ],
  ['addCommand', ['x'], 'a command must be an object, not a string'],
  ['addCommand', [{ handler: noop }], 'a command needs a non-empty string "name", not undefined'],
  [
    'addCommand',
    [{ name: '/x', handler: noop }],
    'the command name "/x" must have no slash in front and no blanks',
  ],
  [
    'addCommand',
    [{ name: 'x y', handler: noop }],
    'the command name "x y" must have no slash in front and no blanks',
  ],
  ['addCommand', [{ name: 'x', handler: 'y' }], 'the command "x" needs a function "handler", not a string'],
  ['addFlag', [5, {}], "a flag's name must be a non-empty string, not a number"],
  ['addFlag', ['f'], 'the flag "f" needs {type, default?}, not undefined'],
  [
    'addFlag',
    ['f', { type: 'number' }],
    'the type of the flag "f" must be "boolean" or "string", not "number"',
  ],
  [
    'addFlag',
    ['f', { type: 'boolean', default: 'yes' }],
    'the default of the flag "f" must be a boolean, not a string',
  ],
  ['addProvider', [null], 'a provider must be an object, not null'],
  ['addProvider', [{ transport }], 'a provider needs a non-empty string "id", not undefined'],
  ['addProvider', [{ id: 'p' }], 'the provider "p" needs a "transport", not undefined'],
  ['addProvider', [{ id: 'p', transport: { kind: 'http' } }], 'the transport of the provider "p" must be'],
  ['addProvider', [{ id: 'p', transport: { kind: 'direct' } }], 'the transport of the provider "p" must be'],
  [
    'addProvider',
    [{ id: 'p', transport, models: [{}] }],
    'the models of the provider "p" must be objects with an "id"',
  ],
  ['addRenderer', ['type', 'text'], 'the renderer must be a function, not a string'],
  ['addAgent', [[]], 'an agent must be an object, not an array'],
  ['addAgent', [{ name: '' }], 'an agent needs a non-empty string "name", not a string'],
  ['addAgent', [{ name: 'a', prompt: 'p' }], 'the agent "a" needs a string "description", not undefined'],
  ['addAgent', [{ name: 'a', description: 'd' }], 'the agent "a" needs a string "prompt", not undefined'],
  ['addAgent', [{ ...agent, tools: 'echo' }], 'the tools of the agent "a" must be "*" or an array of names'],
  ['addAgent', [{ ...agent, tools: [5] }], 'the tools of the agent "a" must be "*" or an array of names'],
  [
    'addAgent',
    [{ ...agent, model: 5 }],
    'the model of the agent "a" must be a non-empty string, not a number',
  ],
  ['addAgent', [{ ...agent, maxTurns: 0 }], 'the maxTurns of the agent "a" must be a whole number above 0'],
  ['addShortcut', [5], 'the keys must be a chord such as "alt+r", not a number'],
  ['addShortcut', ['alt+r'], 'the shortcut "alt+r" needs {description, handler}, not undefined'],
  [
    'addShortcut',
    ['alt+r', { description: 'd' }],
    'the shortcut "alt+r" needs a function "handler", not undefined',
  ],
  ['addSkillsPath', [''], 'the path must be a non-empty string, not a string'],
  ['expose', ['f', 5], 'what is exposed must be a function, not a number'],
];

describe('a malformed definition', () => {
  it.each(table)(
    '%s(%j) is reported with mod and verb, and nothing else suffers',
    async (verb, args, told) => {
      const host = createModHost({ cwd: tempFolder() });
      await host.register({
        name: 'm',
        factory: (cmd) => {
          const handle = (cmd[verb] as (...args: readonly unknown[]) => { dispose(): void })(...args);
          handle.dispose();
          handle.dispose();
          cmd.addTool(tool('good'));
        },
      });
      expect(host.diagnostics()).toMatchObject([
        {
          code: 'MOD_REGISTRATION_INVALID',
          severity: 'error',
          mod: 'm',
          message: expect.stringContaining(`"m" called ${verb} with something malformed: ${told}`),
        },
      ]);
      expect(host.tools()).toHaveLength(1);
    },
  );

  it.each([
    ['hooks', [undefined], 'hooks() needs an object of hooks, not undefined.'],
    ['hooks', [{ onStop: 'text' }], 'The hook "onStop" must be a function, not a string.'],
    ['on', ['run_start', 'text'], 'on("run_start") needs a function, not a string.'],
  ] as const)('%s(%j) throws a TypeError', async (verb, args, told) => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'm',
      factory: (cmd) => void (cmd[verb] as (...args: readonly unknown[]) => unknown)(...args),
    });
    expect(host.diagnostics()).toMatchObject([
      { message: `The factory of "m" threw: ${told}`, cause: expect.any(TypeError) },
    ]);
  });

  it('shows as a notice once a session is bound', async () => {
    const { events } = await runScripted({ mods: { m: (cmd) => void cmd.addTool({} as never) } });
    expect(ofType(events, 'notice')).toMatchObject([
      { level: 'error', message: expect.stringContaining('"m" called addTool') },
    ]);
  });
});

describe('a name that does not exist', () => {
  it('of a hook is reported with the nearest one, and the other hooks of the object count', async () => {
    const { host, requests } = await runScripted({
      mods: {
        m: (cmd) => void cmd.hooks({ beforeToolcall: noop, appendSystemPrompt: () => 'MORE' } as never),
      },
    });
    expect(host.diagnostics()).toMatchObject([
      {
        code: 'MOD_HOOK_UNKNOWN',
        message: '"m" registers "beforeToolcall", and there is no such hook.',
        hint: 'Did you mean "beforeToolCall"?',
      },
    ]);
    expect(requests[0]?.system).toBe('BASE\n\nMORE');
  });

  it('of an event is reported with the nearest one', async () => {
    const { host } = await runScripted({ mods: { m: (cmd) => void cmd.on('turn_started' as never, noop) } });
    expect(host.diagnostics()).toMatchObject([
      {
        code: 'MOD_EVENT_UNKNOWN',
        message: '"m" observes "turn_started", and there is no such event.',
        hint: 'Did you mean "turn_start"?',
      },
    ]);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'of every object is no hook and no event: %s',
    async (name) => {
      const { host } = await runScripted({
        mods: {
          m: (cmd) => {
            cmd.hooks({ [name]: noop } as never);
            cmd.on(name as never, noop);
          },
        },
      });
      expect(
        host
          .diagnostics()
          .map(({ code }) => code)
          .sort(),
      ).toEqual(
        name === '__proto__'
          ? ['MOD_EVENT_UNKNOWN', 'MOD_HOOK_UNKNOWN']
          : ['MOD_EVENT_UNKNOWN', 'MOD_HOOK_UNKNOWN'],
      );
    },
  );

  it('that is near to nothing gets no suggestion', async () => {
    const { host } = await runScripted({ mods: { m: (cmd) => void cmd.on('coffee' as never, noop) } });
    expect(host.diagnostics()[0]?.hint).not.toContain('Did you mean');
  });
});

describe('a malformed mod as data', () => {
  it('is a notice, and the harness works without it', async () => {
    const { events, result } = await runScripted({
      harness: {
        mods: [
          { id: 'bad', onStop: 'text' as never },
          { id: 'good', tools: [tool('t')] },
        ],
      },
      turns: [calls(['t']), { text: 'done' }],
    });
    expect(ofType(events, 'notice')).toMatchObject([
      {
        level: 'error',
        message: 'The factory of "bad" threw: The hook "onStop" must be a function, not a string.',
      },
    ]);
    expect(result.finalText).toBe('done');
  });
});
