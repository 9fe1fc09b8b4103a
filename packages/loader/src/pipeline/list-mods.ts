import type { Diagnostic } from '@cmd-mods/mod-api';
import type { LoadedMods } from '../load-mods.ts';
import { type ModScope, originText, scopeOfOrigin } from './origin.ts';
import type { SourceSummary } from './summarize-sources.ts';
import type { DropReason } from './types.ts';

/** One line of `cmd mods list`. */
export interface ListedMod {
  readonly name: string;
  readonly scope: ModScope;
  /** The file of a drop-in mod, `from <source>` for a package's. */
  readonly origin: string;
  readonly path: string;
  readonly source?: string;
  readonly enabled: boolean;
  readonly loaded: boolean;
  readonly error?: Diagnostic;
  /** A built-in mod that is off until it is enabled. */
  readonly optIn?: boolean;
  /** What `enabled` becomes once the project is trusted, when that differs. */
  readonly enabledOnceTrusted?: boolean;
}

/** Something that was found and does not load. */
export interface ListedDrop {
  readonly name?: string;
  readonly path: string;
  readonly reason: DropReason;
  readonly by?: string;
}

/** What `cmd mods list --json` prints, but for the schema's version. */
export interface ModList {
  readonly mods: readonly ListedMod[];
  readonly sources: readonly SourceSummary[];
  readonly dropped: readonly ListedDrop[];
  readonly warnings: readonly Diagnostic[];
}

const ORDER: readonly ModScope[] = ['builtin', 'flag', 'project', 'user', 'package'];

/**
 * What a load comes to, as `cmd mods list` shows it: project mods first, then the user's, then those of packages. Mods that are
 * switched off are among them, with `enabled: false`; all else that did not load stands in `dropped`.
 *
 * @param options `builtin` lists the built-in mods too; `onceTrusted` says which of them change when the project is trusted.
 */
export function listMods(
  loaded: LoadedMods,
  options: { readonly builtin?: boolean; readonly onceTrusted?: ReadonlyMap<string, boolean> } = {},
): ModList {
  const { found } = loaded;
  const builtins = options.builtin ? loaded.builtins : [];
  const mods: ListedMod[] = [
    ...builtins.map(({ mod: { name, optIn = false }, enabled, error }): ListedMod => {
      const later = options.onceTrusted?.get(name);
      return {
        name,
        scope: 'builtin',
        origin: 'builtin',
        path: '',
        enabled,
        loaded: enabled && error === undefined,
        ...(error && { error }),
        ...(optIn && { optIn }),
        ...(later !== undefined && later !== enabled && { enabledOnceTrusted: later }),
      };
    }),
    ...loaded.inline.map(({ name, error }): ListedMod => {
      const common = { name, scope: 'flag', origin: 'inline', path: '', enabled: true } as const;
      return { ...common, loaded: error === undefined, ...(error && { error }) };
    }),
    ...loaded.mods.map(({ entry, error }): ListedMod => {
      const common = { ...describe(entry.name, entry.file, entry.origin), enabled: true };
      return { ...common, loaded: error === undefined, ...(error && { error }) };
    }),
    ...found.dropped.flatMap(({ name, path, origin, reason }): readonly ListedMod[] =>
      reason === 'disabled' && name !== undefined
        ? [{ ...describe(name, path, origin), enabled: false, loaded: false }]
        : [],
    ),
  ];
  return {
    mods: mods.sort((a, b) => ORDER.indexOf(a.scope) - ORDER.indexOf(b.scope)),
    sources: found.sources,
    dropped: found.dropped.map(({ name, path, reason, by }) => ({
      ...(name !== undefined && { name }),
      path,
      reason,
      ...(by !== undefined && { by }),
    })),
    warnings: loaded.diagnostics,
  };
}

function describe(
  name: string,
  path: string,
  origin: Parameters<typeof scopeOfOrigin>[0],
): Pick<ListedMod, 'name' | 'scope' | 'origin' | 'path' | 'source'> {
  const source = origin.kind === 'source' ? { source: origin.source } : {};
  return { name, scope: scopeOfOrigin(origin), origin: originText(origin, path), path, ...source };
}

/** Whether `list --strict` exits 1: something did not load that should have, or something is wrong with what is configured. */
export function hasFaults({ mods, warnings }: ModList): boolean {
  return (
    mods.some(({ error }) => error !== undefined) || warnings.some(({ severity }) => severity !== 'info')
  );
}
