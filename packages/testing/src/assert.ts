/**
 * The matchers of the kit as plain functions, for `node:test` and any other runner. Each takes a harness, for everything that
 * happened so far, or one run, and throws an `AssertionError` that says what was expected and what there is.
 *
 * @example
 * import { toHaveBlocked, not } from '@cmd-mods/testing/assert';
 * toHaveBlocked(run, 'shell_command');
 * not.toHaveBlocked(run, 'write_file');
 */

import { AssertionError } from 'node:assert';
import type { Registration } from '@cmd-mods/harness';
import type { EventName } from '@cmd-mods/mod-api';
import { CHECKS, type Checked, type Verdict } from './checks.ts';

type Assertion<TExpected extends readonly unknown[]> = (checked: Checked, ...expected: TExpected) => void;

/** Makes an assertion of a check, or one turned round. */
function assertion<TExpected extends readonly unknown[]>(
  check: (checked: Checked, ...expected: TExpected) => Verdict,
  isNot = false,
): Assertion<TExpected> {
  return function asserted(checked, ...expected) {
    const { pass, message } = check(checked, ...expected);
    // The stack begins where the test called.
    if (pass === isNot) throw new AssertionError({ message: message(isNot), stackStartFn: asserted });
  };
}

/** A mod blocked a call of this tool. */
export const toHaveBlocked: Assertion<[toolName: string]> = assertion(CHECKS.toHaveBlocked);

/** An event of this type happened, with at least these fields. Regular expressions may stand in it. */
export const toHaveEmitted: Assertion<[eventType: EventName, partial?: object]> = assertion(
  CHECKS.toHaveEmitted,
);

/** A system prompt that was sent contains this text, or matches. */
export const toHaveSystemPrompt: Assertion<[text: string | RegExp]> = assertion(CHECKS.toHaveSystemPrompt);

/** A mod has this registered now. A pane goes by its own id, or as `<mod>/<id>`. */
export const toHaveRegistered: Assertion<[kind: Registration['kind'], name: string]> = assertion(
  CHECKS.toHaveRegistered,
);

/** The text of the (last) run contains this text, or matches. */
export const toHaveFinalText: Assertion<[text: string | RegExp]> = assertion(CHECKS.toHaveFinalText);

/** This tool ran with at least these fields of input, every rewrite counted in. */
export const toHaveToolInput: Assertion<[toolName: string, partial: object]> = assertion(
  CHECKS.toHaveToolInput,
);

/** The same turned round: each throws when its check passes. */
export const not: {
  readonly toHaveBlocked: typeof toHaveBlocked;
  readonly toHaveEmitted: typeof toHaveEmitted;
  readonly toHaveSystemPrompt: typeof toHaveSystemPrompt;
  readonly toHaveRegistered: typeof toHaveRegistered;
  readonly toHaveFinalText: typeof toHaveFinalText;
  readonly toHaveToolInput: typeof toHaveToolInput;
} = {
  toHaveBlocked: assertion(CHECKS.toHaveBlocked, true),
  toHaveEmitted: assertion(CHECKS.toHaveEmitted, true),
  toHaveSystemPrompt: assertion(CHECKS.toHaveSystemPrompt, true),
  toHaveRegistered: assertion(CHECKS.toHaveRegistered, true),
  toHaveFinalText: assertion(CHECKS.toHaveFinalText, true),
  toHaveToolInput: assertion(CHECKS.toHaveToolInput, true),
};
