import type { Diagnostic } from '@cmd-mods/mod-api';
import type { EffectiveSettings, SettingsFiles } from '../settings/combine-settings.ts';
import type { SettingsInMemory } from '../settings/read-settings.ts';
import type { Locations } from './locations.ts';
import type { SourceSummary } from './summarize-sources.ts';
import type { Dropped, ModEntry, SkillsPath } from './types.ts';

/** What is asked of a search for mods. */
export interface FindModsOptions {
  /** The folder in which the program was started. Default: the process's. */
  readonly cwd?: string;
  /** The person's home folder. Default: `$HOME`. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Files and folders given with `--mod`, relative to `cwd`. */
  readonly modPaths?: readonly string[];
  /** Names that no mod on disk can take: those of built-in mods, and of mods that the program brings itself. */
  readonly takenNames?: ReadonlyMap<string, 'builtin' | 'inline'>;
  /** A run without a screen: a project's own mods stay out, trusted or not. */
  readonly headless?: boolean;
  /** `--dangerously-skip-permissions`: the project's own mods and settings count, for this run. */
  readonly allowProject?: boolean;
  /** `--safe-mode`: nothing but built-in mods, not even `--mod`. */
  readonly safeMode?: boolean;
  /** Settings to use in place of the files. */
  readonly settings?: SettingsInMemory;
  /** What an earlier search read, for a reload: a file that broke meanwhile keeps its last good content. */
  readonly previousSettings?: SettingsFiles;
  /** `--verify`: compare every installed source with the lock; one that differs does not load. */
  readonly verify?: boolean;
  /** The API version to hold packages against. Default: this host's. */
  readonly apiVersion?: string;
}

/** Everything that was found and decided, before any foreign code ran. Plain data. */
export interface FoundMods {
  readonly locations: Locations;
  /** Whether the project's own settings and mods count at all; true where there is no project to distrust. */
  readonly isProjectTrusted: boolean;
  /** The mods to load, in order, built-in ones not among them. */
  readonly mods: readonly ModEntry[];
  readonly sources: readonly SourceSummary[];
  /** Folders of skills of the packages that load. */
  readonly skills: readonly SkillsPath[];
  readonly dropped: readonly Dropped[];
  readonly diagnostics: readonly Diagnostic[];
  readonly settings: EffectiveSettings;
  readonly settingsFiles: SettingsFiles;
}
