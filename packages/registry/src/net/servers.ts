import { join } from 'node:path';
import { readNpmrc } from '@cmd-mods/loader';
import { isRecord } from '../document/shape.ts';
import type { RegistryIo } from '../io.ts';
import { type Answer, readAnswer, remembering } from './answer.ts';
import { Http, type HttpOptions } from './http.ts';
import { askNpm } from './npm.ts';
import { type NpmPackage, readPackument } from './npm-package.ts';

/** A repository on GitHub. */
export interface GithubRepository {
  /** `owner/repo` as it is called now. */
  readonly fullName: string;
  readonly stars: number;
  readonly isArchived: boolean;
  readonly defaultBranch: string;
  /** When it was last pushed to, as an ISO 8601 time. */
  readonly pushedAt: string;
  /** The SPDX id of its license, if GitHub knows one. */
  readonly license?: string;
}

/** The servers that know about mods. Nothing is asked twice, and nothing is thrown because one is away. */
export interface Servers {
  npmPackage(name: string): Promise<Answer<NpmPackage>>;
  /** How often a package was downloaded in the last month. */
  downloads(name: string): Promise<Answer<number>>;
  /** `slug` is `owner/repo`. */
  repository(slug: string): Promise<Answer<GithubRepository>>;
  /** The README of a repository's default branch, as Markdown. */
  readme(slug: string): Promise<Answer<string>>;
}

/** Ten seconds, as npm's own `fetch-timeout` when `.npmrc` sets none would be far too long. */
const TIMEOUT_MS = 10_000;

/** Prepares for asking: reads `.npmrc` and the variables, touches no network. */
export async function openServers(io: RegistryIo): Promise<Servers> {
  const { settings } = await readNpmrc({ home: io.home, env: io.env });
  const {
    timeout = TIMEOUT_MS,
    fetchRetries = 2,
    fetchRetryMintimeout = 500,
  } = settings as Record<string, number>;
  const { proxy, httpsProxy, noProxy, ca, cert, key, strictSSL } = settings;
  const options: HttpOptions = {
    cachePath: join(io.home, '.commandcode', 'cache', 'registry'),
    timeout,
    retries: fetchRetries,
    retryDelay: fetchRetryMintimeout,
    connection: withoutUndefined({ proxy: httpsProxy ?? proxy, noProxy, ca, cert, key, strictSSL }),
    ...(io.signal === undefined ? {} : { signal: io.signal }),
  };
  const http = new Http(options);
  const github = trimSlash(io.env.GITHUB_API_URL ?? 'https://api.github.com');
  const downloads = trimSlash(io.env.CMD_MODS_DOWNLOADS_URL ?? 'https://api.npmjs.org');
  const token = io.env.GITHUB_TOKEN;
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
  return {
    npmPackage: remembering(async (name) => readAnswer(await askNpm(name, settings, options), readPackument)),
    downloads: remembering(async (name) =>
      readAnswer(await http.json(`${downloads}/downloads/point/last-month/${name}`, {}), readDownloads),
    ),
    repository: remembering(async (slug) =>
      readAnswer(await http.json(`${github}/repos/${slug}`, headers), readRepository),
    ),
    readme: remembering(async (slug) =>
      readAnswer(
        await http.text(`${github}/repos/${slug}/readme`, {
          ...headers,
          accept: 'application/vnd.github.raw+json',
        }),
        ({ text }) => text,
      ),
    ),
  };
}

function readDownloads(data: unknown): number | undefined {
  const count = isRecord(data) ? data.downloads : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

function readRepository(data: unknown): GithubRepository | undefined {
  if (!isRecord(data) || typeof data.full_name !== 'string') return undefined;
  const { license } = data;
  const name = isRecord(license) ? license.spdx_id : undefined;
  return {
    fullName: data.full_name,
    stars: typeof data.stargazers_count === 'number' ? data.stargazers_count : 0,
    isArchived: data.archived === true,
    defaultBranch: typeof data.default_branch === 'string' ? data.default_branch : 'HEAD',
    pushedAt: typeof data.pushed_at === 'string' ? data.pushed_at : '',
    ...(typeof name === 'string' ? { license: name } : {}),
  };
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function withoutUndefined(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
