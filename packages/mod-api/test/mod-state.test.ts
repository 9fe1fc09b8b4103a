import { type AgentState, getModState, setModState } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const stateWith = (modState: AgentState['modState']): AgentState => ({
  sessionId: 's',
  messages: [],
  interrupted: false,
  modState,
});

describe('getModState', () => {
  it('gives the value of a slot as it was stored', () => {
    const value = { writes: 3 };
    expect(getModState({ state: stateWith({ a: value }), modId: 'a' })).toBe(value);
  });

  it('gives undefined for a slot that was never set', () => {
    expect(getModState({ state: stateWith({}), modId: 'a' })).toBeUndefined();
  });

  it.each(['toString', 'constructor', '__proto__'])('takes %s for a slot like any other', (modId) => {
    expect(getModState({ state: stateWith({}), modId })).toBeUndefined();
  });
});

describe('setModState', () => {
  it('makes a new state and leaves the given one as it was', () => {
    const state = stateWith({ a: 1 });
    const next = setModState({ state, modId: 'a', value: 2 });
    expect(next).toEqual({ ...state, modState: { a: 2 } });
    expect(state.modState).toEqual({ a: 1 });
  });

  it('replaces the slot whole', () => {
    const next = setModState({ state: stateWith({ a: { x: 1, y: 2 } }), modId: 'a', value: { x: 3 } });
    expect(next.modState).toEqual({ a: { x: 3 } });
  });

  it('is what getModState reads, and touches no other slot', () => {
    const ids = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(ids, fc.jsonValue()), ids, fc.jsonValue(), (modState, modId, value) => {
        const state = stateWith(modState);
        const next = setModState({ state, modId, value });
        expect(getModState({ state: next, modId })).toBe(value);
        for (const other of Object.keys(modState)) {
          if (other !== modId) expect(getModState({ state: next, modId: other })).toBe(modState[other]);
        }
      }),
    );
  });
});
