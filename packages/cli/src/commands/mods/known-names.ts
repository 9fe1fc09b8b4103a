import { type BuiltinMod, findMods } from '@cmd-mods/loader/load';

/**
 * Every name that a mod has here, built-in ones too, loaded or not. A project that is not trusted counts: what is switched in it
 * counts once it is.
 *
 * @returns undefined when not every name is known, because mods are switched off before they are looked into.
 */
export async function knownNames(
  where: { readonly cwd: string; readonly home: string; readonly env: NodeJS.ProcessEnv },
  builtins: readonly BuiltinMod[],
): Promise<readonly string[] | undefined> {
  const { mods, dropped, settings } = await findMods({ ...where, allowProject: true });
  if (settings.disableAll.length > 0 || settings.broken.size > 0) return undefined;
  const named = [...builtins, ...mods, ...dropped].flatMap(({ name }) => (name === undefined ? [] : [name]));
  return [...new Set(named)];
}
