import type { ModHooks, OnPermissionRequestInput, PermissionAnswer } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import type { PermissionSettings } from '../../src/index.ts';
import { calls, modErrors, ofType, only, runScripted, tool } from '../support/run-scripted.ts';

const says = (answer: PermissionAnswer | undefined): ModHooks => ({ onPermissionRequest: () => answer });

function runWith(
  mods: Readonly<Record<string, ModHooks>>,
  permissions: PermissionSettings = {},
  call: readonly [string, Record<string, unknown>] = ['t', { a: 1 }],
  permissionMode: 'default' | 'plan' | 'dont-ask' = 'default',
) {
  return runScripted({
    mods,
    tools: [tool('t'), tool('reads', undefined, { readOnly: true }), tool('shell_command')],
    turns: [calls(call), { text: 'done' }],
    harness: { permissions },
    config: { permissionMode },
  });
}

describe('onPermissionRequest', () => {
  it('fires where the engine would ask a person, with name, input, description and whether safety forced it', async () => {
    const seen: OnPermissionRequestInput[] = [];
    await runWith({ m: { onPermissionRequest: (params) => void seen.push(params) } });
    expect(seen).toEqual([
      { toolName: 't', input: { a: 1 }, description: expect.any(String), isSafetyPrompt: false },
    ]);
  });

  it('allow lets the call run, also in a headless run', async () => {
    const { log, result } = await runWith({ m: says('allow') });
    expect(only(log, 'tool_running', 'tool_denied')).toEqual(['tool_running']);
    expect(result.stopReason).toBe('end_turn');
  });

  it('every hook is asked, and deny wins wherever it stands', async () => {
    for (const answers of [
      ['deny', 'allow'],
      ['allow', 'deny'],
      [undefined, 'deny'],
      ['deny', undefined],
    ] as const) {
      const { result, hookRows } = await runWith({ a: says(answers[0]), b: says(answers[1]) });
      expect(result.stopReason).toBe('permission_denied');
      expect(hookRows).toHaveLength(2);
    }
  });

  it('without an opinion of any mod the person is asked', async () => {
    const asked: unknown[] = [];
    const { result } = await runWith(
      { m: says(undefined) },
      {
        askPerson: async (request) => {
          asked.push(request.toolName);
          return 'allow';
        },
      },
    );
    expect(asked).toEqual(['t']);
    expect(result.stopReason).toBe('end_turn');
  });

  it('an answered prompt never reaches the person', async () => {
    const asked: unknown[] = [];
    await runWith({ m: says('allow') }, { askPerson: async () => void asked.push(1) });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a deny rule', { deny: ['t'] }, undefined, 'default', 'permission_denied'],
    ['plan mode', {}, undefined, 'plan', 'end_turn'],
    ['dont-ask', {}, undefined, 'dont-ask', 'permission_denied'],
    ['an allow rule', { allow: ['t'] }, undefined, 'default', 'end_turn'],
    ['a tool that only reads', {}, ['reads', {}], 'default', 'end_turn'],
    ['skipped permissions', { skipPermissions: true }, undefined, 'default', 'end_turn'],
  ] as const)(
    'is not asked about what %s has decided',
    async (_what, permissions, call, mode, stopReason) => {
      const { hookRows, result } = await runWith({ m: says('allow') }, permissions, call, mode);
      expect(hookRows).toEqual([]);
      expect(result.stopReason).toBe(stopReason);
    },
  );

  const dangerous = ['shell_command', { command: 'rm -rf build' }] as const;

  it('on a safety-forced prompt allow is ignored, and the person is asked', async () => {
    const seen: boolean[] = [];
    const asked: unknown[] = [];
    const { result } = await runWith(
      {
        m: {
          onPermissionRequest: ({ isSafetyPrompt }) => {
            seen.push(isSafetyPrompt);
            return 'allow';
          },
        },
      },
      {
        askPerson: async () => {
          asked.push(1);
          return 'deny';
        },
      },
      dangerous,
    );
    expect(seen).toEqual([true]);
    expect(asked).toEqual([1]);
    expect(result.stopReason).toBe('permission_denied');
  });

  it('on a safety-forced prompt deny works', async () => {
    const asked: unknown[] = [];
    const { result } = await runWith(
      { m: says('deny') },
      {
        askPerson: async () => {
          asked.push(1);
          return 'allow';
        },
      },
      dangerous,
    );
    expect(asked).toEqual([]);
    expect(result.stopReason).toBe('permission_denied');
  });

  it('a throwing hook is skipped with mod_error, and the votes of the others count', async () => {
    const { result, events } = await runWith({
      bad: { onPermissionRequest: () => Promise.reject(new Error('boom')) },
      good: says('allow'),
    });
    expect(modErrors(events)).toEqual(['bad onPermissionRequest: boom']);
    expect(result.stopReason).toBe('end_turn');
  });

  it('anything but the two answers is no vote', async () => {
    const { result, events } = await runWith({
      bad: { onPermissionRequest: () => 'yes' as never },
      good: says('allow'),
    });
    expect(modErrors(events)).toHaveLength(1);
    expect(result.stopReason).toBe('end_turn');
  });

  it('in a headless run nobody answers, and the call is denied', async () => {
    const { result, events } = await runWith({});
    expect(result.stopReason).toBe('permission_denied');
    expect(ofType(events, 'tool_denied')).toEqual([
      { type: 'tool_denied', toolCallId: 'call_1', toolName: 't' },
    ]);
  });
});
