/** Finds, installs, filters, orders, loads and reloads mods. Start reading at `load-mods.ts`. */

export { type ImportedMod, type ImportOptions, importMod } from './import/import-mod.ts';
export { type ResolvedModPath, resolveModPath } from './import/resolve-mod-path.ts';
export { PIPELINE_CATALOGUE, type PipelineCode } from './pipeline/diagnostics.ts';
export type { OfferedMod } from './pipeline/read-manifest.ts';
