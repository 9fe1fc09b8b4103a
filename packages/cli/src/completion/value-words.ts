import { findMods } from '@cmd-mods/loader/load';
import type { Io } from '../io.ts';
import { builtinMods } from '../run/builtin-mods.ts';
import { whereIn } from '../run/load-run-mods.ts';
import type { Completion, ValueKind } from './candidates.ts';

/** The words of a kind of value that are known here. Files and folders are the shell's own matter. Nothing is loaded or run. */
export async function valueWords(kind: ValueKind | undefined, io: Io): Promise<Completion['words']> {
  switch (kind) {
    case 'mods':
      return await modNames(io);
    case 'sources':
      return await sources(io);
    case 'sources and mods':
      return [...(await modNames(io)), ...(await sources(io))];
    case 'registry rules': {
      const { RULES } = await import('@cmd-mods/registry/rules');
      return Object.entries(RULES).map(([word, { title }]) => ({ word, meaning: title }));
    }
    default:
      return [];
  }
}

async function modNames(io: Io): Promise<Completion['words']> {
  const { mods, dropped } = await findMods({ ...whereIn(io), allowProject: true });
  const names = new Map(builtinMods(io).map(({ name }) => [name, 'built in']));
  for (const { name, reason } of dropped) if (name !== undefined) names.set(name, reason);
  for (const { name, file } of mods) names.set(name, file);
  return [...names].map(([word, meaning]) => ({ word, meaning }));
}

async function sources(io: Io): Promise<Completion['words']> {
  const found = await findMods({ ...whereIn(io), allowProject: true });
  return found.sources.map(({ source, scope }) => ({ word: source, meaning: `of the ${scope}` }));
}
