import type { NewerVersion } from '@cmd-mods/harness/builtin';
import { type BuiltinMod, findLocations, knownUpdates } from '@cmd-mods/loader/load';
import type { ModFactory } from '@cmd-mods/mod-api';
import type { Io } from '../io.ts';

type Where = Pick<Io, 'cwd' | 'home' | 'env'>;
type Builtins = typeof import('@cmd-mods/harness/builtin');

/**
 * The program's own mods, in order: they come before all others. Settings switch each of them off by its name. It is a plain table:
 * their code is loaded with the first one that runs.
 */
export function builtinMods({ cwd, home, env }: Where): readonly BuiltinMod[] {
  const newer = async (): Promise<readonly NewerVersion[]> => {
    const updates = await knownUpdates(findLocations({ cwd, home, env: { ...env } }));
    return updates.map(({ source, from, to }) => ({ name: source, from: short(from), to: short(to) }));
  };
  return [
    { name: 'provider-anthropic', factory: later((mods) => mods.createProviderAnthropic(env)) },
    { name: 'provider-openai', factory: later((mods) => mods.createProviderOpenAi(env)) },
    { name: 'update-notice', factory: later((mods) => mods.createUpdateNotice({ known: newer })) },
    { name: 'titling', factory: later((mods) => mods.titling), optIn: true, purpose: 'title' },
    { name: 'learning', factory: later((mods) => mods.learning) },
    { name: 'todos', factory: later((mods) => mods.todos), optIn: true },
  ];
}

function later(choose: (mods: Builtins) => ModFactory): ModFactory {
  return async (cmd) => choose(await import('@cmd-mods/harness/builtin'))(cmd);
}

/** A commit as people know it. */
function short(revision: string): string {
  return /^[0-9a-f]{40,}$/.test(revision) ? revision.slice(0, 7) : revision;
}
