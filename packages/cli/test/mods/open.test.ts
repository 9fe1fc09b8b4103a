import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../src/open-folder.ts';
import { modsScene } from './support/mods-scene.ts';

/** Keeps what would be opened. */
function opener(): { readonly opened: string[]; readonly openFolder: (path: string) => Promise<void> } {
  const opened: string[] = [];
  return { opened, openFolder: async (path) => void opened.push(path) };
}

describe('cmd mods open', () => {
  it.each([
    ["the project's folder", [], 'project'],
    ["the user's with --user", ['--user'], 'home'],
    ["the user's with -g", ['-g'], 'home'],
  ] as const)('opens %s, and makes it', async (_what, args, whose) => {
    const at = modsScene({});
    const { opened, openFolder } = opener();
    const folder = join(at[whose], '.commandcode/mods');
    expect(await at.mods(['open', ...args], { openFolder })).toEqual({
      code: 0,
      stdout: `Opened ${folder}\n`,
      stderr: '',
    });
    expect(opened).toEqual([folder]);
    expect(existsSync(folder)).toBe(true);
  });

  it('--path prints the folder, makes and opens nothing', async () => {
    const at = modsScene({});
    const folder = join(at.project, '.commandcode/mods');
    expect(await at.mods(['open', '--path'])).toEqual({ code: 0, stdout: `${folder}\n`, stderr: '' });
    expect(existsSync(folder)).toBe(false);
  });

  it('--json says where it is and what was done', async () => {
    const at = modsScene({});
    const path = join(at.project, '.commandcode/mods');
    expect((await at.json(['open'], opener())).printed).toEqual({
      schemaVersion: 1,
      path,
      created: true,
      opened: true,
    });
    expect((await at.json(['open', '--path'])).printed).toMatchObject({ created: false, opened: false });
  });

  it('exits 1 when the system has nothing to open it with, and says how to see the path', async () => {
    const at = modsScene({});
    const PATH = process.env.PATH;
    process.env.PATH = '';
    try {
      const { code, stderr } = await at.mods(['open'], { openFolder: (path) => openFolder(path, 'linux') });
      expect(code).toBe(1);
      expect(stderr).toContain('xdg-open did not open');
      expect(stderr).toContain('cmd mods open --path');
    } finally {
      process.env.PATH = PATH;
    }
  });

  it.each([
    ['linux', 'xdg-open'],
    ['darwin', 'open'],
    ['win32', 'explorer'],
  ] as const)('on %s asks %s to show the folder', async (platform, program) => {
    const tools = mkdtempSync(join(tmpdir(), 'opener-'));
    writeFileSync(join(tools, program), `#!/bin/sh\nprintf %s "$1" > "${tools}/opened"\n`, { mode: 0o755 });
    const PATH = process.env.PATH;
    process.env.PATH = `${tools}:${PATH}`;
    try {
      await openFolder('/some/folder with spaces', platform);
      expect(existsSync(join(tools, 'opened'))).toBe(true);
    } finally {
      process.env.PATH = PATH;
    }
  });

  it('takes an opener that fails at once for a failure', async () => {
    const tools = mkdtempSync(join(tmpdir(), 'opener-'));
    writeFileSync(join(tools, 'xdg-open'), '#!/bin/sh\nexit 4\n', { mode: 0o755 });
    const PATH = process.env.PATH;
    process.env.PATH = `${tools}:${PATH}`;
    try {
      const thrown = await openFolder('/x', 'linux').catch((error: unknown) => error);
      expect(ModError.isInstance(thrown) && thrown.diagnostic.message).toBe(
        'xdg-open did not open /x: exit code 4.',
      );
    } finally {
      process.env.PATH = PATH;
    }
  });
});
