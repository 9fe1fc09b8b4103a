import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TraceRow } from '@cmd-mods/harness';
import type { ModFactory, ModHooks } from '@cmd-mods/mod-api';
import { onTestFinished } from 'vitest';
import {
  createTestHarness,
  type ReplayChange,
  scriptedModel,
  type TestHarnessOptions,
} from '../../src/index.ts';

/** A cassette in a file. */
export const FILE = fileURLToPath(new URL('../fixtures/cassettes/writes-a-file.jsonl', import.meta.url));

/** A mod of these hooks. */
export const withHooks =
  (hooks: ModHooks): ModFactory =>
  (cmd) =>
    void cmd.hooks(hooks);

/** Records one run, as it would stand in a trace file. */
export async function record(options: TestHarnessOptions, prompt = 'go'): Promise<readonly TraceRow[]> {
  const t = await createTestHarness(options);
  await t.run(prompt);
  await t.dispose();
  return JSON.parse(JSON.stringify(t.trace)) as readonly TraceRow[];
}

/** One of each: thinking, text, a call, an error, a stream. */
export const script = scriptedModel()
  .thinks('A file.')
  .says('I read.')
  .calls('read_file', { file_path: 'a.txt' })
  .fails('overloaded', { retryable: true, after: ['Half'] })
  .streams(['All ', 'done.']);

/** A run of that script. */
export const cassette = await record({ script, files: { 'a.txt': 'the text' } });

/** A change without its texts. */
export const short = ({ kind, turnNumber, before, after }: ReplayChange) => [kind, turnNumber, before, after];

/** A file with this text, gone after the test. */
export function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-cassette-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'trace.jsonl');
  writeFileSync(file, text);
  return file;
}
