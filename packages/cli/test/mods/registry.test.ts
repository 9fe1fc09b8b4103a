import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modsScene } from './support/mods-scene.ts';

const ENTRY = {
  name: 'greeter',
  source: 'owner/greeter',
  description: 'Greets people',
  author: { name: 'Ada' },
  kinds: ['hook'],
};
const file = (...mods: readonly object[]) => `${JSON.stringify({ mods }, null, 2)}\n`;
const at = (content: string) => modsScene({ project: { '@/registry.json': content } });

describe('cmd mods registry validate', () => {
  it('has nothing to say of a good file, and exits 0', async () => {
    const { code, printed } = await at(file(ENTRY)).json(['registry', 'validate', 'registry.json']);
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: { schemaVersion: 1, entries: 1, findings: [] },
    });
  });

  it('names each fault with its line, and exits 1', async () => {
    const content = file({ ...ENTRY, name: 'Greeter Mod', kinds: ['hok'] });
    const { code, stdout } = await at(content).mods(['registry', 'validate', 'registry.json']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/registry\.json:4:\d+ error name-charset/);
    expect(stdout).toContain('Did you mean "hook"?');
  });

  it('a file that is not there is exit code 2', async () => {
    const { code, stderr } = await at(file()).mods(['registry', 'validate', 'missing.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('missing.json');
  });

  it('refuses a number of warnings that is none', async () => {
    const { code } = await at(file()).mods([
      'registry',
      'validate',
      'registry.json',
      '--max-warnings',
      'few',
    ]);
    expect(code).toBe(2);
  });
});

describe('cmd mods registry entry', () => {
  it('writes the entry of a package, with the kinds that the scanner finds', async () => {
    const manifest = {
      name: 'greeter',
      version: '1.0.0',
      description: 'Greets people',
      author: 'Ada',
      keywords: ['cmd-mod'],
    };
    const scene = modsScene({
      project: {
        '@/package.json': JSON.stringify(manifest),
        '@/index.ts':
          "export default (cmd) => cmd.addCommand({ name: 'greet', handler: () => ({ message: 'Hello' }) });\n",
      },
    });
    const { printed } = await scene.json(['registry', 'entry']);
    expect(printed.entry).toMatchObject({
      name: 'greeter',
      npm: 'greeter',
      kinds: ['command'],
      author: { name: 'Ada' },
    });
  });
});

describe('cmd mods registry build', () => {
  it('needs to be told where', async () => {
    const { code, stderr } = await at(file(ENTRY)).mods(['registry', 'build', 'registry.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('--out');
  });

  it('makes mods.json and the pages of the mods; a server that cannot be reached loses nothing', async () => {
    const scene = at(file(ENTRY));
    const env = { GITHUB_API_URL: 'http://127.0.0.1:9', CMD_MODS_DOWNLOADS_URL: 'http://127.0.0.1:9' };
    const { code } = await scene.mods(['registry', 'build', 'registry.json', '--out', 'hub'], { env });
    expect(code).toBe(0);
    const hub = JSON.parse(readFileSync(join(scene.project, 'hub/mods.json'), 'utf8'));
    expect(hub.mods).toMatchObject([{ name: 'greeter' }]);
    expect(existsSync(join(scene.project, 'hub/index.html'))).toBe(true);
  });
});
