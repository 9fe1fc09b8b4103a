import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '@cmd-mods/mod-api';
import pMap from 'p-map';
import { readAuditFile } from '../audit/audit-file.ts';
import { registryDiagnostic, registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';
import type { Finding } from '../findings.ts';
import { currentTime, type RegistryIo } from '../io.ts';
import { openServers } from '../net/servers.ts';
import { readRegistryFile } from '../read-file.ts';
import { type EntryView, hiddenNames, viewEntries } from '../rules/entry-view.ts';
import { isHidden } from '../rules/offline/hidden.ts';
import { githubTargets } from '../rules/online/check-github.ts';
import type { Entry } from '../types.ts';
import { validateRegistry } from '../validate.ts';
import { HUB_FILE, type HubMod, readHubFile } from './hub-file.ts';
import { fetchLive, type LiveData } from './live.ts';
import { cardData } from './pages/card.ts';
import { feed, HEADERS, sitemap } from './pages/feeds.ts';
import { listPage, listPath, PAGE_SIZE } from './pages/list-page.ts';
import { modPage } from './pages/mod-page.ts';
import { renderReadme } from './readme.ts';
import { byDownloads, searchRows } from './search.ts';
import { openSiteFolder, type SiteFolder } from './site-folder.ts';

/** The options of `cmd mods registry build`. Paths are relative to `io.cwd`. */
export interface BuildRequest {
  readonly file: string;
  /** The folder of the hub; what an earlier build left there is taken into account. */
  readonly out: string;
  /** What `audit` wrote; without it the last scans are kept. */
  readonly audit?: string;
  /** Where the hub will be, for RSS and the sitemap; without it there are none. */
  readonly siteUrl?: string;
  /** Build though more than 5 % of the mods would go. */
  readonly allowLoss?: boolean;
  /** How many servers' answers to wait for at a time; 8 when left out. */
  readonly concurrency?: number;
}

/** What came of it. */
export interface BuildReport {
  readonly schemaVersion: 1;
  /** `refused`: too many mods would have gone, and nothing was touched. */
  readonly state: 'built' | 'refused';
  /** How many mods the hub has. */
  readonly mods: number;
  readonly pages: { readonly written: number; readonly kept: number; readonly removed: number };
  /** What is wrong with entries that were left out. */
  readonly findings: readonly Finding[];
  /** Mods whose live values are older, mods without a scan, a loss that was refused. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The greatest part of the mods that may go unasked. */
const LOSS = 0.05;

/**
 * Builds the hub: `mods.json`, and a site that needs no server program. A bad entry is reported and left out; a server that is away costs
 * no mod. Pages that would come out as they are stay untouched.
 *
 * @throws ModError when the registry, the audit or the last build cannot be read.
 */
export async function buildHub(request: BuildRequest, io: RegistryIo): Promise<BuildReport> {
  const out = resolve(io.cwd, request.out);
  const now = currentTime(io);
  const [{ views, findings }, last, audit] = await Promise.all([
    soundEntries(request.file, io),
    readHubFile(out),
    request.audit === undefined ? undefined : readAuditFile(request.audit, io),
  ]);
  const refused = lossOf(last?.mods ?? [], views);
  if (refused !== undefined && !request.allowLoss) {
    const pages = { written: 0, kept: 0, removed: 0 };
    const diagnostics = [registryDiagnostic('REGISTRY_LOSS', { message: refused })];
    return { schemaVersion: 1, state: 'refused', mods: views.length, pages, findings, diagnostics };
  }
  const before = new Map(last?.mods.map((mod) => [mod.name, mod]));
  const scans = new Map(audit?.mods.map((mod) => [`${mod.name}\n${mod.source}`, mod]));
  const servers = await openServers(io);
  const diagnostics: Diagnostic[] = [];
  let done = 0;
  const built = await pMap(
    views,
    async (view) => {
      const entry = view.raw as unknown as Entry;
      const previous = sameSource(before.get(entry.name), entry);
      const data = await fetchLive(view, servers, previous?.live, now);
      const scan = scans.get(`${entry.name}\n${entry.source}`);
      const reach = scan !== undefined && 'reach' in scan ? scan.reach : previous?.reach;
      if (data.trouble !== undefined) diagnostics.push(stale(entry.name, data.trouble));
      if (scan !== undefined && 'error' in scan) diagnostics.push(unscanned(entry.name, scan.error));
      done += 1;
      io.onProgress?.(`asked about ${done} of ${views.length} mods`);
      const mod: HubMod = { ...entry, ...(data.live && { live: data.live }), ...(reach && { reach }) };
      return { mod, data, view };
    },
    { concurrency: request.concurrency ?? 8, ...(io.signal === undefined ? {} : { signal: io.signal }) },
  );
  const site = await openSiteFolder(out, await templateVersion());
  await writeModPages(site, built, out, request.siteUrl !== undefined);
  await writeLists(
    site,
    built.map(({ mod }) => mod),
    out,
    request.siteUrl,
    now,
  );
  const pages = await site.finish();
  diagnostics.sort((one, other) => one.message.localeCompare(other.message, 'en'));
  return { schemaVersion: 1, state: 'built', mods: built.length, pages, findings, diagnostics };
}

/** The exit code: 1 for a refused loss, and with `--strict` for anything that was left out. */
export function buildExitCode({ state, findings }: BuildReport, strict = false): 0 | 1 {
  return state === 'refused' || (strict && findings.length > 0) ? 1 : 0;
}

/** The entries that the hub shows, and what is wrong with those that it does not. */
async function soundEntries(
  file: string,
  io: RegistryIo,
): Promise<{ views: EntryView[]; findings: Finding[] }> {
  const [{ document }, { report }] = await Promise.all([
    readRegistryFile(file, io),
    validateRegistry({ file }, io),
  ]);
  const { content } = document;
  if (!isRecord(content) || !Array.isArray(content.mods)) {
    throw registryError('REGISTRY_BROKEN', { message: `${file} has no list of mods.`, where: { file } });
  }
  const hidden = hiddenNames(content);
  const findings = report.findings.filter(({ severity }) => severity === 'error');
  const bad = new Set(findings.map(({ path }) => /^(?:\/mods)?\/(\d+)/.exec(path)?.[1]));
  const views = viewEntries(content).filter(
    (view) => !bad.has(String(view.index)) && !isHidden(view, hidden),
  );
  return { views, findings: findings.filter(({ rule }) => rule !== 'hidden-conflict') };
}

/** What is to be said when too many of the mods would go. */
function lossOf(before: readonly HubMod[], views: readonly EntryView[]): string | undefined {
  const names = new Set(views.map(({ name }) => name));
  const lost = before.filter(({ name }) => !names.has(name));
  if (lost.length <= before.length * LOSS) return undefined;
  return `${lost.length} of ${before.length} mods would go; nothing was changed.`;
}

/** Values of another source under the same name are not those of this mod. */
function sameSource(previous: HubMod | undefined, { source }: Entry): HubMod | undefined {
  return previous?.source === source ? previous : undefined;
}

interface Built {
  readonly mod: HubMod;
  readonly data: LiveData;
  readonly view: EntryView;
}

async function writeModPages(
  site: SiteFolder,
  built: readonly Built[],
  out: string,
  hasFeed: boolean,
): Promise<void> {
  for (const { mod, data, view } of built) {
    const path = `mods/${mod.name}/index.html`;
    const { fetchedAt, ...shown } = mod.live ?? { fetchedAt: '' };
    const live = mod.live?.stale ? mod.live : shown;
    const key = digest(JSON.stringify([{ ...mod, live }, data.readme ?? '', hasFeed]));
    if (site.isCurrent(path, key) && existsSync(join(out, path))) {
      site.keep(path, key);
      continue;
    }
    const slug = githubTargets(view)[0]?.slug;
    const readme =
      data.readme === undefined
        ? undefined
        : await renderReadme(data.readme, slug === undefined ? {} : { slug });
    await site.write(path, modPage(mod, readme, hasFeed), key);
  }
}

async function writeLists(
  site: SiteFolder,
  mods: readonly HubMod[],
  out: string,
  siteUrl: string | undefined,
  now: Date,
): Promise<void> {
  const ordered = byDownloads(mods);
  const pages = Math.max(1, Math.ceil(ordered.length / PAGE_SIZE));
  const hasFeed = siteUrl !== undefined;
  const files: [path: string, content: string][] = [
    ['search.json', `${JSON.stringify(searchRows(mods))}\n`],
    ['_headers', HEADERS],
    ['assets/site.css', await asset('site.css')],
    ['assets/site.js', await asset('site.js')],
  ];
  for (let page = 1; page <= pages; page += 1) {
    const cards = ordered.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(cardData);
    files.push([listPath(page), listPage(cards, page, ordered.length, hasFeed)]);
  }
  if (siteUrl !== undefined) {
    const base = `${siteUrl.replace(/\/+$/, '')}/`;
    files.push(['feed.xml', feed(mods, base)], ['sitemap.xml', sitemap(mods, base)]);
  }
  for (const [path, content] of files) {
    const key = digest(content);
    if (site.isCurrent(path, key) && existsSync(join(out, path))) site.keep(path, key);
    else await site.write(path, content, key);
  }
  // Last: whoever sees the new list finds the pages that it names.
  const hub = { schemaVersion: 1, generatedAt: now.toISOString(), mods };
  await site.write(HUB_FILE, `${JSON.stringify(hub, null, 2)}\n`, '');
}

function stale(name: string, trouble: string): Diagnostic {
  return registryDiagnostic('REGISTRY_STALE', {
    message: `${name} keeps its last values: ${trouble}.`,
    mod: name,
  });
}

function unscanned(name: string, error: string): Diagnostic {
  return registryDiagnostic('REGISTRY_UNSCANNED', {
    message: `${name} keeps its last scan: ${error}`,
    mod: name,
  });
}

function asset(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../assets/${name}`, import.meta.url)), 'utf8');
}

/** Changes whenever the pages would look different: with the version of this package. */
async function templateVersion(): Promise<string> {
  const packageJson = await readFile(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
  return digest(packageJson);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
