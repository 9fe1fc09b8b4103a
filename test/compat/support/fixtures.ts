import { resolve } from 'node:path';
import { createTestHarness, type TestHarness, type TestHarnessOptions } from '@cmd-mods/testing';
import { onTestFinished } from 'vitest';

/** Where the mods of these tests are: each folder is named for what is special about it. */
export const FIXTURES: string = resolve(import.meta.dirname, '../../fixtures/compat');

/** Loads mods of the fixtures as a host loads any mod, unchanged. Gone after the test. */
export async function loadFixtures(
  names: readonly string[],
  options: Omit<TestHarnessOptions, 'mods'> = {},
): Promise<TestHarness> {
  const t = await createTestHarness({ ...options, mods: names.map((name) => resolve(FIXTURES, name)) });
  onTestFinished(() => t.dispose());
  return t;
}

/** The message of a command. */
export async function messageOf(t: TestHarness, line: string): Promise<string | undefined> {
  return (await t.command(line)).message;
}

/** What went wrong, as a person is told: diagnostics, notices and mod_error, one line each. */
export function told(t: TestHarness): readonly string[] {
  const diagnostics = t.diagnostics.map(
    ({ code, mod, message, hint }) => `${code} ${mod}: ${message} ${hint}`,
  );
  const events = t.events.flatMap((event) => {
    if (event.type === 'notice' && event.level !== 'info') return [`notice: ${event.message}`];
    if (event.type !== 'mod_error') return [];
    return [
      `mod_error ${event.modId} ${event.hook}: ${event.error instanceof Error ? event.error.message : event.error}`,
    ];
  });
  return [...diagnostics, ...events];
}
