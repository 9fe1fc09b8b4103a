/** Finds, installs, filters, orders, loads and reloads mods. Start reading at `load-mods.ts`. */

export * from './diagnostics.ts';
export { type AddRequest, addSource } from './install/add-source.ts';
export { type ConfiguredSource, configuredSources } from './install/configured.ts';
export { type InstallFromLockRequest, installFromLock } from './install/install-from-lock.ts';
export { parseReleaseAge } from './install/release-age.ts';
export { type RemoveRequest, removeSource } from './install/remove-source.ts';
export { installedDirectory, type ScopePaths, scopePaths } from './install/scope-paths.ts';
export type * from './install/types.ts';
export { type UpdateRequest, updateSources } from './install/update-sources.ts';
export * from './load.ts';
export * from './lock/lock-file.ts';
export { treeIntegrity, verifyTree } from './lock/tree-integrity.ts';
export { type Backing, findBacking, removeBacking } from './pipeline/backing.ts';
export { fit } from './pipeline/fit.ts';
export { nearest } from './pipeline/nearest.ts';
export { offersMods } from './pipeline/offers-mods.ts';
export { ensureModsFolder, modsFolderFor } from './pipeline/open-mods-folder.ts';
export { type ReloadResult, reloadMod } from './reload/reload-mod.ts';
export { type ModWatch, type WatchModsOptions, watchMods } from './reload/watch-mods.ts';
export { installScopes } from './settings/install-scopes.ts';
export {
  type Blocker,
  disableMod,
  type EnabledChange,
  enableMod,
  type SetEnabledRequest,
} from './settings/set-enabled.ts';
export { addToModsArray, createSettingsWriter, removeFromModsArray } from './settings/settings-writer.ts';
export { type FetchedPackage, type FetchSourceOptions, fetchSource } from './sources/fetch-source.ts';
export { installPath } from './sources/install-path.ts';
export type { NpmSettings } from './sources/npm-settings.ts';
export { type NpmConfiguration, type NpmrcPlaces, readNpmrc } from './sources/npmrc.ts';
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
export { rememberUpdates } from './updates/remember-updates.ts';
