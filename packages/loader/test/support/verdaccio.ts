import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from 'verdaccio';
import { packageEntries, type TarEntry, tarball } from './tarball.ts';

/** A real registry on loopback, empty at the start and with no uplink. */
export interface Registry {
  readonly url: string;
  /** Publishes a version: `files` are its files besides package.json, `entries` the archive's own entries instead. */
  publish(manifest: PackageManifest, content?: PublishContent): Promise<void>;
  /** Points a dist-tag at a version. */
  tag(name: string, tag: string, version: string): Promise<void>;
  stop(): Promise<void>;
}

/** The package.json of a published version. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** What a published archive holds. */
export interface PublishContent {
  readonly files?: Readonly<Record<string, string>>;
  readonly entries?: readonly TarEntry[];
  readonly tag?: string;
}

/** A package with one mod that its manifest names. */
export function modManifest(
  name: string,
  version: string,
  more: Record<string, unknown> = {},
): PackageManifest {
  return { name, version, commandcode: { mods: ['./index.ts'] }, ...more };
}

/** Starts verdaccio on a free port. `allow` is who may read: everybody, or people with a login. */
export async function startRegistry(allow: '$all' | '$authenticated' = '$all'): Promise<Registry> {
  const directory = mkdtempSync(join(tmpdir(), 'verdaccio-'));
  const server = (await runServer({
    storage: join(directory, 'storage'),
    self_path: directory,
    configPath: join(directory, 'config.yaml'),
    web: { enable: false },
    uplinks: {},
    max_body_size: '100mb',
    auth: { htpasswd: { file: join(directory, 'htpasswd'), max_users: 10 } },
    packages: { '**': { access: allow, publish: '$all', unpublish: '$all' } },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  } as unknown as Parameters<typeof runServer>[0])) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    publish: (manifest, content = {}) => publish(url, manifest, content),
    tag: (name, tag, version) => put(`${url}-/package/${escaped(name)}/dist-tags/${tag}`, version),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function publish(url: string, manifest: PackageManifest, content: PublishContent): Promise<void> {
  const { name, version } = manifest;
  const files = { 'index.ts': `export default () => {}; // ${version}\n`, ...content.files };
  const archive = tarball(
    content.entries ?? packageEntries({ 'package.json': JSON.stringify(manifest, null, 2), ...files }),
  );
  const file = `${name}-${version}.tgz`;
  const dist = {
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    shasum: createHash('sha1').update(archive).digest('hex'),
    tarball: `${url}${name}/-/${file}`,
  };
  await put(`${url}${escaped(name)}`, {
    _id: name,
    name,
    'dist-tags': { [content.tag ?? 'latest']: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: archive.toString('base64'),
        length: archive.length,
      },
    },
  });
}

async function put(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

function escaped(name: string): string {
  return name.replace('/', '%2f');
}
