import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownUpdates } from '@cmd-mods/loader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modManifest, type Registry, startRegistry } from '../../../loader/test/support/verdaccio.ts';
import type { Io } from '../../src/io.ts';
import { type ModsScene, modsScene, QUIET } from './support/mods-scene.ts';

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());

/** Every test has packages of its own: the registry lives on. */
let counter = 0;
const fresh = () => `pack-${++counter}`;
const CONTENT = { files: { 'index.ts': QUIET } };

/** A scene whose person uses the registry of the test. */
function npmScene(layout: Parameters<typeof modsScene>[0] = {}): ModsScene {
  const made = modsScene({
    ...layout,
    home: { '@/.npmrc': `registry=${registry.url}\nfetch-retries=0\n`, ...layout.home },
  });
  const env = { PATH: process.env.PATH, npm_config_globalconfig: join(made.home, 'no-such-npmrc') };
  const mods: ModsScene['mods'] = (args, more: Partial<Io> = {}) => made.mods(args, { env, ...more });
  return {
    ...made,
    mods,
    json: async (args, more) => {
      const { code, stdout } = await mods([...args, '--json'], more);
      return { code, printed: stdout === '' ? undefined : JSON.parse(stdout) };
    },
  };
}

function settings(root: string): unknown {
  const file = join(root, '.commandcode/settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

describe('cmd mods add <npm package>', () => {
  it('installs it, says what came and how far it is; progress goes to stderr in plain lines', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.2.0'), CONTENT);
    const { code, stdout, stderr } = await at.mods(['add', name]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `Installed ${name} (project) at 1.2.0\n  mods: ${name}\n  in .commandcode/mods/.registry/npm/${name}\n  reaches: nothing, as far as the text shows\n`,
    );
    expect(stderr).toContain(`${name}: looking up the version\n`);
    expect(settings(at.project)).toEqual({ mods: { sources: [name] } });
    expect((await at.json(['list', '--verify', '--strict'])).printed.mods).toMatchObject([
      { name, scope: 'package', loaded: true, source: name },
    ]);
  });

  it('shows progress on a terminal as one line that is written anew', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    const { stderr } = await at.mods(['add', name], { isTerminal: true, columns: 60 });
    expect(stderr).toContain(`\r\u001b[K${name}: fetching`);
    expect(stderr).not.toContain('\n');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('-g installs for the user; so does a start at home, where there is no project', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    expect((await at.json(['add', name, '-g'])).printed.outcomes).toMatchObject([{ scope: 'user' }]);
    expect(settings(at.project)).toBeUndefined();
    expect((await at.json(['install', name, '--cwd', at.home])).printed.outcomes).toMatchObject([
      { scope: 'user', status: 'unchanged' },
    ]);
  });

  it('--dry-run says what would be installed, and changes nothing', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    const { code, stdout } = await at.mods(['add', name, '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Would install ${name} (project) at 1.0.0`);
    expect(existsSync(join(at.project, '.commandcode'))).toBe(false);
  });

  it('--json prints one object, and progress stays on stderr', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    expect(await at.json(['add', `npm:${name}@1.0.0`])).toEqual({
      code: 0,
      printed: {
        schemaVersion: 1,
        outcomes: [
          {
            source: `npm:${name}@1.0.0`,
            identity: `npm:${name}`,
            scope: 'project',
            status: 'installed',
            dryRun: false,
            to: { version: '1.0.0' },
            path: join(at.project, '.commandcode/mods/.registry/npm', name),
            mods: [name],
            signature: 'not-checked',
            reach: {
              reaches: [],
              unknown: [],
              hooks: [],
              events: [],
              adds: [],
              env: [],
              hosts: [],
              externals: [],
            },
            counts: true,
            warnings: [],
          },
        ],
        notices: [],
      },
    });
  });

  it('says in an untrusted project that it counts once trusted', async () => {
    const at = npmScene({ trusted: false });
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    const { code, stdout } = await at.mods(['add', name]);
    expect(code).toBe(0);
    expect(stdout).toContain('it counts once it is: cmd mods trust');
  });

  it('keeps to mods.minimumReleaseAge, unless --allow-young is given', async () => {
    const at = npmScene({ home: { 'settings.json': { mods: { minimumReleaseAge: '3d' } } } });
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    const { code, printed } = await at.json(['add', name]);
    expect({ code, error: printed.error.code }).toEqual({ code: 1, error: 'RELEASE_TOO_YOUNG' });
    expect((await at.mods(['add', name, '--allow-young'])).code).toBe(0);
  });

  it('does not install while it is unknown how old a version must be', async () => {
    const at = npmScene({ project: { 'settings.json': '{"mods": ' } });
    const { code, printed } = await at.json(['add', fresh(), '-g']);
    expect({ code, error: printed.error.code }).toEqual({ code: 1, error: 'SETTINGS_BROKEN' });
  });

  it.each([
    ['a package that the registry does not have', 'nobody-has-this', 1, 'NPM_NOT_FOUND'],
    ['a path at which nothing is', './missing', 1, 'SOURCE_LOCAL_MISSING'],
    ['an address of another protocol', 'http://example.org/owner/repo', 2, 'SOURCE_PROTOCOL'],
    ['a host without a prefix', 'example.org/owner/repo', 2, 'SOURCE_BARE_HOST'],
    ['a name that no package can have', 'Not A Name', 2, 'SOURCE_NPM_NAME'],
  ])('refuses %s', async (_what, source, code, error) => {
    const at = npmScene();
    const result = await at.mods(['add', source]);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(error) });
    expect(settings(at.project)).toBeUndefined();
  });

  it('fails for a package that holds no mods, says where it looked, and leaves nothing behind', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish({ name, version: '1.0.0', commandcode: { mods: [] } }, CONTENT);
    const { code, printed } = await at.json(['add', name]);
    expect(code).toBe(1);
    expect(printed).toMatchObject({
      schemaVersion: 1,
      error: {
        code: 'PACKAGE_NO_MODS',
        message: expect.stringContaining('commandcode.mods in package.json'),
      },
    });
    expect(existsSync(join(at.project, '.commandcode'))).toBe(false);
  });
});

