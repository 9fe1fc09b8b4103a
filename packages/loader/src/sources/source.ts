/** What a source is, once its text has been understood. Plain data; nothing here touches the network or the disk. */

/** Which versions of an npm package are wanted. `version` is exact and pins the source; the others move on update. */
export interface NpmWant {
  readonly kind: 'version' | 'range' | 'tag';
  readonly value: string;
}

/** An npm package of the registry that `.npmrc` names for it. */
export interface NpmSource {
  readonly kind: 'npm';
  /** With its scope, such as `@team/guard`; lower case. */
  readonly name: string;
  /** The tag `latest` when the text names none. */
  readonly want: NpmWant;
}

/** A git repository. */
export interface GitSource {
  readonly kind: 'git';
  /** How git reaches it. `file` works only where `CMD_MODS_ALLOW_FILE_GIT=1` is set. */
  readonly protocol: 'https' | 'ssh' | 'file';
  /** Lower case, with a port unless it is the protocol's own; empty for `file`. */
  readonly host: string;
  /** The path's parts, without `.git` at the end: `['owner', 'repo']`, or more on hosts that know groups. */
  readonly path: readonly string[];
  /** A branch, a tag or a whole commit; left out for the default branch. */
  readonly ref?: string;
  /** The address that git is given: put together by us from the parts, never the text that came in. */
  readonly url: string;
}

/** A file or folder that is loaded where it stands. */
export interface LocalSource {
  readonly kind: 'local';
  /** As written: relative, absolute, or beginning with `~/`. */
  readonly path: string;
}

/** Where a package of mods comes from. */
export type ModSource = NpmSource | GitSource | LocalSource;

/** Where relative local paths start, and what `~` stands for. Both absolute. */
export interface PathBase {
  readonly root: string;
  readonly home: string;
}

/** Whether the source names one unchanging thing: an exact npm version or a whole git commit. */
export function isPinned(source: ModSource): boolean {
  if (source.kind === 'npm') return source.want.kind === 'version';
  return source.kind === 'git' && source.ref !== undefined && isCommit(source.ref);
}

/** Whether a ref is a whole commit id: 40 hexadecimal digits (SHA-1) or 64 (SHA-256). */
export function isCommit(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}
