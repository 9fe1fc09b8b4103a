import type { Diagnostic } from '@cmd-mods/mod-api';
import type { ImportOptions } from './import/import-mod.ts';
import { type BuiltinMod, type BuiltinState, decideBuiltins } from './pipeline/builtin-mods.ts';
import { findMods } from './pipeline/find-mods.ts';
import type { FindModsOptions, FoundMods } from './pipeline/find-options.ts';
import type { Conflict, ModHost } from './pipeline/mod-host.ts';
import { type AttemptedMod, type InlineMod, nameInlineMods, registerMod } from './pipeline/register-mods.ts';

const NAME_RULES: Readonly<Record<string, string>> & { readonly first: string } = {
  builtin: 'a built-in mod always keeps its name',
  inline: 'a mod that the program brings itself comes first',
  first: 'the mod that comes first keeps the name',
};

/** What to load, and onto which host. */
export interface LoadModsOptions extends Omit<FindModsOptions, 'takenNames'> {
  /**
   * Where mods are registered, and skills handed over. Asked for only when there is something to hand over, so that a start without
   * mods stays cheap.
   */
  readonly host: ModHost | (() => Promise<ModHost>);
  /** Only what came of each mod is wanted, and the host is thrown away: built-in mods alone, which always load, need none then. */
  readonly onlyToList?: boolean;
  /** The host program's own mods: they come first and always keep their names. */
  readonly builtins?: readonly BuiltinMod[];
  /** Mods that the program brings itself; they come right after the built-in ones. Safe mode leaves them out. */
  readonly mods?: readonly InlineMod[];
  /** How modules are compiled and answered. */
  readonly importing?: Omit<ImportOptions, 'name'>;
}

/** What a load did. Everything that did not load is in `dropped` or has an `error`. */
export interface LoadedMods {
  readonly found: FoundMods;
  readonly builtins: readonly (BuiltinState & { readonly error: Diagnostic | undefined })[];
  /** Inline mods, in order. */
  readonly inline: readonly { readonly name: string; readonly error: Diagnostic | undefined }[];
  /** The mods that were found, in order, each loaded or with its error. */
  readonly mods: readonly AttemptedMod[];
  /** Every clash between loaded mods, who won, and by which rule. */
  readonly conflicts: readonly Conflict[];
  /** What needs attention: settings, manifests, filters, names, trust, mods that failed, and what the host has to say. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads mods: finds them (discover, resolve, read manifest, filter, precedence), then imports and registers them one after
 * the other. Each step is a function of its own in `pipeline/`; each keeps what it dropped and why. A bad mod never stops
 * the others, and nothing here throws for one.
 */
export async function loadMods(options: LoadModsOptions): Promise<LoadedMods> {
  const { builtins = [], mods = [], importing, safeMode = false } = options;
  const inlineMods = safeMode ? [] : nameInlineMods(mods);
  const takenNames = new Map([
    ...inlineMods.map(({ name }) => [name, 'inline'] as const),
    ...builtins.map(({ name }) => [name, 'builtin'] as const),
  ]);
  const found = await findMods({ ...options, takenNames });
  const states = decideBuiltins(builtins, found.settings);

  const others = inlineMods.length + found.mods.length + found.skills.length;
  const isNeeded = others > 0 || (options.onlyToList !== true && states.some(({ enabled }) => enabled));
  const host =
    typeof options.host !== 'function' ? options.host : isNeeded ? await options.host() : undefined;
  if (host === undefined) {
    const none = { inline: [], mods: [], conflicts: nameConflicts(found), diagnostics: found.diagnostics };
    return { found, builtins: states.map((state) => ({ ...state, error: undefined })), ...none };
  }

  const loadedBuiltins: LoadedMods['builtins'][number][] = [];
  for (const state of states) {
    const { name, factory, purpose } = state.mod;
    const definition = { name, factory, builtin: true, ...(purpose === undefined ? {} : { purpose }) };
    const error = state.enabled ? await errorOf(host.register(definition)) : undefined;
    loadedBuiltins.push({ ...state, error });
  }
  const inline: LoadedMods['inline'][number][] = [];
  for (const { name, factory } of inlineMods) {
    inline.push({ name, error: await errorOf(host.register({ name, factory, origin: 'inline' })) });
  }
  const attempted: AttemptedMod[] = [];
  for (const entry of found.mods) attempted.push(await registerMod(entry, host, importing));
  host.setPackageSkills(found.skills);

  const errors = [...loadedBuiltins, ...inline, ...attempted].flatMap(({ error }) => error ?? []);
  const own = [...found.diagnostics, ...errors];
  return {
    found,
    builtins: loadedBuiltins,
    inline,
    mods: attempted,
    conflicts: [...nameConflicts(found), ...host.conflicts()],
    diagnostics: [...new Set([...own, ...host.diagnostics()])],
  };
}

/** Names that two mods on disk claim are decided before the host hears of them. */
function nameConflicts({ dropped }: FoundMods): readonly Conflict[] {
  return dropped.flatMap(({ name, path, reason, by }) =>
    reason === 'name-taken' && name !== undefined && by !== undefined
      ? [{ kind: 'mod', name, winner: by, loser: path, rule: NAME_RULES[by] ?? NAME_RULES.first }]
      : [],
  );
}

async function errorOf(registration: ReturnType<ModHost['register']>): Promise<Diagnostic | undefined> {
  const result = await registration;
  return result.ok ? undefined : result.diagnostic;
}