describe('cmd mods add <path>', () => {
  it('links a local folder, relative to the folder of --cwd, and stores it relative to the project', async () => {
    const at = npmScene({ project: { '@/inner/pack/index.ts': QUIET } });
    const { code, stdout } = await at.mods(['add', './pack', '--cwd', 'inner']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        './inner/pack (project) is loaded where it stands\n  mods: pack\n  in pack\n  reaches: nothing, as far as the text shows\n',
    });
    expect(settings(at.project)).toEqual({ mods: { sources: ['./inner/pack'] } });
  });
});

describe('cmd mods update', () => {
  async function outdated(): Promise<{ readonly at: ModsScene; readonly name: string }> {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    await at.mods(['add', name]);
    await registry.publish(modManifest(name, '1.1.0'), CONTENT);
    return { at, name };
  }

  it('brings every source to the newest, and finds nothing to do the second time', async () => {
    const { at, name } = await outdated();
    expect(await at.mods(['update'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Updated ${name} (project) from 1.0.0 to 1.1.0`),
    });
    expect((await at.mods(['up'])).stdout).toBe(`${name} (project) is what it should be at 1.1.0\n`);
  });

  it('--dry-run says what is newer and changes nothing', async () => {
    const { at, name } = await outdated();
    expect((await at.mods(['update', '--dry-run'])).stdout).toContain(`Would update ${name} (project)`);
    expect((await at.json(['update', '--dry-run'])).printed.outcomes).toMatchObject([
      { status: 'updated', dryRun: true, from: { version: '1.0.0' }, to: { version: '1.1.0' } },
    ]);
  });

  it('leaves a note of what is newer for the next start, until it is installed', async () => {
    const { at, name } = await outdated();
    await at.mods(['update', '--dry-run']);
    expect(await knownUpdates(at.locations)).toMatchObject([{ source: name, from: '1.0.0', to: '1.1.0' }]);
    await at.mods(['update']);
    expect(await knownUpdates(at.locations)).toEqual([]);
  });

  it('takes one source in another spelling', async () => {
    const { at, name } = await outdated();
    expect((await at.json(['update', `npm:${name}`])).printed.outcomes).toMatchObject([
      { source: name, status: 'updated' },
    ]);
  });

  it('-g looks at the user alone', async () => {
    const { at } = await outdated();
    expect(await at.mods(['update', '-g'])).toMatchObject({
      code: 0,
      stdout: 'No sources are configured.\n',
    });
  });

  it('exits 1 for a source that is not configured, and names the nearest', async () => {
    const { at, name } = await outdated();
    const { code, stdout, stderr } = await at.mods(['update', `${name}x`]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Did you mean ${name}?`);
  });

  it('exits 2 for text that is no source', async () => {
    expect((await npmScene().mods(['update', 'http://example.org/a/b'])).code).toBe(2);
  });

  it('goes on after one that fails, and exits 1', async () => {
    const { at, name } = await outdated();
    const file = join(at.project, '.commandcode/settings.json');
    writeFileSync(file, JSON.stringify({ mods: { sources: ['nobody-has-this', name] } }));
    const { code, stdout, stderr } = await at.mods(['update']);
    expect(code).toBe(1);
    expect(stdout).toContain('Failed: nobody-has-this (project)');
    expect(stdout).toContain(`Updated ${name}`);
    expect(stderr).toContain('NPM_NOT_FOUND');
  });
});

describe('cmd mods ci', () => {
  it('installs what the lock says, not what is newest', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    await at.mods(['add', name]);
    await registry.publish(modManifest(name, '2.0.0'), CONTENT);
    const elsewhere = npmScene({
      project: Object.fromEntries(
        ['settings.json', 'mods.lock.json'].map((file) => [
          file,
          readFileSync(join(at.project, '.commandcode', file), 'utf8'),
        ]),
      ),
    });
    expect((await elsewhere.json(['ci'])).printed.outcomes).toMatchObject([
      { status: 'installed', to: { version: '1.0.0' } },
    ]);
    expect(await elsewhere.mods(['ci'])).toMatchObject({
      code: 0,
      stdout: `${name} (project) is what it should be at 1.0.0\n`,
    });
  });

  it('exits 1 without a lock', async () => {
    const { code, printed } = await npmScene().json(['ci']);
    expect({ code, error: printed.error.code }).toEqual({ code: 1, error: 'LOCK_MISSING' });
  });

  it('exits 1 when lock and settings disagree, and says how', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    await at.mods(['add', name]);
    writeFileSync(join(at.project, '.commandcode/settings.json'), '{}');
    const { code, stderr } = await at.mods(['ci']);
    expect(code).toBe(1);
    expect(stderr).toContain(`npm:${name} is not in the settings`);
  });
});

