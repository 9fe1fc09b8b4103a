import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { findLeaks, scriptedModel, type TestHarnessOptions } from '@cmd-mods/testing';
import { describe, expect, it } from 'vitest';
import { FIXTURES, loadFixtures, messageOf, told } from './support/fixtures.ts';

interface Mistake {
  /** The mod that makes it, and what it does wrong in words. */
  readonly mod: string;
  readonly does: string;
  /** What a person is told: each of these is somewhere in a line that names the mod. */
  readonly told: readonly RegExp[];
  /** How the run ends all the same. */
  readonly sends?: RegExp;
  readonly options?: Omit<TestHarnessOptions, 'mods'>;
}

const callsATool = { script: scriptedModel().calls('glob', { pattern: '*' }).says('done') };

const mistakes: readonly Mistake[] = [
  {
    mod: 'mistaken-input-as-text',
    does: 'takes what transformInput gets for text',
    told: [
      /MOD_INPUT_MISREAD.*transformInput reads "trim" of what it is called with, and that is one object: \{text\}\. Take the fields out/,
      /mod_error .* transformInput: input\.trim is not a function/,
    ],
  },
  {
    mod: 'mistaken-input-other-field',
    does: 'takes a field out of the input that is not in it',
    told: [/MOD_INPUT_MISREAD.*transformInput reads "userPrompt".*\{text\}/],
  },
  {
    mod: 'mistaken-input-answer',
    does: 'answers transformInput with {userPrompt}',
    told: [
      /mod_error .* transformInput: .*the return must be \{action: 'transform', text\}.* not \{userPrompt\}/,
    ],
  },
  {
    mod: 'mistaken-run-of-bare-input',
    does: 'takes what run gets for the input itself',
    told: [
      /MOD_INPUT_MISREAD.*run of the tool "shout" reads "text".*\{input, runtime, signal, onUpdate\}\. Write run\(\{ input \}\)/,
    ],
    options: { script: scriptedModel().calls('shout', { text: 'hi' }).says('done') },
  },
  {
    mod: 'mistaken-read-only-in-schema',
    does: 'puts readOnly into the schema',
    told: [/MOD_FIELD_MISPLACED.*"readOnly" inside the schema of the tool "look".*Put it beside the schema/],
  },
  {
    mod: 'mistaken-status-object',
    does: 'hands setStatus an object',
    told: [
      /MOD_REGISTRATION_INVALID.*called ui\.setStatus .*the text must be a string or null, not an object/,
    ],
  },
  {
    mod: 'mistaken-block-as-text',
    does: 'gives the reason as the value of block: the call is blocked',
    told: [
      /mod_error .* beforeToolCall: .*"block" must be a boolean, not "not today"; the call is blocked\. Put the reason into "additionalContext"/,
    ],
    sends: /not today/,
    options: callsATool,
  },
  {
    mod: 'mistaken-block-without-reason',
    does: 'blocks without a reason',
    told: [/notice: .*beforeToolCall blocks without "additionalContext".*Say there why/],
    sends: /Blocked by a pre-tool hook/,
    options: callsATool,
  },
  {
    mod: 'mistaken-flag-nobody-adds',
    does: 'reads an option that nobody adds',
    told: [/FLAG_NOT_ADDED.*reads the option "verbos", and no mod adds it\. Did you mean "verbose"\?/],
  },
  {
    mod: 'mistaken-flag-in-the-factory',
    does: 'reads an option in its factory',
    told: [/FLAG_READ_EARLY.*read the option "tone" in its factory, before it was set/],
    options: { options: { tone: 'loud' } },
    sends: /Be calm\./,
  },
  {
    mod: 'mistaken-observer-decides',
    does: 'decides in a handler of an event: nobody reads it',
    told: [/MOD_OBSERVER_DECIDES.*returns \{block\} from its handler of "tool_queued".*Decide in a hook/],
    options: callsATool,
  },
  {
    mod: 'mistaken-hook-name',
    does: 'misspells a hook',
    told: [/MOD_HOOK_UNKNOWN.*registers "beforeToolCal".*Did you mean "beforeToolCall"\?/],
  },
  {
    mod: 'mistaken-member-in-a-hook',
    does: 'calls members in hooks that do not exist',
    told: [
      /MOD_MEMBER_UNKNOWN.*calls "ui\.notifiy".*no member "ui\.notifiy"\. Did you mean "ui\.notify"\?/,
      /MOD_MEMBER_UNKNOWN.*calls "setModell".*Did you mean "setModel"\?/,
    ],
  },
  {
    mod: 'mistaken-member-in-the-factory',
    does: 'calls a member in its factory that does not exist',
    told: [/MOD_FACTORY_THREW.*no member "addTools"\. Did you mean "addTool"\?/],
  },
  {
    mod: 'mistaken-state-no-json',
    does: 'keeps in modState what JSON cannot hold',
    told: [
      /SESSION_STATE_NOT_JSON mod:mistaken-state-no-json: .*'seen' is .*The value stored before it stays\. Keep plain data/,
    ],
    options: callsATool,
  },
  {
    mod: 'mistaken-prompt-that-changes',
    does: 'appends another prompt in each round',
    told: [/notice: .*mistaken-prompt-that-changes/],
    options: callsATool,
  },
  {
    mod: 'mistaken-delta-promise',
    does: 'answers transformTextDelta later: the text goes through as it came',
    told: [/mod_error .* transformTextDelta: .*must answer at once, but .* returned a promise/],
  },
  {
    mod: 'mistaken-guard-that-throws',
    does: 'throws in its guard: the call goes through',
    told: [/mod_error .* beforeToolCall: Cannot read properties of undefined \(reading 'startsWith'\)/],
    options: callsATool,
  },
  {
    mod: 'mistaken-notice-of-a-notice',
    does: 'answers a notice with a notice',
    told: [/MOD_EVENT_LOOP.*raises "notice" again and again in answer to events.*raise none in answer/],
  },
  {
    mod: 'mistaken-notice-of-a-notice-later',
    does: 'answers a notice with a notice a moment later',
    told: [/MOD_EVENT_LOOP.*raises "notice" again and again/],
  },
  {
    mod: 'mistaken-timer-arguments',
    does: 'swaps the arguments of a timer',
    told: [/mod_error .* onTurnStart: cmd\.clock\.every needs milliseconds and then a function/],
  },
];

