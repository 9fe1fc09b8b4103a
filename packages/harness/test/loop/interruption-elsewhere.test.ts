import { describe, expect, it } from 'vitest';
import { ModelError, type RunConfig } from '../../src/index.ts';
import { interrupted, unhandledRejections } from '../support/interrupted.ts';
import { answer, calls, never, ofType, only, texts, tool } from '../support/run-scripted.ts';

const unhandled = unhandledRejections();

describe.concurrent('a run that is interrupted while something else hangs', () => {
  it.each([
    ['a tool', { turns: [calls(['t'], ['t']), { text: 'x' }], tools: 'hanging' }],
    [
      'a tool of a parallel batch',
      {
        turns: [calls(['t'], ['t']), { text: 'x' }],
        tools: 'hanging',
        config: { toolExecution: 'parallel' },
      },
    ],
  ] as const)('%s', async (_what, scene) => {
    const { result, events, log } = await interrupted((hangs) => ({
      turns: scene.turns,
      tools: [
        tool('t', () => {
          hangs();
          return never();
        }),
      ],
      ...('config' in scene ? { config: scene.config } : {}),
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(ofType(events, 'tool_errored')).toHaveLength(2);
    expect(only(log, 'turn_end', 'commit')).toEqual(['turn_end', 'commit']);
  });

  it('a tool sees the abort, and its last words within the grace are its result', async () => {
    const { state } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', ({ signal }) => {
          hangs();
          return new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve(answer('half done'))),
          );
        }),
      ],
    }));
    expect(texts(state.messages).at(-1)).toBe('user: <half done>');
  });

  it('a tool that is still to come does not run', async () => {
    const ran: string[] = [];
    const { state } = await interrupted((hangs) => ({
      turns: [calls(['first'], ['second']), { text: 'x' }],
      tools: [
        tool('first', () => {
          hangs();
          return never();
        }),
        tool('second', () => {
          ran.push('second');
          return answer('');
        }),
      ],
    }));
    expect(ran).toEqual([]);
    expect(texts(state.messages).at(-1)).toContain('Not run: the run was interrupted.');
  });

  it('a tool whose beforeToolCall hung does not run', async () => {
    const ran: string[] = [];
    await interrupted((hangs) => ({
      mods: {
        hanging: {
          beforeToolCall: () => {
            hangs();
            return never();
          },
        },
      },
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', () => {
          ran.push('t');
          return answer('');
        }),
      ],
    }));
    expect(ran).toEqual([]);
  });

  it('what a tool reports or throws too late is ignored', async () => {
    let fail: () => void = () => {};
    const { events } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [
        tool('t', ({ onUpdate }) => {
          hangs();
          return new Promise((_resolve, reject) => {
            fail = () => {
              onUpdate?.('late');
              reject(new Error('late'));
            };
          });
        }),
      ],
    }));
    fail();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ofType(events, 'tool_update')).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  it('the model: nothing of its answer is kept, and the transcript stays valid', async () => {
    const { result, state, commits } = await interrupted((hangs) => ({
      harness: {
        modelClient: {
          complete({ onTextDelta }) {
            onTextDelta('half an ans');
            hangs();
            return never();
          },
        },
      },
    }));
    expect(result).toMatchObject({ stopReason: 'interrupted', turnCount: 1, finalText: '' });
    expect(texts(state.messages)).toEqual(['user: go']);
    expect(commits).toEqual([]);
  });

  it('the wait before a retry', async () => {
    const { result, requests } = await interrupted((hangs) => ({
      harness: {
        modelClient: {
          async complete() {
            hangs();
            throw new ModelError('X', 'busy', { retryable: true });
          },
          retryDelay: () => 60_000,
        },
      },
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['the permission check', { check: 'hangs' }],
    ['the description of a call', { generateDescription: 'hangs' }],
  ] as const)('%s', async (_what, parts) => {
    const ran: string[] = [];
    const { result } = await interrupted((hangs) => {
      const hang = () => {
        hangs();
        return never();
      };
      return {
        turns: [calls(['t']), { text: 'x' }],
        tools: [
          tool('t', () => {
            ran.push('t');
            return answer('');
          }),
        ],
        harness: {
          permissions: {
            check: 'check' in parts ? hang : () => ({ behavior: 'allow' }),
            ...('generateDescription' in parts ? { generateDescription: hang } : {}),
          },
        },
      };
    });
    expect(result.stopReason).toBe('interrupted');
    expect(ran).toEqual([]);
  });

  it('a question to the person: it is no denial', async () => {
    const { result, events } = await interrupted((hangs) => ({
      turns: [calls(['t']), { text: 'x' }],
      tools: [tool('t')],
      harness: {
        permissions: {
          askPerson: () => {
            hangs();
            return never();
          },
        },
      },
    }));
    expect(result.stopReason).toBe('interrupted');
    expect(ofType(events, 'tool_denied')).toEqual([]);
  });

  it.each(['systemPrompt', 'getSteeringMessages', 'getFollowUpMessages', 'onCommit'] as const)(
    'the embedder, in %s',
    async (name) => {
      const { result } = await interrupted((hangs) => {
        const config: RunConfig = {
          [name]: () => {
            hangs();
            return never();
          },
        };
        return { config };
      });
      expect(result.stopReason).toBe('interrupted');
    },
  );
});
