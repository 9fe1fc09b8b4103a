/**
 * What a mod can reach, before it runs. `inspect` is pure over a map of files; `readTarget` makes that map of a file, a
 * folder or a tarball; the renderers turn a report into text, SARIF or a page.
 */

export { INSPECT_CATALOGUE, type InspectCode } from './diagnostics.ts';
export { type InspectOptions, inspect } from './inspect.ts';
export type { FileSource, PackageFiles } from './package/files.ts';
export * from './report.ts';
export { REACHES, type Reach } from './tables/capability.ts';
export { type FetchedSource, type ReadTargetOptions, readTarget, type Target } from './target/read-target.ts';
