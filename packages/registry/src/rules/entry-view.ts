import { type ModSource, packageIdentity, parseSource } from '@cmd-mods/loader';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { isRecord } from '../document/shape.ts';

/** One element of `mods` that is an object, with those of its fields that have the right type. */
export interface EntryView {
  readonly index: number;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly npm: string | undefined;
  readonly repo: string | undefined;
  readonly addedAt: string | undefined;
  readonly isOfficial: boolean;
  readonly source: string | undefined;
  /** `npm:<name>` or `git:<host>/<owner>/<repo>`, the same for every spelling; absent when there is no such source. */
  readonly identity: string | undefined;
  /** The source in the plainest spelling: nothing can be wrong with it. */
  readonly isPlain: boolean;
}

/** What became of the text of a source. */
export interface SourceReading {
  readonly parsed?: ModSource;
  readonly refused?: Diagnostic;
}

/** The entries of a registry's content; elements that are no objects are left out, the schema rule reports them. */
export function viewEntries(content: unknown): EntryView[] {
  const mods: readonly unknown[] = isRecord(content) && Array.isArray(content.mods) ? content.mods : [];
  const views: EntryView[] = [];
  mods.forEach((raw, index) => {
    if (isRecord(raw)) views.push(viewEntry(raw, index));
  });
  return views;
}

/** The names in `hidden`, in lower case. */
export function hiddenNames(content: unknown): ReadonlySet<string> {
  const hidden: readonly unknown[] = isRecord(content) && Array.isArray(content.hidden) ? content.hidden : [];
  return new Set(hidden.filter((name) => typeof name === 'string').map((name) => name.toLowerCase()));
}

function viewEntry(raw: Record<string, unknown>, index: number): EntryView {
  const source = text(raw.source);
  const plain = source === undefined ? undefined : plainIdentity(source);
  return {
    index,
    raw,
    name: text(raw.name),
    description: text(raw.description),
    kinds: texts(raw.kinds),
    tags: texts(raw.tags),
    npm: text(raw.npm),
    repo: text(raw.repo),
    addedAt: text(raw.addedAt),
    isOfficial: raw.official === true,
    source,
    identity: plain ?? identityOf(readSource(source)),
    isPlain: plain !== undefined,
  };
}

/**
 * The identity of a source in its plainest spelling, `npm:name`, `name`, `@scope/name` or `owner/repo`. Most sources are
 * written so, and understanding a source in full takes ten times as long; a property test holds the two ways against each other.
 */
function plainIdentity(source: string): string | undefined {
  if (source.length > 200) return undefined;
  if (PLAIN_REPOSITORY.test(source)) return `git:github.com/${source.toLowerCase()}`;
  if (!PLAIN_PACKAGE.test(source) || source.endsWith('node_modules')) return undefined;
  return source.startsWith('npm:') ? source : `npm:${source}`;
}

const PLAIN_PACKAGE = /^(?:npm:)?(?:@[a-z0-9][a-z0-9-]*\/)?[a-z0-9][a-z0-9-]*$/;
const PLAIN_REPOSITORY = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*\/[a-zA-Z0-9][a-zA-Z0-9-]*$/;

/** Understands a source, or says why it cannot be. */
export function readSource(source: string | undefined): SourceReading {
  if (source === undefined || source === '') return {};
  try {
    return { parsed: parseSource(source) };
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    return { refused: error.diagnostic };
  }
}

function identityOf({ parsed }: SourceReading): string | undefined {
  return parsed === undefined || parsed.kind === 'local' ? undefined : packageIdentity(parsed);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts; a list with anything else in it is the schema's business. */
function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}
