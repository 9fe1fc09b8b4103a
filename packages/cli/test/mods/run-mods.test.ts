import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, runCli } from '../support/run-cli.ts';
import { type ModsScene, modsScene } from './support/mods-scene.ts';

/** A mod that shows that it loaded. */
const marked = (mark: string) =>
  `export default (cmd) => { cmd.hooks({ appendSystemPrompt: () => '${mark}' }); };\n`;

/** Runs one turn and gives the marks of the mods that had their say, in order. */
async function marks(at: ModsScene, ...args: readonly string[]): Promise<readonly string[]> {
  const trace = join(at.home, 'trace.jsonl');
  const { code, stderr } = await runCli(at, ['-p', 'hi', '--trace', trace, '--no-session', ...args]);
  expect(code, stderr).toBe(0);
  const request = lines(readFileSync(trace, 'utf8')).find(({ kind }) => kind === 'request');
  return String(request?.system).match(/mark-\w+/g) ?? [];
}

const BOTH = {
  home: { 'mods/yours.ts': marked('mark-yours') },
  project: { 'mods/ours.ts': marked('mark-ours'), '@/given.ts': marked('mark-given') },
};

describe('cmd -p loads', () => {
  it("user-scope and --mod mods, and leaves a trusted project's own out", async () => {
    expect(await marks(modsScene(BOTH), '--mod', 'given.ts')).toEqual(['mark-given', 'mark-yours']);
  });

  it.each([true, false])(
    "the project's own with --dangerously-skip-permissions (trusted: %s)",
    async (trusted) => {
      const at = modsScene({ ...BOTH, trusted });
      expect(await marks(at, '--dangerously-skip-permissions')).toEqual(['mark-ours', 'mark-yours']);
    },
  );

  it('built-in mods only with --safe-mode: not even --mod', async () => {
    expect(await marks(modsScene(BOTH), '--safe-mode', '--mod', 'given.ts')).toEqual([]);
  });

  it('nothing installed with disableAll, and --mod all the same', async () => {
    const at = modsScene({
      ...BOTH,
      home: { ...BOTH.home, 'settings.json': { mods: { disableAll: true } } },
    });
    expect(await marks(at, '--mod', 'given.ts')).toEqual(['mark-given']);
  });

  it('a --mod mod in place of an installed one of the same name', async () => {
    const at = modsScene({ ...BOTH, project: { '@/yours.ts': marked('mark-given') } });
    expect(await marks(at, '--mod', 'yours.ts')).toEqual(['mark-given']);
  });

  it('only the mods that CMD_MODS_ONLY names', async () => {
    const at = modsScene({ home: { 'mods/a.ts': marked('mark-a'), 'mods/b.ts': marked('mark-b') } });
    const { stderr, code } = await runCli(at, ['-p', 'hi', '--trace', 'trace.jsonl'], undefined, {
      env: { CMD_MODS_ONLY: 'b' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const trace = readFileSync(join(at.project, 'trace.jsonl'), 'utf8');
    expect(trace.match(/mark-\w/g)).not.toContain('mark-a');
  });
});

describe('cmd -p --verify', () => {
  const home = {
    'mods/.registry/npm/pack/package.json': { name: 'pack', version: '1.0.0' },
    'mods/.registry/npm/pack/index.ts': marked('mark-pack'),
    'settings.json': { mods: { sources: ['npm:pack'] } },
  };

  it('does not load a package that the lock does not vouch for', async () => {
    expect(await marks(modsScene({ home }))).toEqual(['mark-pack']);
    expect(await marks(modsScene({ home }), '--verify')).toEqual([]);
  });

  it('ends the command with --strict', async () => {
    const { code, stdout, stderr } = await runCli(modsScene({ home }), ['-p', 'hi', '--verify', '--strict']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('SOURCE_NOT_LOCKED');
  });
});

describe('cmd -p --mod', () => {
  it.each(['npm:pack', '@team/pack', 'git:owner/repo', 'https://example.org/owner/repo', 'owner/repo'])(
    'with the source %s is wrong usage: exit 2, nothing is fetched, and the hint says how to install it',
    async (source) => {
      const at = modsScene({});
      const { code, stdout, stderr } = await runCli(at, ['-p', 'hi', '--mod', source]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`cmd mods add ${source}`);
      expect(existsSync(join(at.project, '.commandcode'))).toBe(false);
    },
  );

  it('with a path at which nothing is ends before any mod is loaded', async () => {
    const at = modsScene({ home: { 'mods/loud.ts': 'throw new Error("I was loaded");' } });
    const { code, stderr } = await runCli(at, ['-p', 'hi', '--mod', './missing.ts']);
    expect(code).toBe(2);
    expect(stderr).toContain('./missing.ts');
    expect(stderr).not.toContain('I was loaded');
  });
});

describe('cmd -p --safe-mode', () => {
  it('does not look at --mod at all, so a path at which nothing is does no harm', async () => {
    const result = await runCli(modsScene({}), ['-p', 'hi', '--safe-mode', '--mod', './missing.ts']);
    expect(result).toEqual({ code: 0, stdout: 'hi\n', stderr: '' });
  });
});

describe('cmd -p, interrupted while a mod loads', () => {
  it('does not wait for it, and exits 130', async () => {
    const stop = new AbortController();
    const at = modsScene({ home: { 'mods/slow.ts': 'export default () => new Promise(() => {});' } });
    const running = runCli(at, ['-p', 'hi'], stop.signal);
    setTimeout(() => stop.abort(), 300);
    expect((await running).code).toBe(130);
  });
});