describe('a mod that', () => {
  it.each(mistakes)('$does is named, and its neighbour lives on', async (mistake) => {
    const t = await loadFixtures([mistake.mod, 'good-neighbour'], mistake.options ?? {});
    const run = await t.run('hello');
    await setImmediate();
    const lines = told(t).filter((line) => line.includes(mistake.mod));
    for (const expected of mistake.told) expect(lines).toContainEqual(expect.stringMatching(expected));
    expect(run.finalText).toBe('done');
    expect(JSON.stringify(run.requests)).toMatch(mistake.sends ?? /A good neighbour lives here/);
    expect(await messageOf(t, '/alive')).toBe('yes');
  });

  it('is told so once, not with every call', async () => {
    const t = await loadFixtures(['mistaken-status-object']);
    await t.run('hello');
    expect(t.diagnostics.filter(({ code }) => code === 'MOD_REGISTRATION_INVALID')).toHaveLength(1);
  });

  it('leaves a bare timer and a listener behind is named by findLeaks, with the place', async () => {
    const file = resolve(FIXTURES, 'mistaken-interval-left/index.js');
    const leaks = await findLeaks(file, {
      use: async (t) => expect(await messageOf(t, '/left')).toBe('running'),
    });
    expect(leaks).toMatchObject([
      { kind: 'timer', after: 'reload', what: 'a timer', where: { file, line: 2 } },
      {
        kind: 'listener',
        after: 'reload',
        what: 'a listener for "SIGUSR2" on process',
        where: { file, line: 3 },
      },
    ]);
  });

  it('takes args for a list gets the first character, since args is the raw text', async () => {
    const t = await loadFixtures(['mistaken-args-as-list']);
    expect(await messageOf(t, '/first word')).toBe('w');
  });
});
