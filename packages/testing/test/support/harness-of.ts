import { onTestFinished } from 'vitest';
import { createTestHarness, type TestHarness, type TestHarnessOptions } from '../../src/index.ts';

/** A test harness that is gone after the test. */
export async function harnessOf(options: TestHarnessOptions = {}): Promise<TestHarness> {
  const t = await createTestHarness(options);
  onTestFinished(() => t.dispose());
  return t;
}
