import type { ObservableEvent } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CIRCULAR, ownCopy, snapshot } from '../../src/events/snapshot.ts';
import { createEventBus, errorToJson, eventToJson } from '../../src/index.ts';

const notice = (message: string): ObservableEvent => ({ type: 'notice', level: 'info', message });

function bus(errors: unknown[] = []) {
  return createEventBus((error) => errors.push(error));
}

describe('the event bus', () => {
  it('hands every event to every listener, in the order emitted and subscribed', () => {
    const heard: string[] = [];
    const { emit, subscribe } = bus();
    subscribe((event) => heard.push(`a ${event.type}`));
    subscribe((event) => heard.push(`b ${event.type}`));
    emit({ type: 'message_start' });
    emit({ type: 'interrupted' });
    expect(heard).toEqual(['a message_start', 'b message_start', 'a interrupted', 'b interrupted']);
  });

  it('is synchronous: listeners have heard when emit returns', () => {
    let heard = 0;
    const { emit, subscribe } = bus();
    subscribe(() => {
      heard += 1;
    });
    emit(notice('x'));
    expect(heard).toBe(1);
  });

  it('payloads are snapshots: changing what was emitted changes nothing of what was heard', () => {
    const heard: ObservableEvent[] = [];
    const { emit, subscribe } = bus();
    subscribe((event) => heard.push(event));
    const input = { list: [1] };
    emit({ type: 'tool_queued', toolCallId: '1', toolName: 't', input });
    input.list.push(2);
    expect(heard[0]).toMatchObject({ input: { list: [1] } });
  });

  it('payloads are frozen, all the way down, so no listener changes what another sees', () => {
    const { emit, subscribe } = bus();
    const errors: unknown[] = [];
    subscribe((event) => {
      try {
        (event as unknown as { input: { list: number[] } }).input.list.push(2);
      } catch (error) {
        errors.push(error);
      }
    });
    const heard: unknown[] = [];
    subscribe((event) => heard.push(event));
    emit({ type: 'tool_queued', toolCallId: '1', toolName: 't', input: { list: [1] } });
    expect(errors).toEqual([expect.any(TypeError)]);
    expect(heard).toMatchObject([{ input: { list: [1] } }]);
  });

  it('an event that a listener emits comes after the one at hand, for all listeners alike', () => {
    const heard: string[] = [];
    const { emit, subscribe } = bus();
    subscribe((event) => {
      heard.push(`a ${event.type}`);
      if (event.type === 'message_start') emit({ type: 'interrupted' });
    });
    subscribe((event) => heard.push(`b ${event.type}`));
    emit({ type: 'message_start' });
    expect(heard).toEqual(['a message_start', 'b message_start', 'a interrupted', 'b interrupted']);
  });

  it('a listener that throws is told of, and the others hear the event and the next ones', () => {
    const errors: unknown[] = [];
    const heard: string[] = [];
    const { emit, subscribe } = bus(errors);
    subscribe(() => {
      throw new Error('boom');
    });
    subscribe((event) => heard.push(event.type));
    emit({ type: 'message_start' });
    emit({ type: 'interrupted' });
    expect(errors).toHaveLength(2);
    expect(heard).toEqual(['message_start', 'interrupted']);
  });

  it('a listener that left hears no more; leaving twice is once', () => {
    const heard: string[] = [];
    const { emit, subscribe } = bus();
    const leave = subscribe((event) => heard.push(event.type));
    subscribe((event) => heard.push(event.type));
    leave();
    leave();
    emit({ type: 'interrupted' });
    expect(heard).toEqual(['interrupted']);
  });

  it('a listener that leaves while an event is delivered takes no turn from the others', () => {
    const heard: string[] = [];
    const { emit, subscribe } = bus();
    const leave = subscribe(() => {
      heard.push('a');
      leave();
    });
    subscribe(() => heard.push('b'));
    emit({ type: 'interrupted' });
    emit({ type: 'interrupted' });
    expect(heard).toEqual(['a', 'b', 'b']);
  });

  it('without listeners it copies nothing', () => {
    let reads = 0;
    const event = {
      type: 'notice',
      level: 'info',
      get message() {
        reads += 1;
        return '';
      },
    } as const;
    bus().emit(event);
    expect(reads).toBe(0);
  });
});

describe('a snapshot', () => {
  it('equals what it was taken of, for any plain data, and shares nothing that can change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(snapshot(value)).toEqual(value);
        expect(ownCopy(value)).toEqual(value);
        if (typeof value === 'object' && value !== null) {
          expect(snapshot(value)).not.toBe(value);
          expect(Object.isFrozen(snapshot(value))).toBe(true);
          expect(Object.isFrozen(ownCopy(value))).toBe(false);
          expect(Object.isFrozen(value)).toBe(false);
        }
      }),
    );
  });

  it('keeps what is no plain data as it is', () => {
    const error = new Error('x');
    const date = new Date(0);
    expect(snapshot({ error, date })).toEqual({ error, date });
    expect(snapshot({ error }).error).toBe(error);
    expect(Object.isFrozen(error)).toBe(false);
  });

  it('marks the place where something contains itself, and copies what merely occurs twice', () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop.self = loop;
    loop.list = [loop];
    const shared = { a: 1 };
    expect(snapshot(loop)).toEqual({ name: 'loop', self: CIRCULAR, list: [CIRCULAR] });
    expect(snapshot([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe('an event as JSON', () => {
  it('has an error as name, message and code', () => {
    const error = Object.assign(new RangeError('too far'), { code: 'E_FAR' });
    expect(JSON.parse(eventToJson({ type: 'run_error', error }))).toEqual({
      type: 'run_error',
      error: { name: 'RangeError', message: 'too far', code: 'E_FAR' },
    });
    expect(
      JSON.parse(eventToJson({ type: 'mod_error', modId: 'mod:m', hook: 'onStop', error })),
    ).toMatchObject({
      error: { name: 'RangeError' },
    });
  });

  it.each([
    ['text', 'Error', 'text'],
    [undefined, 'Error', 'undefined'],
    [{ a: 1 }, 'Error', '[object Object]'],
  ])('has whatever else was thrown as text: %j', (thrown, name, message) => {
    expect(errorToJson(thrown)).toEqual({ name, message });
  });

  it('leaves out a code that is neither text nor number', () => {
    expect(errorToJson(Object.assign(new Error('x'), { code: {} }))).toEqual({ name: 'Error', message: 'x' });
    expect(errorToJson(Object.assign(new Error('x'), { code: 7 }))).toMatchObject({ code: 7 });
  });

  it('is a line by itself, whatever a mod has put into it', () => {
    const odd = { type: 'notice', level: 'info', message: 'a\nb', amount: 10n } as ObservableEvent;
    expect(eventToJson(odd)).toBe('{"type":"notice","level":"info","message":"a\\nb","amount":"10"}');
  });
});
