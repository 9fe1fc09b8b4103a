/** A name that fits, in its two forms. */
export interface FittingName {
  /** What npm knows the package by, with its scope if it has one. */
  readonly packageName: string;
  /** What the mod is called: the package's name without its scope. */
  readonly modName: string;
}

/** What is wrong with a name, and one that would fit. */
export interface UnfitName {
  readonly reason: string;
  readonly suggestion: string;
}

const WORDS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST = 214;
/** npm refuses the first two; an `index` takes the name of its folder. */
const TAKEN = ['node-modules', 'favicon-ico', 'index'];

/** Whether npm and a registry of mods both take a name. */
export function readName(text: string): FittingName | UnfitName {
  const [, scope, modName = ''] = /^(?:@([^/]*)\/)?(.*)$/s.exec(text) ?? [];
  const parts = scope === undefined ? [modName] : [scope, modName];
  const reason =
    text.length > LONGEST
      ? `It has ${text.length} characters, and npm takes ${LONGEST}.`
      : TAKEN.includes(modName)
        ? 'It has a meaning of its own.'
        : parts.every((part) => WORDS.test(part))
          ? undefined
          : 'A name is lower-case letters, digits and single hyphens, and may have a scope before it.';
  return reason === undefined ? { packageName: text, modName } : { reason, suggestion: suggest(parts) };
}

/** The nearest name that fits. */
function suggest(parts: readonly string[]): string {
  const words = parts.map(fitting);
  const last = words.at(-1) ?? '';
  const name = (last === '' || TAKEN.includes(last) ? `${last}-mod`.replace(/^-/, 'my-') : last).slice(
    0,
    100,
  );
  const scope = words.length === 2 && words[0] !== '' ? `@${words[0]?.slice(0, 100)}/` : '';
  return `${scope}${name}`.replace(/-$/, '');
}

function fitting(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
