import {
  createProviderAnthropic,
  createProviderOpenAi,
  type ProviderEnvironment,
  titling,
} from '@cmd-mods/harness/builtin';
import type { BuiltinMod } from '@cmd-mods/loader/load';

/** The program's own mods, in order: they come before all others. Settings switch each of them off by its name. */
export function builtinMods(env: ProviderEnvironment): readonly BuiltinMod[] {
  return [
    { name: 'provider-anthropic', factory: createProviderAnthropic(env) },
    { name: 'provider-openai', factory: createProviderOpenAi(env) },
    { name: 'titling', factory: titling, optIn: true, purpose: 'title' },
  ];
}
