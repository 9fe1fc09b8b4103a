/** Finds, installs, filters, orders, loads and reloads mods. */

export * from './diagnostics.ts';
export { type AddRequest, addSource } from './install/add-source.ts';
export { type InstallFromLockRequest, installFromLock } from './install/install-from-lock.ts';
export { parseReleaseAge } from './install/release-age.ts';
export { type RemoveRequest, removeSource } from './install/remove-source.ts';
export { installedDirectory, type ScopePaths, scopePaths } from './install/scope-paths.ts';
export type * from './install/types.ts';
export { type UpdateRequest, updateSources } from './install/update-sources.ts';
export * from './lock/lock-file.ts';
export { treeIntegrity, verifyTree } from './lock/tree-integrity.ts';
export { installPath } from './sources/install-path.ts';
export { parseSource } from './sources/parse-source.ts';
export * from './sources/source.ts';
export { localPath, packageIdentity, sourceIdentity } from './sources/source-identity.ts';
