/** Finds, installs, filters, orders, loads and reloads mods. Start reading at `load-mods.ts`. */

export * from './diagnostics.ts';
export type { HostModules } from './import/host-modules.ts';
export { type ImportedMod, type ImportOptions, importMod } from './import/import-mod.ts';
export { type ResolvedModPath, resolveModPath } from './import/resolve-mod-path.ts';
export { type AddRequest, addSource } from './install/add-source.ts';
export { type InstallFromLockRequest, installFromLock } from './install/install-from-lock.ts';
export { parseReleaseAge } from './install/release-age.ts';
export { type RemoveRequest, removeSource } from './install/remove-source.ts';
export { installedDirectory, type ScopePaths, scopePaths } from './install/scope-paths.ts';
export type * from './install/types.ts';
export { type UpdateRequest, updateSources } from './install/update-sources.ts';
export { type LoadedMods, type LoadModsOptions, loadMods } from './load-mods.ts';
export * from './lock/lock-file.ts';
export { treeIntegrity, verifyTree } from './lock/tree-integrity.ts';
export type { BuiltinMod, BuiltinState } from './pipeline/builtin-mods.ts';
export { findMods } from './pipeline/find-mods.ts';
export type { FindModsOptions, FoundMods } from './pipeline/find-options.ts';
export { type FoundSkill, findSkills } from './pipeline/find-skills.ts';
export {
  hasFaults,
  type ListedDrop,
  type ListedMod,
  listMods,
  type ModList,
} from './pipeline/list-mods.ts';
export { findLocations, type Locations } from './pipeline/locations.ts';
export type { ModHost } from './pipeline/mod-host.ts';
export { offersMods } from './pipeline/offers-mods.ts';
export { ensureModsFolder, modsFolderFor } from './pipeline/open-mods-folder.ts';
export { type Offer, type OfferedMod, readManifest } from './pipeline/read-manifest.ts';
export { type AttemptedMod, type InlineMod, registerMod } from './pipeline/register-mods.ts';
export type { SourceSummary } from './pipeline/summarize-sources.ts';
export type { ApiRange, Dropped, DropReason, ModEntry, Origin, Scope, SkillsPath } from './pipeline/types.ts';
export { type ReloadResult, reloadMod } from './reload/reload-mod.ts';
export { type ModWatch, type WatchModsOptions, watchMods } from './reload/watch-mods.ts';
export type { EffectiveSettings, SettingsFiles } from './settings/combine-settings.ts';
export { installScopes } from './settings/install-scopes.ts';
export type { SettingsInMemory } from './settings/read-settings.ts';
export {
  type Blocker,
  disableMod,
  type EnabledChange,
  enableMod,
  type SetEnabledRequest,
} from './settings/set-enabled.ts';
export type { ModSettings, SettingsLayer, SourceEntry } from './settings/settings.ts';
export { createSettingsWriter } from './settings/settings-writer.ts';
export { installPath } from './sources/install-path.ts';
export { parseSource } from './sources/parse-source.ts';
export * from './sources/source.ts';
export { localPath, packageIdentity, sourceIdentity } from './sources/source-identity.ts';
export {
  isTrusted,
  readTrustedProjects,
  type TrustChange,
  trustProject,
  untrustProject,
} from './trust/trust-store.ts';
