/** The version of this API, by semver. A mod's `engines.commandcode` is held against it. */
export const API_VERSION = '1.0.0';

/** The names under which a mod may import this API; a host answers all of them with its own copy. */
export const API_PACKAGE_NAMES = ['@cmd-mods/mod-api', '@commandcode/harness'] as const;
