import type { ModFactory } from '@cmd-mods/mod-api';
import { combineSettings, type EffectiveSettings } from '../settings/combine-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Locations } from './locations.ts';

/** A mod that is part of the host program: compiled in, never loaded from a path that can be written to. */
export interface BuiltinMod {
  readonly name: string;
  readonly factory: ModFactory;
  /** Off until a settings file enables it. */
  readonly optIn?: boolean;
  /** What a trace says its questions to the model are for; `complete` when left out. */
  readonly purpose?: 'title';
}

/**
 * Which built-in mods will be on once the project is trusted, by name: its settings are read for this answer alone. For a list that
 * marks those whose state changes then.
 */
export async function builtinsOnceTrusted(
  builtins: readonly BuiltinMod[],
  locations: Locations,
): Promise<ReadonlyMap<string, boolean>> {
  const settings = combineSettings(await readSettings({ locations, withProject: true }));
  return new Map(decideBuiltins(builtins, settings).map(({ mod, enabled }) => [mod.name, enabled]));
}

/** A built-in mod and whether it is on. */
export interface BuiltinState {
  readonly mod: BuiltinMod;
  readonly enabled: boolean;
}

/** Decides which built-in mods are on: a disable in any file wins; an opt-in one needs to be enabled. `disableAll` and safe mode leave them alone. */
export function decideBuiltins(
  builtins: readonly BuiltinMod[],
  { disabled, enabled }: Pick<EffectiveSettings, 'disabled' | 'enabled'>,
): readonly BuiltinState[] {
  return builtins.map((mod) => {
    const { name, optIn = false } = mod;
    return { mod, enabled: !disabled.has(name) && (!optIn || enabled.has(name)) };
  });
}
