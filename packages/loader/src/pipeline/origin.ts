import type { Origin, Scope } from './types.ts';

/** What `list` calls a mod's scope. */
export type ModScope = 'builtin' | 'flag' | 'project' | 'user' | 'package';

/** The scope that a mod of this origin is listed under. */
export function scopeOfOrigin(origin: Origin): ModScope {
  if (origin.kind === 'flag') return 'flag';
  return origin.kind === 'source' ? 'package' : origin.scope;
}

/** Whose settings and trust an origin depends on; `undefined` for what a person named on the command line. */
export function ownerOf(origin: Origin): Scope | undefined {
  return origin.kind === 'flag' ? undefined : origin.scope;
}

/** An origin in words, beside the file: `from npm:pack`, or the file itself. */
export function originText(origin: Origin, path: string): string {
  return origin.kind === 'source' ? `from ${origin.source}` : path;
}
