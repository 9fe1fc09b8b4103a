/** What a registry file holds. The schemas in `schema/` say the same to a machine; a test keeps the two alike. */

/** What a mod can add, in the order in which an entry lists it. */
export const KINDS = ['tool', 'command', 'hook', 'provider', 'renderer', 'flag'] as const;

/** One of {@link KINDS}. */
export type Kind = (typeof KINDS)[number];

/** Who made a mod. */
export interface Author {
  readonly name: string;
  /** An http or https address. */
  readonly url?: string;
}

/** One mod of the registry. (Seed 001, "Listing a mod on the hub".) */
export interface Entry {
  /** ASCII kebab-case; unique in the registry. */
  readonly name: string;
  /** What `cmd mods add` takes: an npm package or a git repository. */
  readonly source: string;
  /** At most 240 code points, one line of plain text. */
  readonly description: string;
  readonly author: Author;
  /** At least one, each once. */
  readonly kinds: readonly Kind[];
  /** `owner/repo` on GitHub, or an https address. */
  readonly repo?: string;
  /** The published package, by its bare name. */
  readonly npm?: string;
  readonly tags?: readonly string[];
  /** The team maintains it. */
  readonly official?: boolean;
  /** `YYYY-MM-DD`, or an RFC 3339 date-time. */
  readonly addedAt?: string;
}

/** The whole file. */
export interface RegistryFile {
  readonly $schema?: string;
  readonly mods: readonly Entry[];
  /** Names of mods and of npm packages that the hub never shows. */
  readonly hidden?: readonly string[];
}
