/**
 * What a mod can reach, before it runs. `inspect` is pure over a map of files; `readTarget` makes that map of a file, a
 * folder or a tarball; the renderers turn a report into text, SARIF or a page; `runInspect` is the command without its
 * command line.
 */

export { beyondAllowance, heldAgainst, type ReadAllowance, readAllowance } from './allowance.ts';
export { INSPECT_CATALOGUE, type InspectCode } from './diagnostics.ts';
export { type DiffSide, diffReports, type InspectDiff } from './diff.ts';
export { type Compiler, loadCompiler } from './facts/compiler.ts';
export { type InspectOptions, inspect } from './inspect.ts';
export { inspectTarget } from './inspect-target.ts';
export type { FileSource, PackageFiles } from './package/files.ts';
export { checkDeclared, checkPolicy, readPolicy } from './policy.ts';
export { renderHtml } from './render/html.ts';
export { renderSarif } from './render/sarif.ts';
export { renderDiff, renderText, type TextOptions } from './render/text.ts';
export * from './report.ts';
export {
  type InspectCommandIo,
  type InspectCommandOptions,
  type InspectExitCode,
  runInspect,
} from './run.ts';
export type { Solution, Use } from './solve/uses.ts';
export type { ObjectValue, Place } from './solve/values.ts';
export { type SolvedPackage, type SolveOptions, solvePackage } from './solve-package.ts';
export { REACHES, type Reach } from './tables/capability.ts';
export { type FetchedSource, type ReadTargetOptions, readTarget, type Target } from './target/read-target.ts';
