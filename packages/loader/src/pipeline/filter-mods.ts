import picomatch from 'picomatch';
import { nearest } from './nearest.ts';

/** What a filter looks at: a mod's path in its package, and its name. */
export interface Filterable {
  readonly name: string;
  readonly relativePath: string;
}

/** What a filter left, what it took and by which pattern, and which patterns fit nothing. */
export interface Filtered<TMod> {
  readonly kept: readonly TMod[];
  readonly dropped: readonly { readonly mod: TMod; readonly by: string }[];
  readonly unmatched: readonly { readonly pattern: string; readonly nearest: string | undefined }[];
}

interface Pattern {
  readonly written: string;
  readonly kind: '-' | '+' | '!' | 'include';
  matches(mod: Filterable): boolean;
}

/**
 * Chooses among a source's mods. Whatever the order written: `-path` drops, beats everything; `+path` keeps what globs dropped;
 * `!glob` drops; with plain patterns, what matches none of them is dropped. Without plain patterns everything else stays.
 * Patterns are held against the path in the package and against the mod's name; `-` and `+` take a path or a name, no globs.
 */
export function filterMods<TMod extends Filterable>(
  mods: readonly TMod[],
  patterns: readonly string[],
): Filtered<TMod> {
  const parsed = patterns.map(parsePattern);
  const kept: TMod[] = [];
  const dropped: { readonly mod: TMod; readonly by: string }[] = [];
  for (const mod of mods) {
    const by = whyDropped(mod, parsed);
    if (by === undefined) kept.push(mod);
    else dropped.push({ mod, by });
  }
  const unmatched = parsed
    .filter((pattern) => !mods.some((mod) => pattern.matches(mod)))
    .map(({ written }) => ({ pattern: written, nearest: nearestMod(bare(written), mods) }));
  return { kept, dropped, unmatched };
}

function whyDropped(mod: Filterable, patterns: readonly Pattern[]): string | undefined {
  const first = (kind: Pattern['kind']): string | undefined =>
    patterns.find((pattern) => pattern.kind === kind && pattern.matches(mod))?.written;
  const forced = first('-');
  if (forced !== undefined) return forced;
  if (first('+') !== undefined) return undefined;
  const excluded = first('!');
  if (excluded !== undefined) return excluded;
  const includes = patterns.filter(({ kind }) => kind === 'include');
  if (includes.length === 0 || first('include') !== undefined) return undefined;
  return includes.map(({ written }) => written).join(', ');
}

function parsePattern(written: string): Pattern {
  const [sign = ''] = written;
  const kind = sign === '-' || sign === '+' || sign === '!' ? sign : 'include';
  const text = bare(written);
  const isExact = kind === '-' || kind === '+';
  const glob = isExact ? undefined : picomatch(text, { dot: true });
  return {
    written,
    kind,
    matches: ({ name, relativePath }) =>
      text === relativePath || text === name || (glob !== undefined && (glob(relativePath) || glob(name))),
  };
}

/** A pattern without its sign and a leading `./`. */
function bare(written: string): string {
  return written.replace(/^[!+-]/, '').replace(/^(\.\/)+/, '');
}

/** The mod that a pattern without a match most likely means: by path, by file name, or by name. */
function nearestMod(text: string, mods: readonly Filterable[]): string | undefined {
  const paths = mods.map(({ relativePath }) => relativePath);
  const byPath = nearest(text, paths);
  if (byPath !== undefined) return byPath;
  const byEnd = paths.find((path) => path.endsWith(`/${text}`) || path === `${text}.ts`);
  return (
    byEnd ??
    nearest(
      text,
      mods.map(({ name }) => name),
    )
  );
}
