import { nearest } from '../pipeline/nearest.ts';
import { isRecord } from '../pipeline/read-package-json.ts';
import { MOD_SETTINGS_KEYS, type ModSettings, NO_SETTINGS, type SourceEntry } from './settings.ts';

/** Something in a settings file that is not as it must be. */
export interface SettingsProblem {
  /** The way from the top of the file, such as `['mods', 'sources', 0]`. */
  readonly path: readonly (string | number)[];
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** What a file says, without what was wrong. */
export interface ValidatedSettings {
  readonly mods: ModSettings;
  readonly problems: readonly SettingsProblem[];
}

/**
 * Reads the `mods` key of a parsed settings file. A wrong value costs itself and nothing else: the other entries count.
 * Keys outside `mods` belong to others and are not looked at.
 */
export function validateSettings(value: unknown): ValidatedSettings {
  const problems: SettingsProblem[] = [];
  const wrong = (path: readonly (string | number)[], expected: string): undefined => {
    problems.push({ path, severity: 'error', message: `${pathText(path)} is not ${expected}.` });
  };
  if (!isRecord(value)) {
    wrong([], 'an object');
    return { mods: NO_SETTINGS, problems };
  }
  const { mods = {} } = value;
  if (!isRecord(mods)) {
    wrong(['mods'], 'an object');
    return { mods: NO_SETTINGS, problems };
  }
  const list = <TItem>(
    key: string,
    read: (item: unknown, path: readonly (string | number)[]) => TItem | undefined,
  ) => {
    const { [key]: items = [] } = mods;
    if (!Array.isArray(items)) {
      wrong(['mods', key], 'an array');
      return [];
    }
    return items.flatMap((item, index) => read(item, ['mods', key, index]) ?? []);
  };
  const name = (item: unknown, path: readonly (string | number)[]): string | undefined =>
    typeof item === 'string' && item !== '' ? item : wrong(path, 'a text');
  const source = (item: unknown, path: readonly (string | number)[]): SourceEntry | undefined =>
    typeof item === 'string' ? { source: item } : sourceObject(item, path, wrong);
  for (const key of Object.keys(mods).filter((each) => !isKnown(each))) {
    const like = nearest(key, MOD_SETTINGS_KEYS);
    if (like === undefined) continue; // Another program's key, or a later version's.
    problems.push({
      path: ['mods', key],
      severity: 'warning',
      message: `mods.${key} is not known; did you mean ${like}?`,
    });
  }
  const { disableAll, minimumReleaseAge } = mods;
  if (disableAll !== undefined && typeof disableAll !== 'boolean')
    wrong(['mods', 'disableAll'], 'true or false');
  if (minimumReleaseAge !== undefined && typeof minimumReleaseAge !== 'string') {
    wrong(['mods', 'minimumReleaseAge'], 'a text such as "3d"');
  }
  return {
    mods: {
      sources: list('sources', source),
      paths: list('paths', name),
      disabled: list('disabled', name),
      enabled: list('enabled', name),
      ...(typeof disableAll === 'boolean' && { disableAll }),
      ...(typeof minimumReleaseAge === 'string' && { minimumReleaseAge }),
    },
    problems,
  };
}

/** An entry whose filter is wrong is left out whole: to load everything instead is not what its writer wants. */
function sourceObject(
  item: unknown,
  path: readonly (string | number)[],
  wrong: (path: readonly (string | number)[], expected: string) => undefined,
): SourceEntry | undefined {
  if (!isRecord(item)) return wrong(path, 'a text or an object');
  const { source, mods } = item;
  if (typeof source !== 'string') return wrong([...path, 'source'], 'a text');
  if (mods === undefined) return { source };
  if (!Array.isArray(mods)) return wrong([...path, 'mods'], 'an array');
  const bad = mods.findIndex((pattern) => typeof pattern !== 'string' || pattern === '');
  if (bad !== -1) return wrong([...path, 'mods', bad], 'a text');
  return { source, mods };
}

function isKnown(key: string): boolean {
  return (MOD_SETTINGS_KEYS as readonly string[]).includes(key);
}

/** `['mods', 'sources', 0]` as `mods.sources[0]`. */
function pathText(path: readonly (string | number)[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text === '' ? 'The file' : text.slice(1);
}
