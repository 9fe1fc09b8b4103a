import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';

/** A published version: its package.json besides name and version, and its other files. */
export interface Published {
  readonly version?: string;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  /** What the registry adds to the description of the package. */
  readonly packument?: Readonly<Record<string, unknown>>;
  readonly downloads?: number;
}

/** A server that speaks npm's, GitHub's and the download counter's JSON. */
export interface World {
  readonly url: string;
  /** `GET /name` and the status, in the order in which they came. */
  readonly requests: string[];
  readonly packages: Map<string, Published>;
  /** `owner/repo` -> what GitHub says of it. */
  readonly repositories: Map<string, Readonly<Record<string, unknown>>>;
  readonly readmes: Map<string, string>;
  /** Asked first; answers itself when it gives true. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The variables with which programs find this server and no other. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export const MOD = 'export default (cmd) => cmd.hooks({ beforeToolCall: () => undefined });\n';

/** Starts one on a free port of loopback, empty. */
export async function startWorld(): Promise<World> {
  const world: Omit<World, 'url' | 'env' | 'stop'> & Partial<World> = {
    requests: [],
    packages: new Map(),
    repositories: new Map(),
    readmes: new Map(),
  };
  const server = createServer((request, response) => {
    response.on('close', () =>
      world.requests.push(`${request.method} ${request.url} ${response.statusCode}`),
    );
    if (world.intercept?.(request, response)) return;
    void answer(world as World, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(world, {
    url,
    env: {
      PATH: process.env.PATH ?? '',
      npm_config_registry: `${url}/npm/`,
      npm_config_fetch_retry_mintimeout: '1',
      npm_config_fetch_retry_maxtimeout: '5',
      npm_config_fetch_timeout: '2000',
      GITHUB_API_URL: `${url}/github`,
      CMD_MODS_DOWNLOADS_URL: `${url}/counts`,
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? '/', world.url).pathname);
  const archive = /^\/npm\/-\/archives\/(.+)\.tgz$/.exec(path)?.[1];
  if (archive !== undefined) {
    response.end(await archiveOf(archive, world.packages.get(archive) ?? {}));
    return;
  }
  const [, service, rest = ''] = /^\/(\w+)\/(.*)$/.exec(path) ?? [];
  if (service === 'npm' && world.packages.has(rest)) {
    sendJson(request, response, await packument(world, rest, world.packages.get(rest) ?? {}));
  } else if (service === 'counts') {
    const count = world.packages.get(rest.replace('downloads/point/last-month/', ''))?.downloads;
    if (count === undefined) send(response, 404, '{}');
    else sendJson(request, response, { downloads: count });
  } else if (service === 'github') {
    github(world, rest.replace(/^repos\//, ''), request, response);
  } else {
    send(response, 404, '{"error": "not found"}');
  }
}

function github(world: World, path: string, request: IncomingMessage, response: ServerResponse): void {
  const readme = world.readmes.get(path.replace(/\/readme$/, ''));
  const repository = world.repositories.get(path);
  if (path.endsWith('/readme') && readme !== undefined) send(response, 200, readme, request);
  else if (repository?.movedTo !== undefined) {
    response.writeHead(301, { location: `${world.url}/github/repos/${String(repository.movedTo)}` });
    response.end('{}');
  } else if (repository !== undefined) sendJson(request, response, { full_name: path, ...repository });
  else send(response, 404, '{"message": "Not Found"}');
}

async function packument(world: World, name: string, published: Published): Promise<object> {
  const { version = '1.0.0', manifest = {}, packument: more = {} } = published;
  const archive = await archiveOf(name, published);
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const dist = { tarball: `${world.url}/npm/-/archives/${encodeURIComponent(name)}.tgz`, integrity };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...packageJson(name, version, manifest), dist } },
    time: { [version]: '2026-10-01T12:00:00.000Z' },
    ...more,
  };
}

function packageJson(name: string, version: string, manifest: object): Record<string, unknown> {
  return {
    name,
    version,
    keywords: ['cmd-mod'],
    license: 'MIT',
    commandcode: { mods: ['./index.ts'] },
    ...manifest,
  };
}

async function archiveOf(
  name: string,
  { version = '1.0.0', manifest = {}, files = { 'index.ts': MOD } }: Published,
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-archive-'));
  try {
    const all = { 'package.json': JSON.stringify(packageJson(name, version, manifest)), ...files };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, 'package', file)), { recursive: true });
      writeFileSync(join(folder, 'package', file), text);
    }
    await create(
      { file: join(folder, 'a.tgz'), cwd: folder, gzip: true, portable: true, mtime: new Date(0) },
      ['package'],
    );
    return readFileSync(join(folder, 'a.tgz'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  send(response, 200, JSON.stringify(value), request);
}

/** With an ETag, and 304 for who has it already. */
function send(response: ServerResponse, status: number, body: string, request?: IncomingMessage): void {
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
  const isKnown = request?.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : status, { 'content-type': 'application/json', etag });
  response.end(isKnown ? undefined : body);
}
