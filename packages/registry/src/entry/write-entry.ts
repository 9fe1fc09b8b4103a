import { resolve } from 'node:path';
import { BUILTIN_NAMES } from '../builtin-names.ts';
import { readDocument } from '../document/registry-document.ts';
import { type Finding, locateProblems } from '../findings.ts';
import { currentTime, type RegistryIo, type Scan } from '../io.ts';
import { viewEntries } from '../rules/entry-view.ts';
import { checkOffline } from '../rules/offline/checks.ts';
import { foundKinds } from '../rules/online/honest-kinds.ts';
import { githubSlug } from '../rules/online/slugs.ts';
import type { RuleId } from '../rules/table.ts';
import { scanWithInspect } from '../scan.ts';
import { registryValidator } from '../schema/validators.ts';
import { type Entry, KINDS, type Kind } from '../types.ts';
import { type PackageJson, readPackageJson } from './package-json.ts';

/** The options of `cmd mods registry entry`. */
export interface EntryRequest {
  /** The package's folder; `io.cwd` when left out. */
  readonly path?: string;
  /** The scanner when left out. */
  readonly scan?: Scan;
}

/** What `--json` prints. What package.json does not say is missing in the entry, and the findings say so. */
export interface EntryReport {
  readonly schemaVersion: 1;
  readonly entry: Partial<Entry>;
  /** Lines and columns count in `renderEntry(entry)`. */
  readonly findings: readonly Finding[];
}

/**
 * Writes the registry entry of a package from its package.json and from what its mods register, and validates it. Nothing of
 * the package runs. Throws `ModError` when there is no package.json that can be read.
 */
export async function writeEntry(
  { path = '.', scan = scanWithInspect }: EntryRequest,
  io: RegistryIo,
): Promise<EntryReport> {
  const folder = resolve(io.cwd, path);
  const packageJson = await readPackageJson(folder);
  const kinds = foundKinds(await scan(folder));
  const entry = entryOf(packageJson, kinds, currentTime(io));
  return { schemaVersion: 1, entry, findings: await checkEntryText('entry', renderEntry(entry), io) };
}

/** The entry as it stands in a registry file, ready to paste; ends with a newline. */
export function renderEntry(entry: Partial<Entry>): string {
  const text = JSON.stringify(entry, null, 2);
  // Short lists stay on one line, as the format rule allows.
  return `${text.replace(/\[\n\s+("[^\]]*")\n\s+\]/g, (_, items: string) => `[${items.replace(/,\n\s+/g, ', ')}]`)}\n`;
}

function entryOf(packageJson: PackageJson, found: readonly Kind[], now: Date): Partial<Entry> {
  const { name, description, author, repository, keywords, isPrivate } = packageJson;
  const slug = repository === undefined ? undefined : githubSlug(repository);
  const published = isPrivate ? undefined : name;
  const source = published ?? slug;
  const claimed = KINDS.filter((kind) => keywords.includes(`cmd-mod-${kind}`));
  const tags = [...new Set(keywords.map((word) => word.trim().toLowerCase()))].filter(
    (word) => word !== '' && !word.startsWith('cmd-mod'),
  );
  return {
    ...(name === undefined ? {} : { name: name.replace(/^@[^/]*\//, '') }),
    ...(source === undefined ? {} : { source }),
    ...(description === undefined ? {} : { description }),
    ...(author === undefined ? {} : { author }),
    kinds: found.length > 0 ? found : claimed,
    ...(slug === undefined ? {} : { repo: slug }),
    ...(published === undefined ? {} : { npm: published }),
    ...(tags.length === 0 ? {} : { tags }),
    addedAt: now.toISOString().slice(0, 10),
  };
}

/**
 * Holds one entry, as a file has it, against the rules for a registry. What is about the list around it (order, layout, names that
 * others have) is not asked.
 */
export async function checkEntryText(file: string, text: string, io: RegistryIo): Promise<Finding[]> {
  const document = readDocument(file, text);
  const broken = document.problems.filter(
    ({ rule }) => rule === 'json-syntax' || rule === 'json-duplicate-key',
  );
  if (broken.length > 0) return locateProblems(document, broken);
  // An entry alone is no registry, and here it need not be one: only what is wrong inside of it counts.
  const content = { mods: [JSON.parse(document.text)] };
  const alone = {
    ...document,
    content,
    filePath: (path: readonly (string | number)[]) => path.slice(2),
    problems: [],
  };
  const views = viewEntries(content);
  const problems = checkOffline({
    document: alone,
    entries: views,
    bySeniority: views,
    hidden: new Set(),
    builtinNames: BUILTIN_NAMES,
    now: currentTime(io),
    validate: await registryValidator(),
  });
  return locateProblems(
    alone,
    problems.filter(({ rule }) => !OF_THE_LIST.has(rule)),
  );
}

/** Rules about the list that an entry goes into, and about its layout there. */
const OF_THE_LIST: ReadonlySet<RuleId> = new Set<RuleId>(['format', 'entry-order', 'file-size']);