describe('cmd mods remove of an installed package', () => {
  it('takes it out of settings, lock and disk, by the name of one of its mods', async () => {
    const at = npmScene();
    const name = fresh();
    const manifest = { name, version: '1.0.0', commandcode: { mods: ['./one.ts', './two.ts'] } };
    await registry.publish(manifest, { files: { 'one.ts': QUIET, 'two.ts': QUIET } });
    await at.mods(['add', name]);
    expect(await at.mods(['remove', 'two'])).toMatchObject({
      code: 0,
      stdout: `Removed ${name} (project)\n  with it went: one, two\n`,
    });
    expect(settings(at.project)).toEqual({ mods: { sources: [] } });
    expect(existsSync(join(at.project, '.commandcode/mods/.registry/npm', name))).toBe(false);
  });
});

describe('what a package can reach', () => {
  const CALLS = {
    files: {
      'index.ts':
        "export default (cmd) => { cmd.on('turn_end', () => fetch('https://api.example.org/')); };\n",
    },
  };
  const REACH = {
    reaches: ['network'],
    unknown: [],
    hooks: [],
    events: ['turn_end'],
    adds: [],
    env: [],
    hosts: ['api.example.org'],
    externals: [],
  };

  /** Version 1.0.0 reaches nothing and is installed; 1.1.0 reaches the network. */
  async function widening(): Promise<{ readonly at: ModsScene; readonly name: string }> {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CONTENT);
    await at.mods(['add', name]);
    await registry.publish(modManifest(name, '1.1.0'), CALLS);
    return { at, name };
  }

  it('is shown when it is added, and kept in the lock', async () => {
    const at = npmScene();
    const name = fresh();
    await registry.publish(modManifest(name, '1.0.0'), CALLS);
    expect((await at.mods(['add', name])).stdout).toContain(
      '  reaches: network\n  observes: turn_end\n  hosts: api.example.org\n',
    );
    const lock = JSON.parse(readFileSync(join(at.project, '.commandcode/mods.lock.json'), 'utf8'));
    expect(lock.sources[`npm:${name}`].inspect).toEqual(REACH);
  });

  it('an update that reaches further changes nothing where nobody can answer, shows what is new, and exits 1', async () => {
    const { at, name } = await widening();
    const { code, stdout, stderr } = await at.mods(['update']);
    expect(code).toBe(1);
    expect(stdout).toContain(`${name} (project) was left as it is`);
    expect(stdout).toContain('  new: reaches: network\n');
    expect(stdout).toContain('  new: hosts: api.example.org\n');
    expect(stderr).toContain('INSTALL_WIDENS');
    expect((await at.json(['update'])).printed.outcomes).toMatchObject([
      {
        status: 'held',
        from: { version: '1.0.0' },
        to: { version: '1.1.0' },
        widened: { reaches: ['network'] },
      },
    ]);
  });

  it('--accept installs it', async () => {
    const { at } = await widening();
    expect(await at.json(['update', '--accept'])).toMatchObject({
      code: 0,
      printed: { outcomes: [{ status: 'updated', widened: { reaches: ['network'] } }] },
    });
  });

  it.each([
    ['a yes', 0, 0, '1.1.0'],
    ['a no', 1, 1, '1.0.0'],
    ['no answer', undefined, 1, '1.0.0'],
  ])('on a terminal it asks, and %s decides', async (_what, answer, code, version) => {
    const { at, name } = await widening();
    const asked: string[] = [];
    const choose = async (question: string) => {
      asked.push(question);
      return answer;
    };
    expect((await at.mods(['update'], { choose })).code).toBe(code);
    expect(asked).toEqual([expect.stringContaining('new: reaches: network')]);
    const lock = JSON.parse(readFileSync(join(at.project, '.commandcode/mods.lock.json'), 'utf8'));
    expect(lock.sources[`npm:${name}`].version).toBe(version);
  });

  it('--dry-run shows what is new, and asks nobody', async () => {
    const { at } = await widening();
    const choose = async () => {
      throw new Error('It asked.');
    };
    expect(await at.mods(['update', '--dry-run'], { choose })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('new: reaches: network'),
    });
  });
});
