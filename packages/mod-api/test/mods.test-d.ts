import {
  type AgentEvent,
  type AgentMessage,
  type AgentState,
  defineMod,
  type EVENTS,
  type EventName,
  type EventOf,
  getModState,
  HOOKS,
  type HookInput,
  type HookName,
  type HookResult,
  type ModApi,
  type ModFactory,
  type ModHooks,
  type PermissionAnswer,
  type RunResult,
  setModState,
} from '@cmd-mods/mod-api';
import { describe, expectTypeOf, it } from 'vitest';

declare const cmd: ModApi;

describe('a factory', () => {
  it('may be async, and gets its parameter typed by defineMod', () => {
    expectTypeOf<(cmd: ModApi) => Promise<void>>().toExtend<ModFactory>();
    defineMod((given) => {
      expectTypeOf(given).toEqualTypeOf<ModApi>();
    });
  });

  it('takes nothing but cmd', () => {
    // @ts-expect-error a host passes one argument
    defineMod((_cmd: ModApi, _options: object) => {});
  });
});

describe('hooks', () => {
  it('may leave the context out, and may be async but for transformTextDelta', () => {
    cmd.hooks({
      beforeToolCall: async ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<Readonly<Record<string, unknown>>>();
      },
      transformTextDelta: ({ delta }) => delta,
      onTurnStart: ({ state }, ctx) => {
        expectTypeOf(ctx?.session?.sessionId).toEqualTypeOf<string | undefined>();
        return state;
      },
    });
    // @ts-expect-error it runs inside the stream
    cmd.hooks({ transformTextDelta: async ({ delta }) => delta });
    // @ts-expect-error every chunk needs an answer
    cmd.hooks({ transformTextDelta: () => undefined });
  });

  it('may return nothing', () => {
    cmd.hooks({ transformMessage: () => {}, onStop: () => undefined, afterToolCall: async () => null });
  });

  it('do not compile with a name that is no hook', () => {
    // @ts-expect-error the hook is beforeToolCall
    cmd.hooks({ beforeToolcall: () => undefined });
  });

  it('do not compile with an answer of the wrong shape', () => {
    // @ts-expect-error the reason belongs in additionalContext
    cmd.hooks({ beforeToolCall: () => ({ block: 'no' }) });
    // @ts-expect-error the text is in a field of an action
    cmd.hooks({ transformInput: () => ({ userPrompt: 'other' }) });
    // @ts-expect-error input is an object with the text in it
    cmd.hooks({ transformInput: (text: string) => ({ action: 'transform', text }) });
    // @ts-expect-error a permission is allowed or denied
    cmd.hooks({ onPermissionRequest: () => 'yes' });
    // @ts-expect-error content is a list of blocks
    cmd.hooks({ transformMessage: ({ message }) => ({ ...message, content: 'text' }) });
    // @ts-expect-error the state is a whole one
    cmd.hooks({ onTurnEnd: () => ({ modState: {} }) });
    // @ts-expect-error efforts have names
    cmd.hooks({ prepareNextTurn: () => ({ effort: 'huge' }) });
  });

  it('have inputs and results that can be named', () => {
    expectTypeOf<HookInput<'transformInput'>>().toEqualTypeOf<{ readonly text: string }>();
    expectTypeOf<HookResult<'onPermissionRequest'>>().toEqualTypeOf<PermissionAnswer>();
    expectTypeOf<HookResult<'onTurnEnd'>>().toEqualTypeOf<AgentState>();
    expectTypeOf<HookResult<'transformContext'>>().toEqualTypeOf<readonly AgentMessage[]>();
    expectTypeOf<HookResult<'transformTextDelta'>>().toEqualTypeOf<string>();
  });

  it('cannot change what they are given', () => {
    cmd.hooks({
      beforeToolCall: ({ input, state }) => {
        // @ts-expect-error return a new input instead
        input.command = 'ls';
        // @ts-expect-error return a new state instead
        state.messages.push({ role: 'user', content: [] });
      },
    });
  });

  it('have a row each in HOOKS', () => {
    expectTypeOf<keyof typeof HOOKS>().toEqualTypeOf<HookName>();
    expectTypeOf<HookName>().toEqualTypeOf<keyof ModHooks>();
    expectTypeOf(HOOKS.transformTextDelta.timing).toEqualTypeOf<'sync'>();
  });
});

describe('events', () => {
  it('reach their handler with the payload of their name', () => {
    cmd.on('run_end', (event) => expectTypeOf(event.result).toEqualTypeOf<RunResult>());
    cmd.on('session_start', ({ source }) => expectTypeOf(source).toEqualTypeOf<'startup' | 'resume'>());
    expectTypeOf<EventOf<'turn_start'>['turnNumber']>().toEqualTypeOf<number>();
    // @ts-expect-error there is no such event
    cmd.on('run_ended', () => {});
  });

  it('have a row each in EVENTS', () => {
    expectTypeOf<keyof typeof EVENTS>().toEqualTypeOf<EventName>();
    expectTypeOf<Exclude<EventName, AgentEvent['type']>>().toEqualTypeOf<
      'session_start' | 'session_shutdown'
    >();
  });
});

describe('tools, commands and flags', () => {
  it('compile in the shapes that hosts take', () => {
    cmd.addTool({
      schema: { name: 'a', description: 'b', input_schema: { type: 'object' } },
      run: ({ input }) => (input.ok ? { ok: true, content: [] } : { ok: false, error: 'no' }),
    });
    cmd.addCommand({ name: 'a', handler: ({ args }) => ({ message: args.toUpperCase() }) });
    cmd.addCommand({ name: 'b', handler: async () => {} });
    expectTypeOf(cmd.getFlag('a')).toEqualTypeOf<string | boolean | undefined>();
  });

  it('do not compile in others', () => {
    const schema = { name: 'a', description: 'b', input_schema: {} };
    // @ts-expect-error a result says whether it is one
    cmd.addTool({ schema, run: () => 'done' });
    // @ts-expect-error an error has its text in `error`
    cmd.addTool({ schema, run: () => ({ ok: false, content: [] }) });
    // @ts-expect-error args is one text
    cmd.addCommand({ name: 'a', handler: ({ args }) => ({ message: args.join(' ') }) });
    // @ts-expect-error a flag is a boolean or a string
    cmd.addFlag('a', { type: 'number' });
    // @ts-expect-error a status is a text
    cmd.ui.setStatus({ text: 'a', icon: 'b' });
    // @ts-expect-error the permission prompt cannot be redrawn
    cmd.ui.override('permission_prompt', () => undefined);
  });
});

describe('mod state', () => {
  it('has the type that its reader names, or is not there', () => {
    expectTypeOf(getModState<{ count: number }>).returns.toEqualTypeOf<{ count: number } | undefined>();
    expectTypeOf(setModState<{ count: number }>).returns.toEqualTypeOf<AgentState>();
  });
});
