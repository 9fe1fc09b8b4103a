import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { type Front, type FrontRules, startFront } from '../support/registry-front.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;
let front: Front;
let bench: Workbench;
let name: string;
let counter = 0;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());
beforeEach(async () => {
  counter += 1;
  name = `faulty-${counter}`;
  await registry.publish(modManifest(name, '1.0.0'));
});
afterEach(async () => {
  await front.stop();
  bench.dispose();
});

/** Installs 1.0.0 from the registry itself, then puts the faulty one in its place. */
async function behind(rules: FrontRules, npmrc = ''): Promise<void> {
  front = await startFront(registry.url, rules);
  bench = workbench({ npmrc: `registry=${registry.url}\nfetch-retries=0\n${npmrc}` });
  await bench.add(name);
  await registry.publish(modManifest(name, '2.0.0'));
  bench = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
}

const answer = (status: number, only = /./): FrontRules => ({
  answer: (request, response) => {
    if (!only.test(request.url ?? '')) return false;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"error":"no"}');
    return true;
  },
});
const tarballs = /\.tgz$/;

describe('a registry that fails', () => {
  it.each([
    ['answers 404', answer(404), 'NPM_NOT_FOUND'],
    ['answers 401', answer(401), 'NPM_AUTH'],
    ['answers 403', answer(403), 'NPM_AUTH'],
    ['answers 500', answer(500), 'NPM_UNREACHABLE'],
    ['answers 503 for the archive', answer(503, tarballs), 'NPM_UNREACHABLE'],
    ['has lost the archive', answer(404, tarballs), 'NPM_NOT_FOUND'],
    [
      'sends an archive with another content',
      { tarball: (archive) => Buffer.concat([archive, Buffer.from('x')]) },
      'NPM_INTEGRITY',
    ],
    [
      'sends half of an archive',
      { tarball: (archive) => archive.subarray(0, archive.length / 2) },
      'NPM_INTEGRITY',
    ],
    [
      'sends half of an archive for which it has no checksum',
      { ...withoutChecksums(), tarball: (archive) => archive.subarray(0, archive.length / 2) },
      'PACKAGE_ARCHIVE_BROKEN',
    ],
    [
      'sends something else for an archive without a checksum',
      { ...withoutChecksums(), tarball: () => Buffer.from('<html>') },
      'PACKAGE_ARCHIVE_BROKEN',
    ],
    ['cuts the line', { answer: (request) => request.socket.destroy() !== undefined }, 'NPM_UNREACHABLE'],
    ['sends no JSON', { answer: (_request, response) => response.end('<html>') !== undefined }, 'NPM_FAILED'],
    [
      'sends another package',
      { packument: (packument) => ({ ...packument, versions: {}, 'dist-tags': {} }) },
      'NPM_NO_VERSION',
    ],
  ] as [string, FrontRules, string][])(
    'that %s is reported in plain words, and the install stays',
    async (_what, rules, code) => {
      await behind(rules);
      const before = [bench.files(), bench.lock(), bench.sources()];
      const [outcome] = await bench.update();
      expect(outcome).toMatchObject({ status: 'failed', error: { code, severity: 'error' } });
      expect(outcome?.error?.message).toContain(name);
      expect(outcome?.error?.message).not.toContain('\n');
      expect([bench.files(), bench.lock(), bench.sources()]).toEqual(before);
      expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
    },
  );

  it('that says nothing is given up on after fetch-timeout', async () => {
    await behind({ answer: () => true }, 'fetch-timeout=300\n');
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'NPM_UNREACHABLE' } }]);
  });

  it('that stops in the middle of an archive is given up on after fetch-timeout', async () => {
    const stall: FrontRules = {
      answer: (request, response) => {
        if (!tarballs.test(request.url ?? '')) return false;
        response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '1000' });
        response.write('x');
        return true;
      },
    };
    await behind(stall, 'fetch-timeout=300\n');
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'NPM_UNREACHABLE' } }]);
  });

  it('that sends an archive without an end is given up on at the limit', async () => {
    let closed = false;
    const endless: FrontRules = {
      answer: (request, response) => {
        if (!tarballs.test(request.url ?? '')) return false;
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        const chunk = Buffer.alloc(100_000);
        // One chunk a turn: the side that reads lives in the same process.
        const archive = setInterval(() => response.writableNeedDrain || response.write(chunk), 0);
        response.on('close', () => {
          clearInterval(archive);
          closed = true;
        });
        return true;
      },
    };
    await behind(endless);
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'PACKAGE_TOO_LARGE' } }]);
    await expect.poll(() => closed).toBe(true);
  });

  it('once is asked again, as fetch-retries says', async () => {
    let failures = 0;
    const once: FrontRules = {
      answer: (request, response) => {
        if (!request.url?.startsWith(`/${name}`) || failures > 0) return false;
        failures += 1;
        response.writeHead(503);
        response.end();
        return true;
      },
    };
    await behind(once, 'fetch-retries=2\nfetch-retry-mintimeout=10\nfetch-retry-maxtimeout=20\n');
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
  });

  it('can be interrupted while it is waited for', async () => {
    await behind({ answer: () => true });
    const signal = AbortSignal.timeout(200);
    expect(await rejectionOf(bench.with({ signal }).update())).toMatchObject({ code: 'INSTALL_INTERRUPTED' });
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
  });

  it('a message never holds the password that is part of an address', async () => {
    await behind({});
    const env = { ...bench.io.env, npm_config_registry: 'http://me:hunter2@127.0.0.1:9/' };
    const [outcome] = await bench.with({ env }).update();
    expect(outcome?.error?.code).toBe('NPM_UNREACHABLE');
    expect(outcome?.error?.message).not.toContain('hunter2');
  });
});

