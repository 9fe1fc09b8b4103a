/**
 * The plain data that passes from step to step. Paths are absolute and as a person wrote them, so links keep their names;
 * `realFile` is what a file is once every link is followed.
 */

import type { Diagnostic } from '@cmd-mods/mod-api';

/** Whose settings and folders: the project's or the user's. */
export type Scope = 'project' | 'user';

/** Where a mod that is found on disk comes from. */
export type Origin =
  | { readonly kind: 'flag' }
  | { readonly kind: 'drop-in'; readonly scope: Scope }
  | {
      readonly kind: 'path';
      readonly scope: Scope;
      /** As the settings file has it. */
      readonly written: string;
      readonly settingsFile: string;
    }
  | {
      readonly kind: 'source';
      readonly scope: Scope;
      /** As the settings file has it. */
      readonly source: string;
      /** The same for every spelling of the source. */
      readonly identity: string;
      /** Which of its mods to load; without it, all. */
      readonly filter?: readonly string[];
    };

/** A file or folder that may hold mods. */
export interface Candidate {
  readonly path: string;
  readonly origin: Origin;
}

/** What the package asks of the host: a range of API versions, and where it says so. */
export interface ApiRange {
  readonly range: string;
  /** Which key of package.json says it. */
  readonly key: string;
  readonly file: string;
}

/** One mod as found, not yet imported. */
export interface ModEntry {
  readonly name: string;
  readonly file: string;
  readonly realFile: string;
  /** The file relative to its package or folder, with forward slashes: what a filter's patterns are held against. */
  readonly relativePath: string;
  readonly origin: Origin;
  readonly apiRange?: ApiRange;
}

/** A folder of skills that a package ships, and the package's name. */
export interface SkillsPath {
  readonly path: string;
  readonly package: string;
  readonly origin: Origin;
}

/** Why something did not load. Each is explained in docs/loading.md. */
export type DropReason =
  | 'missing'
  | 'no-mods'
  | 'helper'
  | 'not-a-mod'
  | 'not-trusted'
  | 'headless'
  | 'safe-mode'
  | 'disable-all'
  | 'settings-unreadable'
  | 'shadowed'
  | 'filtered'
  | 'duplicate'
  | 'disabled'
  | 'name-taken'
  | 'not-selected'
  | 'does-not-fit'
  | 'changed'
  | 'failed';

/** Something that was found and does not load. */
export interface Dropped {
  /** The mod's name, where it has one. */
  readonly name?: string;
  readonly path: string;
  readonly origin: Origin;
  readonly reason: DropReason;
  /** What decided it: a pattern, a settings file, or the path of what came first. */
  readonly by?: string;
}

/** What a step that looks at things one by one says of them. */
export interface StepResult<TKept> {
  readonly kept: readonly TKept[];
  readonly dropped: readonly Dropped[];
  readonly diagnostics: readonly Diagnostic[];
}
