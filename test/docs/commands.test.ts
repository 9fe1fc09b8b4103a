import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf, type CodeBlock, PAGES, ROOT } from './support/pages.ts';

const PROGRAM = join(ROOT, 'packages/cli/bin/cmd.js');

/** The pages whose commands can be tried one after the other, from top to bottom. */
const TUTORIALS = PAGES.filter((page) => page === 'README.md' || page.startsWith('docs/guide/'));

describe.each(TUTORIALS)('%s', { timeout: 120_000 }, (page) => {
  const blocks = blocksOf(page);
  const commands = blocks.filter(({ language, code }) => language === 'sh' && /^npx cmd /m.test(code));

  it.runIf(commands.length > 0)('shows commands that do what it says, with the files that it shows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
    mkdirSync(join(folder, 'home'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

    for (const [index, block] of blocks.entries()) {
      if (block.file !== undefined) save(folder, block);
      if (!commands.includes(block)) continue;
      const { stdout, stderr, status } = shell(folder, block.code);
      const place = `${page}:${block.line}\n${stderr}`;
      expect(status, place).toBe(0);
      const shown = blocks[index + 1];
      if (shown?.language === 'text') expect(stdout, place).toBe(shown.code);
    }
  });
});

function save(folder: string, { file = '', code }: CodeBlock): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), code);
}

function shell(folder: string, line: string) {
  const script = `set -e\nnpx() { shift; "${process.execPath}" "${PROGRAM}" "$@"; }\n${line}`;
  const home = join(folder, 'home');
  const env = { ...process.env, HOME: home, USERPROFILE: home, NO_COLOR: '1' };
  return spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
}
