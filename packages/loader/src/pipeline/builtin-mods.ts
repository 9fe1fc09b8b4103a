import type { ModFactory } from '@cmd-mods/mod-api';
import type { EffectiveSettings } from '../settings/combine-settings.ts';

/** A mod that is part of the host program: compiled in, never loaded from a path that can be written to. */
export interface BuiltinMod {
  readonly name: string;
  readonly factory: ModFactory;
  /** Off until a settings file enables it. */
  readonly optIn?: boolean;
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
