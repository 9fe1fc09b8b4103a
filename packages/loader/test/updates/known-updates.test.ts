import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  formatLock,
  type InstallScope,
  knownUpdates,
  knownUpdatesFile,
  type LockFile,
  rememberUpdates,
  type SourceOutcome,
  scopePaths,
} from '../../src/index.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';

interface Place {
  readonly home: string;
  readonly projectRoot: string;
  readonly scopes: readonly InstallScope[];
}

function place(): Place {
  const root = mkdtempSync(join(tmpdir(), 'cmd-mods-updates-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, projectRoot] = [join(root, 'home'), join(root, 'project')];
  const scope = (name: InstallScope['name'], at: string) =>
    ({ name, root: at, trusted: true }) as InstallScope;
  return { home, projectRoot, scopes: [scope('project', projectRoot), scope('user', home)] };
}

const COMMIT = { old: 'a'.repeat(40), new: 'b'.repeat(40) };
const NPM = { source: 'pack', integrity: 'sha512-x', version: '1.0.0' };
const GIT = { source: 'owner/repo', integrity: 'sha512-x', commit: COMMIT.old, refKind: 'default' } as const;

function installed(root: string, sources: LockFile['sources']): void {
  const { lockFile } = scopePaths(root);
  mkdirSync(dirname(lockFile), { recursive: true });
  writeFileSync(lockFile, formatLock(sources));
}

function outcome(more: Partial<SourceOutcome> = {}): SourceOutcome {
  return {
    source: 'pack',
    identity: 'npm:pack',
    scope: 'user',
    status: 'updated',
    dryRun: true,
    from: { version: '1.0.0' },
    to: { version: '1.1.0' },
    mods: [],
    counts: true,
    warnings: [],
    ...more,
  };
}

describe('what an update finds and does not install', () => {
  it('is known at the next start: versions and commits, of the user and of this project', async () => {
    const at = place();
    installed(at.home, { 'npm:pack': NPM });
    installed(at.projectRoot, { 'git:github.com/owner/repo': GIT });
    const git = outcome({
      source: 'owner/repo',
      identity: 'git:github.com/owner/repo',
      scope: 'project',
      from: { commit: COMMIT.old, refKind: 'default' },
      to: { commit: COMMIT.new, refKind: 'default' },
    });
    await rememberUpdates([outcome(), git], at);
    expect(await knownUpdates(at)).toEqual([
      { root: at.home, identity: 'npm:pack', source: 'pack', from: '1.0.0', to: '1.1.0' },
      {
        root: at.projectRoot,
        identity: 'git:github.com/owner/repo',
        source: 'owner/repo',
        from: COMMIT.old,
        to: COMMIT.new,
      },
    ]);
    expect(await knownUpdates({ ...at, projectRoot: '/elsewhere' })).toMatchObject([{ source: 'pack' }]);
  });

  it('is a version that was held back, too', async () => {
    const at = place();
    installed(at.home, { 'npm:pack': NPM });
    await rememberUpdates([outcome({ status: 'held', dryRun: false })], at);
    expect(await knownUpdates(at)).toHaveLength(1);
  });

  it.each([
    ['it was installed', outcome({ dryRun: false })],
    ['there is nothing newer', outcome({ status: 'unchanged', to: { version: '1.0.0' } })],
  ])('is known no more once %s', async (_when, later) => {
    const at = place();
    installed(at.home, { 'npm:pack': NPM });
    await rememberUpdates([outcome()], at);
    await rememberUpdates([later], at);
    expect(JSON.parse(readFileSync(knownUpdatesFile(at.home), 'utf8'))).toEqual({ updates: [] });
  });

  it('stays known when an update of it failed, or was about another', async () => {
    const at = place();
    installed(at.home, { 'npm:pack': NPM });
    await rememberUpdates([outcome()], at);
    await rememberUpdates(
      [outcome({ status: 'failed' }), outcome({ identity: 'npm:b', status: 'unchanged' })],
      at,
    );
    expect(await knownUpdates(at)).toHaveLength(1);
  });

  it.each([
    ['removed', {}],
    ['brought up to date in another way', { 'npm:pack': { ...NPM, version: '1.1.0' } }],
  ])('is not said of what was %s meanwhile', async (_what, sources) => {
    const at = place();
    installed(at.home, { 'npm:pack': NPM });
    await rememberUpdates([outcome()], at);
    installed(at.home, sources);
    expect(await knownUpdates(at)).toEqual([]);
  });

  it('leaves no file behind when there is nothing newer', async () => {
    const at = place();
    await rememberUpdates([outcome({ status: 'unchanged' })], at);
    expect(existsSync(knownUpdatesFile(at.home))).toBe(false);
    expect(await knownUpdates(at)).toEqual([]);
  });

  it.each(['no JSON', '[]', '{"updates": 1}', '{"updates": [1, {"root": "x"}, null]}'])(
    'counts as nothing when the note is %j, and is written anew',
    async (text) => {
      const at = place();
      installed(at.home, { 'npm:pack': NPM });
      mkdirSync(dirname(knownUpdatesFile(at.home)), { recursive: true });
      writeFileSync(knownUpdatesFile(at.home), text);
      expect(await knownUpdates(at)).toEqual([]);
      await rememberUpdates([outcome()], at);
      expect(await knownUpdates(at)).toHaveLength(1);
    },
  );

  it('says why it cannot be kept', async () => {
    const at = place();
    mkdirSync(at.home);
    writeFileSync(join(at.home, '.commandcode'), 'a file where a folder should be');
    expect(await rejectionOf(rememberUpdates([outcome()], at))).toMatchObject({
      code: 'SETTINGS_NOT_WRITABLE',
      message: expect.stringContaining(knownUpdatesFile(at.home)),
    });
  });
});
