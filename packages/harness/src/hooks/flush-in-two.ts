import type { TransformTextDeltaInput } from '@cmd-mods/mod-api';
import { disown, isThenable } from './thenable.ts';

type TextCall = (params: TransformTextDeltaInput) => unknown;

/**
 * On the final flush every mod is called with an empty delta. What a mod before returned from its own flush is text that has
 * not passed this mod yet: it goes through first, as an ordinary chunk, and the flush follows. Each of the two calls may fail
 * by itself.
 *
 * @param call - Calls the hook; throws what it throws, and gives `undefined` for a return that was refused.
 * @param report - Told why one of two calls failed; the failure of a single call is thrown.
 */
export function flushInTwo(call: TextCall, report: (error: unknown) => void): TextCall {
  const attempt = (params: TransformTextDeltaInput): string => {
    try {
      const text = call(params);
      if (typeof text === 'string') return text;
      if (isThenable(text)) {
        disown(text);
        report(new TypeError('A "transformTextDelta" hook must answer at once, but it returned a promise.'));
      }
    } catch (error) {
      report(error);
    }
    return params.delta;
  };
  return (params) =>
    params.done && params.delta !== ''
      ? attempt({ ...params, done: false }) + attempt({ ...params, delta: '' })
      : call(params);
}
