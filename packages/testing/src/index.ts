/** The test kit for mods. Start with `createTestHarness`. */

export type { Answers, AskedQuestion, TestPermissions } from './answers.ts';
export { type ContractOptions, checkContracts } from './contracts/check-contracts.ts';
export type { ContractFault } from './contracts/faults.ts';
export { TESTING_CATALOGUE, type TestingCode } from './diagnostics.ts';
export type { FakeClock } from './fake-clock.ts';
export { findLeaks, type Leak, type LeakOptions } from './leaks/find-leaks.ts';
export type { TestMod } from './load-test-mods.ts';
export type { EnvChanges } from './process-env.ts';
export type { HookRecord, Recording, ToolCallRecord } from './recorder.ts';
export type {
  ReplayChange,
  ReplayedCall,
  ReplayedResult,
} from './replay/compare-runs.ts';
export { formatChanges } from './replay/format-changes.ts';
export { type Replay, type ReplayOptions, replay } from './replay/replay.ts';
export type { OffTape, ReplayedRun } from './replay/run-tape.ts';
export { type ScriptBuilder, scriptedModel, type TurnDetails } from './scripted-model.ts';
export { createTestHarness } from './test-harness.ts';
export type { TestHarness, TestHarnessOptions, TestRun } from './test-harness-types.ts';
export type { ScreenSize, UiDriver } from './ui/driver.ts';
