/** What settings files say about mods. Plain data. */

/** One entry of `mods.sources`. */
export interface SourceEntry {
  readonly source: string;
  /** Patterns that choose among the source's mods; without them, all load. */
  readonly mods?: readonly string[];
}

/** The `mods` key of one settings file, its strings and objects brought to one form. */
export interface ModSettings {
  readonly sources: readonly SourceEntry[];
  /** Files and folders to load in place. */
  readonly paths: readonly string[];
  /** Names of mods that stay off, whatever another file says. */
  readonly disabled: readonly string[];
  /** Names of opt-in built-in mods that are on. */
  readonly enabled: readonly string[];
  /** Switches off everything that is installed or dropped in. */
  readonly disableAll?: boolean;
  /** The youngest age that add and update take, such as `"3d"`. */
  readonly minimumReleaseAge?: string;
}

/** What a file without a `mods` key says. */
export const NO_SETTINGS: ModSettings = { sources: [], paths: [], disabled: [], enabled: [] };

/** The keys that a `mods` object may have. */
export const MOD_SETTINGS_KEYS = [
  'sources',
  'paths',
  'disabled',
  'enabled',
  'disableAll',
  'minimumReleaseAge',
] as const;

/** The three files, nearest first. */
export type SettingsLayer = 'local' | 'project' | 'user';
