import { type Catalogue, type DiagnosticDetails, diagnosticsOf, ModError } from '@cmd-mods/mod-api';

/** Why something about a registry could not be done at all. What is wrong with a registry is a finding, not one of these. Explained in docs/errors/registry.md. */
export const REGISTRY_CATALOGUE = {
  REGISTRY_FILE_UNREADABLE: {
    severity: 'error',
    title: 'A file cannot be read',
    fix: 'Check the path.',
  },
  REGISTRY_FILE_UNWRITABLE: {
    severity: 'error',
    title: 'A file cannot be written',
    fix: 'Check the path and the permissions of its folder.',
  },
  REGISTRY_RULE_UNKNOWN: {
    severity: 'error',
    title: 'There is no such rule',
    fix: 'docs/registry-rules.md lists the rules.',
  },
  REGISTRY_SHARD_MALFORMED: {
    severity: 'error',
    title: 'A shard is not i/n',
    fix: 'Write --shard 1/4 for the first of four.',
  },
  REGISTRY_AUDIT_MALFORMED: {
    severity: 'error',
    title: 'A file is no audit',
    fix: 'Give files that cmd mods registry audit wrote.',
  },
  REGISTRY_AUDIT_INCOMPLETE: {
    severity: 'error',
    title: 'Shards do not make a whole',
    fix: 'Merge all shards of one run, each once.',
  },
  REGISTRY_BROKEN: {
    severity: 'error',
    title: 'The registry cannot be read as one',
    fix: 'cmd mods registry validate says what is wrong.',
  },
  REGISTRY_OUTPUT_BROKEN: {
    severity: 'error',
    title: 'The last mods.json cannot be read',
    fix: 'Restore it, or delete it to build from nothing.',
  },
  REGISTRY_LOSS: {
    severity: 'error',
    title: 'The hub would lose too many mods',
    fix: 'Check the registry; with --allow-loss the hub is built all the same.',
  },
  REGISTRY_STALE: {
    severity: 'warning',
    title: 'Live values of a mod could not be renewed',
    fix: 'The next build tries again.',
  },
  REGISTRY_UNSCANNED: {
    severity: 'warning',
    title: 'A mod could not be scanned',
    fix: 'Try cmd mods inspect with its source.',
  },
  REGISTRY_PACKAGE_UNREADABLE: {
    severity: 'error',
    title: 'A package.json is missing or broken',
    fix: 'Run the command in the folder of the package.',
  },
} as const satisfies Catalogue;

/** One code of this package. */
export type RegistryCode = keyof typeof REGISTRY_CATALOGUE;

/** Makes a diagnostic of this package. */
export const registryDiagnostic: ReturnType<typeof diagnosticsOf<RegistryCode>> =
  diagnosticsOf<RegistryCode>(REGISTRY_CATALOGUE);

/** Makes the error to throw. */
export function registryError(code: RegistryCode, details: DiagnosticDetails): ModError {
  return new ModError(registryDiagnostic(code, details));
}
