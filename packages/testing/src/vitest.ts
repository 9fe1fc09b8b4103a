/**
 * Adds the matchers of the kit to vitest's `expect`: import it once, in a test or a setup file. Each accepts a harness, for
 * everything that happened so far, or one run.
 *
 * @example
 * import '@cmd-mods/testing/vitest';
 */

import type { Registration } from '@cmd-mods/harness';
import type { EventName } from '@cmd-mods/mod-api';
import { expect } from 'vitest';
import { CHECKS, type Checked, type Verdict } from './checks.ts';

/** The matchers that this module adds. */
export interface ModMatchers<TResult = unknown> {
  /** A mod blocked a call of this tool. */
  toHaveBlocked(toolName: string): TResult;
  /** An event of this type happened, with at least these fields. Regular expressions and asymmetric matchers may stand in it. */
  toHaveEmitted(eventType: EventName, partial?: object): TResult;
  /** A system prompt that was sent contains this text, or matches. */
  toHaveSystemPrompt(text: string | RegExp): TResult;
  /** A mod has this registered now. A pane goes by its own id, or as `<mod>/<id>`. */
  toHaveRegistered(kind: Registration['kind'], name: string): TResult;
  /** The text of the (last) run contains this text, or matches. */
  toHaveFinalText(text: string | RegExp): TResult;
  /** This tool ran with at least these fields of input, every rewrite counted in. */
  toHaveToolInput(toolName: string, partial: object): TResult;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it with this very parameter, and the two have to be the same.
  interface Matchers<T = any> extends ModMatchers<T> {}
}

/** What vitest asks of a matcher, made of a check. */
function matcher<TExpected extends readonly unknown[]>(
  check: (checked: Checked, ...expected: TExpected) => Verdict,
) {
  return (checked: Checked, ...expected: TExpected) => {
    const { pass, message } = check(checked, ...expected);
    // vitest asks for the message when the expectation failed: with `pass` true that is one turned round.
    return { pass, message: () => message(pass) };
  };
}

expect.extend({
  toHaveBlocked: matcher(CHECKS.toHaveBlocked),
  toHaveEmitted: matcher(CHECKS.toHaveEmitted),
  toHaveSystemPrompt: matcher(CHECKS.toHaveSystemPrompt),
  toHaveRegistered: matcher(CHECKS.toHaveRegistered),
  toHaveFinalText: matcher(CHECKS.toHaveFinalText),
  toHaveToolInput: matcher(CHECKS.toHaveToolInput),
});