describe("the registry's signature of a version", () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

  /** A registry that publishes its key, and signs versions as `sign` says. */
  const signing = (sign: (id: string, integrity: string) => string | undefined): FrontRules => ({
    answer: (request, response) => {
      if (request.url !== '/-/npm/v1/keys') return false;
      const keys = [
        {
          keyid: 'SHA256:test',
          keytype: 'ecdsa-sha2-nistp256',
          scheme: 'ecdsa-sha2-nistp256',
          key,
          expires: null,
        },
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ keys }));
      return true;
    },
    packument: (packument) => {
      for (const [version, manifest] of Object.entries(packument.versions ?? {})) {
        const sig = sign(`${packument.name}@${version}`, manifest.dist.integrity ?? '');
        if (sig !== undefined) manifest.dist.signatures = [{ keyid: 'SHA256:test', sig }];
      }
      return packument;
    },
  });
  const good = (id: string, integrity: string) =>
    createSign('SHA256').update(`${id}:${integrity}`).sign(privateKey, 'base64');

  it('that holds is reported as verified', async () => {
    await behind(signing(good));
    expect(await bench.update()).toMatchObject([{ status: 'updated', signature: 'verified' }]);
  });

  it('that is missing where the registry signs is reported as unsigned', async () => {
    await behind(signing(() => undefined));
    expect(await bench.update()).toMatchObject([{ status: 'updated', signature: 'unsigned' }]);
  });

  it('is reported as not checked where the registry has no keys', async () => {
    await behind({});
    expect(await bench.update()).toMatchObject([{ status: 'updated', signature: 'not-checked' }]);
  });

  it('that is of something else fails the install', async () => {
    await behind(signing((_id, integrity) => good('other@1.0.0', integrity)));
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'NPM_SIGNATURE' } }]);
  });
});

describe('a start', () => {
  it('list and a run ask no registry about installed packages: only what changes does', async () => {
    await behind({});
    await bench.remove(name);
    expect(front.requests).toEqual([]);
  });
});

function withoutChecksums(): FrontRules {
  return {
    packument: (packument) => {
      for (const manifest of Object.values(packument.versions ?? {})) {
        delete manifest.dist.integrity;
        delete manifest.dist.shasum;
      }
      return packument;
    },
  };
}
