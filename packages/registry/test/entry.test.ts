import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEntry, writeEntry } from '../src/index.ts';
import { ioIn, temporaryFolder, validateText } from './support/workbench.ts';

async function entryOf(
  packageJson: object | string,
  code = 'export default (cmd) => cmd.hooks({ onStop: () => undefined });\n',
) {
  const cwd = temporaryFolder();
  const files = {
    'pkg/package.json': typeof packageJson === 'string' ? packageJson : JSON.stringify(packageJson),
    'pkg/index.ts': code,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  return writeEntry({ path: 'pkg' }, ioIn(cwd));
}

const PACKAGE = {
  name: '@ada/shell-guard',
  version: '1.0.0',
  description: 'Asks before a command deletes files.',
  author: 'Ada Lovelace <ada@example.com> (https://example.com/ada)',
  repository: { type: 'git', url: 'git+https://github.com/ada/shell-guard.git' },
  keywords: ['cmd-mod', 'cmd-mod-hook', 'Safety', 'shell', 'safety'],
};

describe('the entry of a package', () => {
  it('takes what package.json says and what the mods register, and needs no change to be listed', async () => {
    const code = [
      'export default (cmd) => {',
      "  cmd.addFlag('shell-guard.strict', { type: 'boolean' });",
      "  cmd.addTool({ name: 'ask', run: async () => ({ ok: true, content: [] }) });",
      '  cmd.hooks({ beforeToolCall: () => undefined });',
      '};',
    ].join('\n');
    const { entry, findings } = await entryOf(PACKAGE, code);
    expect(entry).toEqual({
      name: 'shell-guard',
      source: '@ada/shell-guard',
      description: 'Asks before a command deletes files.',
      author: { name: 'Ada Lovelace', url: 'https://example.com/ada' },
      kinds: ['tool', 'hook', 'flag'],
      repo: 'ada/shell-guard',
      npm: '@ada/shell-guard',
      tags: ['safety', 'shell'],
      addedAt: '2026-11-30',
    });
    expect(findings).toEqual([]);
    const listed = `{\n  "mods": [\n${renderEntry(entry).trimEnd().replace(/^/gm, '    ')}\n  ]\n}\n`;
    expect((await validateText(listed)).report.findings).toEqual([]);
  });

  it('keeps short lists on one line, ready to paste', async () => {
    expect(renderEntry((await entryOf(PACKAGE)).entry)).toContain('"tags": ["safety", "shell"],\n');
  });

  it('of what is not published is that of its repository', async () => {
    const { entry } = await entryOf({ ...PACKAGE, private: true });
    expect(entry).toMatchObject({ source: 'ada/shell-guard', repo: 'ada/shell-guard' });
    expect(entry).not.toHaveProperty('npm');
  });

  it('falls back on the keywords where a scan finds nothing', async () => {
    expect((await entryOf(PACKAGE, 'export default () => {};\n')).entry.kinds).toEqual(['hook']);
  });

  it('says what is missing, with the lines of the entry as it is printed', async () => {
    const { entry, findings } = await entryOf({ name: 'Shell_Guard', description: 'a mod that asks.' });
    const printed = renderEntry(entry).split('\n');
    expect(findings.map(({ rule, line }) => `${rule}: ${printed[line - 1]?.trim()}`)).toEqual([
      'schema: "name": "Shell_Guard",',
      'name-charset: "name": "Shell_Guard",',
      'source-kind: "source": "Shell_Guard",',
      'description-style: "description": "a mod that asks.",',
      'description-style: "description": "a mod that asks.",',
      'schema: "npm": "Shell_Guard",',
    ]);
  });

  it.each([
    ['is not there', undefined],
    ['is not JSON', '{'],
    ['is a list', '[]'],
  ])('cannot be written when package.json %s', async (_, text) => {
    const run = text === undefined ? writeEntry({}, ioIn(temporaryFolder())) : entryOf(text);
    await expect(run).rejects.toMatchObject({ diagnostic: { code: 'REGISTRY_PACKAGE_UNREADABLE' } });
  });
});
