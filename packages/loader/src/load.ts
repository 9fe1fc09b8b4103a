/**
 * The part of the loader that a start needs: finding, importing and registering mods, and their list. Nothing that installs,
 * writes or watches is imported from here, so that a program starts quickly.
 */

export { type CompileCache, openCompileCache } from './import/compile-cache.ts';
export type { HostModules } from './import/host-modules.ts';
export { type ImportedMod, type ImportOptions, importMod } from './import/import-mod.ts';
export { type ResolvedModPath, resolveModPath } from './import/resolve-mod-path.ts';
export { type LoadedMods, type LoadModsOptions, loadMods } from './load-mods.ts';
export {
  type BuiltinMod,
  type BuiltinState,
  builtinsOnceTrusted,
  decideBuiltins,
} from './pipeline/builtin-mods.ts';
export { findMods } from './pipeline/find-mods.ts';
export type { FindModsOptions, FoundMods } from './pipeline/find-options.ts';
export {
  hasFaults,
  type ListedDrop,
  type ListedMod,
  listMods,
  type ModList,
} from './pipeline/list-mods.ts';
export { findLocations, type Locations } from './pipeline/locations.ts';
export type { ModHost } from './pipeline/mod-host.ts';
export { type Offer, type OfferedMod, readManifest } from './pipeline/read-manifest.ts';
export { type AttemptedMod, type InlineMod, nameInlineMods, registerMod } from './pipeline/register-mods.ts';
export { writeSelection } from './pipeline/selection.ts';
export type { SourceSummary } from './pipeline/summarize-sources.ts';
export type { ApiRange, Dropped, DropReason, ModEntry, Origin, Scope, SkillsPath } from './pipeline/types.ts';
export type { EffectiveSettings, SettingsFiles } from './settings/combine-settings.ts';
export type { SettingsInMemory } from './settings/read-settings.ts';
export type { ModSettings, SettingsLayer, SourceEntry } from './settings/settings.ts';
export { type KnownUpdate, knownUpdates, knownUpdatesFile } from './updates/known-updates.ts';
