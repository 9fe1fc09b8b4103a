import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modsScene } from './support/mods-scene.ts';

const SENDER = "export default (cmd) => { cmd.hooks({ onRunEnd: () => fetch('https://a.example') }); };\n";
const at = () => modsScene({ project: { '@/sender.ts': SENDER, '@/broken.ts': 'export default ((' } });

describe('cmd mods inspect', () => {
  it('says what a mod hooks and reaches, with the line', async () => {
    const { code, stdout } = await at().mods(['inspect', './sender.ts']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/network[\s\S]*sender\.ts:1:\d+/);
    expect(stdout).toContain('onRunEnd');
  });

  it('--json prints the report itself', async () => {
    const { code, printed } = await at().json(['inspect', './sender.ts']);
    expect(code).toBe(0);
    expect(printed).toMatchObject({
      schemaVersion: 1,
      hooks: [{ name: 'onRunEnd', mode: 'observes' }],
      reach: { network: { state: 'yes' }, process: { state: 'no' } },
      hosts: ['a.example'],
    });
  });

  it('a target that does not exist is exit code 2', async () => {
    const { code, stdout, stderr } = await at().mods(['inspect', './missing.ts']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('missing.ts');
  });

  it('a file that does not parse is named as unread, and --strict exits 1', async () => {
    const { code, stdout } = await at().mods(['inspect', './broken.ts', '--strict']);
    expect(code).toBe(1);
    expect(stdout).toContain('broken.ts');
  });

  it('--html writes a page beside the report', async () => {
    const scene = at();
    expect((await scene.mods(['inspect', './sender.ts', '--html', 'report.html'])).code).toBe(0);
    expect(readFileSync(join(scene.project, 'report.html'), 'utf8')).toContain('<html');
  });

  it('runs nothing of what it reads', async () => {
    const scene = modsScene({
      project: {
        '@/eager.ts':
          "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\nexport default () => {};\n",
      },
    });
    expect((await scene.mods(['inspect', './eager.ts'])).code).toBe(0);
    expect(existsSync(join(scene.project, 'ran'))).toBe(false);
  });
});
