import type { Where } from '@cmd-mods/mod-api';
import type { TestMod } from '../load-test-mods.ts';
import { createTestHarness } from '../test-harness.ts';
import type { TestHarness, TestHarnessOptions } from '../test-harness-types.ts';
import { settle as untilSettled } from './settle.ts';
import { type Resource, watchResources } from './watch-resources.ts';

/** Something that a mod started and did not end. */
export interface Leak {
  readonly kind: Resource['kind'];
  /** After what it was still there: a reload of the mod, or the end of the session. */
  readonly after: 'reload' | 'dispose';
  /** In words: `a timer`, `a listener for "SIGINT" on process`. */
  readonly what: string;
  /** Where it was started. */
  readonly where?: Where;
}

/** How leaks are looked for. */
export interface LeakOptions extends Omit<TestHarnessOptions, 'mods'> {
  /** Uses the mods, before and after the reload; one run with the prompt `go` when left out. */
  readonly use?: (t: TestHarness) => Promise<unknown>;
  /** How long to wait for what is ending, in milliseconds; 30 when left out. */
  readonly settle?: number;
}

/**
 * Loads mods, uses them, reloads each, uses them again, and ends the session; then says which timers, process listeners, child
 * processes and handles were left, each place once. Timers of `cmd.clock` end with the mod and are none. Leaked timers, listeners
 * and processes are ended, so that they do not hold the test.
 *
 * Not for tests that run at the same time in one process: what they start would be counted.
 */
export async function findLeaks(
  mods: TestMod | readonly TestMod[],
  options: LeakOptions = {},
): Promise<readonly Leak[]> {
  const { use = (t) => t.run('go'), settle = 30, ...rest } = options;
  const list = Array.isArray(mods) ? (mods as readonly TestMod[]) : [mods as TestMod];
  const watch = watchResources();
  const settled = () => untilSettled(settle);
  try {
    const t = await createTestHarness({ ...rest, mods: list });
    try {
      await use(t);
      // A server opens a moment after it was asked for.
      await settled();
      const before = watch.alive();
      for (const name of t.mods) await t.reload(name);
      await settled();
      const left = new Set(watch.alive());
      const reloaded = before.filter((resource) => left.has(resource));
      await use(t);
      await t.dispose();
      await settled();
      const old = new Set(reloaded);
      const disposed = watch.alive().filter((resource) => !old.has(resource));
      const leaks = [...reloaded.map(leakAfter('reload')), ...disposed.map(leakAfter('dispose'))];
      for (const resource of [...reloaded, ...disposed]) resource.end();
      return [...new Map(leaks.toReversed().map((leak) => [placeOf(leak), leak])).values()].toReversed();
    } finally {
      await t.dispose();
    }
  } finally {
    watch.stop();
  }
}

function leakAfter(after: Leak['after']): (resource: Resource) => Leak {
  return ({ kind, what, where }) => ({ kind, after, what, ...(where === undefined ? {} : { where }) });
}

/** The same line leaks in the old code and in the new: that is one leak. */
function placeOf({ what, where }: Leak): string {
  return JSON.stringify([what, where]);
}
