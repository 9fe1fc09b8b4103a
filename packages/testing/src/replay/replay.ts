import type { TraceRow } from '@cmd-mods/harness';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { TestMod } from '../load-test-mods.ts';
import { compareRuns, type ReplayChange } from './compare-runs.ts';
import { type ReplayedRun, runTape } from './run-tape.ts';
import { readTape } from './tape.ts';

/** What a cassette is played for. */
export interface ReplayOptions {
  /** The mods whose effect is looked at, as `createTestHarness` takes them. */
  readonly mods: readonly TestMod[];
  /** What they are compared with; no mods at all when left out. */
  readonly baseline?: readonly TestMod[];
  /**
   * A real project: what mods take for their project folder, and where reading tools look for what was not recorded. Nothing in
   * it is changed, and its own mods do not load. An empty folder when left out.
   */
  readonly cwd?: string;
  /** Settings, written to the home folder of the replay, and to its project unless that is a real one. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** What mods change about a recorded run. */
export interface Replay {
  /** The run with the mods. */
  readonly run: ReplayedRun;
  /** The run without them. */
  readonly baseline: ReplayedRun;
  /** What differs, in the order of the turns. */
  readonly changes: readonly ReplayChange[];
  /** What is to be said of the cassette itself. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Plays a recorded run again, with mods and without, and says what differs. The model answers what it answered then, and tools
 * give what they gave, so it needs no network, and nothing happens. The same cassette and the same mods give the same data, byte
 * for byte.
 *
 * Where a run asks for what nobody recorded, `offTape` says so: a tool call fails with a text that says it, a model request
 * ends the run with `run_error`, `CASSETTE_EXHAUSTED`.
 *
 * @param cassette - The path of a file that `cmd -p --trace` wrote, its rows, or `trace` of a test harness.
 * @throws ModError when the cassette cannot be played. What a mod does never makes it reject.
 */
export async function replay(
  cassette: string | readonly TraceRow[],
  { mods, baseline: without = [], cwd, settings }: ReplayOptions,
): Promise<Replay> {
  const tape = readTape(cassette);
  // One after the other: both set HOME of this process.
  const baseline = await runTape(tape, { mods: without, cwd, settings });
  const run = await runTape(tape, { mods, cwd, settings });
  return { run, baseline, changes: compareRuns(baseline, run), warnings: tape.warnings };
}
