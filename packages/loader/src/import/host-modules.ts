import * as api from '@cmd-mods/mod-api';

/** What the host answers for the names of its own packages: a specifier and the module's exports. */
export type HostModules = Readonly<Record<string, object>>;

/** This copy of the API, under each name that mods know it by. */
export const HOST_MODULES: HostModules = Object.fromEntries(api.API_PACKAGE_NAMES.map((name) => [name, api]));

/** The host package that a specifier means: itself, or the one whose subpath it is; `undefined` for all others. */
export function hostPackageOf(specifier: string, hostModules: HostModules): string | undefined {
  return Object.keys(hostModules).find((name) => specifier === name || specifier.startsWith(`${name}/`));
}
