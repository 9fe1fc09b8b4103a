import type { Diagnostic } from '@cmd-mods/mod-api';
import type { JsonValue } from '../lock/lock-file.ts';

/** Where a source is configured and installed: for one project, or for the person. */
export type ScopeName = 'project' | 'user';

/** The sources in one settings file, as a command reads and changes them. */
export interface SettingsWriter {
  /** The settings file, for messages. */
  readonly file: string;
  /**
   * The texts in `mods.sources`, in order; of an entry in object form its `source`. Called before anything is fetched:
   * throws `ModError` for a file that does not parse, so that such a file ends a command before it begins.
   */
  sources(): Promise<readonly string[]>;
  /** Appends the text; with `replaces`, puts it in the place of that text instead and keeps the entry's filter. */
  addSource(text: string, replaces?: string): Promise<void>;
  /** Takes out the entry with exactly this text. */
  removeSource(text: string): Promise<void>;
}

/** One scope of a command. */
export interface InstallScope {
  readonly name: ScopeName;
  /** The project's root, or home. Absolute. */
  readonly root: string;
  readonly settings: SettingsWriter;
  /** Whether what is configured here counts: always for the user, once trusted for a project. */
  readonly trusted: boolean;
}

/** What a folder offers. */
export interface OfferedMods {
  /** Names of its mods; empty when it has none. */
  readonly names: readonly string[];
  /** Where mods were looked for, for the message when there are none. */
  readonly lookedFor: readonly string[];
}

/** The scanner, as installing uses it. */
export interface ReachReader {
  /** What the mods in a folder can reach, as data that the lock keeps. */
  summarize(directory: string): Promise<JsonValue>;
  /** What `after` reaches that `before` did not; undefined when it is no more. `before` is undefined when nothing was recorded. */
  widened(before: JsonValue | undefined, after: JsonValue): JsonValue | undefined;
}

/** Something that takes time has begun. */
export interface InstallProgress {
  /** The source as configured. */
  readonly source: string;
  readonly phase:
    | 'waiting'
    | 'resolving'
    | 'fetching'
    | 'checking'
    | 'dependencies'
    | 'installing'
    | 'removing';
}

/** A point that an installation has passed. A test ends the process at each. */
export type InstallStep =
  | 'locked'
  | 'resolved'
  | 'fetched'
  | 'dependencies'
  | 'checked'
  | 'journal-written'
  | 'previous-moved'
  | 'tree-moved'
  | 'lock-written'
  | 'settings-written'
  | 'journal-deleted'
  | 'cleaned';

/** What the four functions are given of the world around them. */
export interface InstallIo {
  readonly env: NodeJS.ProcessEnv;
  /** The person's home folder. Absolute. */
  readonly home: string;
  /** The scopes there are: the project's first (outside a project there is none), then the user's. */
  readonly scopes: readonly InstallScope[];
  /** What a package folder, or a single file, offers. Throws `ModError` when its manifest cannot be read. */
  readonly offersMods: (path: string) => Promise<OfferedMods>;
  /** Left out while there is no scanner: then nothing is recorded and nothing asked. */
  readonly reach?: ReachReader;
  /** Told how far an install is. */
  readonly onProgress?: (progress: InstallProgress) => void;
  /** Told what is good to know and belongs to no one source: an `.npmrc` that cannot be read, an install put in order. */
  readonly onNotice?: (notice: Diagnostic) => void;
  /** Told of each step of an install once it is done. */
  readonly onStep?: (step: InstallStep) => void;
  /** Aborted on Ctrl+C. */
  readonly signal?: AbortSignal;
  /** The time that versions' ages are counted to; the real one when left out. */
  readonly now?: () => Date;
}

/** How young a version may be. */
export interface ReleaseAge {
  /** The setting `mods.minimumReleaseAge`, such as `"3d"`. */
  readonly minimumReleaseAge?: string;
  /** `--allow-young`: the setting does not count. */
  readonly allowYoung?: boolean;
}

/** An npm version or a git commit. */
export type Revision =
  | { readonly version: string }
  | { readonly commit: string; readonly refKind: 'commit' | 'tag' | 'branch' | 'default' };

/** What was done for one source in one scope. Plain data. */
export interface SourceOutcome {
  /** As the settings file has it, or shall have it. */
  readonly source: string;
  /** Empty for a text in settings that is no source. */
  readonly identity: string;
  readonly scope: ScopeName;
  /**
   * `installed`, `updated`, `removed`: done. `unchanged`: there was nothing to do. `linked`: a local source, which is
   * loaded where it stands. `held`: a newer one was not taken, and `error` says why. `failed`: `error` says why.
   * In a dry run the first three say what would be done.
   */
  readonly status: 'installed' | 'updated' | 'removed' | 'unchanged' | 'linked' | 'held' | 'failed';
  readonly dryRun: boolean;
  /** What was installed before. */
  readonly from?: Revision;
  /** What is installed now, or would be. */
  readonly to?: Revision;
  /** The folder, or the local file. */
  readonly path?: string;
  /** Names of the mods in it: those that came, or those that went. */
  readonly mods: readonly string[];
  /** Whether the registry's signature was checked; npm only. */
  readonly signature?: 'verified' | 'unsigned' | 'not-checked';
  /** What the mods can reach. */
  readonly reach?: JsonValue;
  /** What they can reach that those installed before could not. */
  readonly widened?: JsonValue;
  /** False in a project that is not trusted yet: what was done counts once it is. */
  readonly counts: boolean;
  readonly warnings: readonly Diagnostic[];
  readonly error?: Diagnostic;
}
