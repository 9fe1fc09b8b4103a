import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTarget } from '@cmd-mods/check';
import { resolveModPath } from '@cmd-mods/loader/load';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSkills } from '../../packages/harness/src/skills/read-skills.ts';
// @ts-expect-error: a script of the repository, without types.
import { modAuthorFiles } from '../../scripts/generate-mod-author.mjs';
import { AGENT_PAGES, blocksOf, ROOT } from './support/pages.ts';

const SKILL = 'skills/mod-author';
const mods = AGENT_PAGES.flatMap(blocksOf).filter(
  ({ language, code }) => language === 'ts' && /^export default /m.test(code),
);

describe('the skill mod-author', () => {
  it('says, with llms.txt, what the code says; "npm run mod-author" writes them', () => {
    const files: Readonly<Record<string, string>> = modAuthorFiles();
    expect(Object.keys(files).toSorted()).toEqual(AGENT_PAGES.toSorted());
    for (const [path, text] of Object.entries(files)) {
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
    }
  });

  it('is found and read like any skill, with nothing against it', async () => {
    const { skills, diagnostics } = await readSkills([{ path: join(ROOT, 'skills'), package: 'cmd-mods' }]);
    expect(diagnostics).toEqual([]);
    expect(skills.map(({ name }) => name)).toEqual(['mod-author']);
  });

  it('comes with the program, whose package names it', async () => {
    const found = await resolveModPath(join(ROOT, 'packages/cli'));
    const places = found.kind === 'mods' ? found.skills : [];
    const { skills, diagnostics } = await readSkills(
      places.map((path) => ({ path, package: '@cmd-mods/cli' })),
    );
    expect(diagnostics).toEqual([]);
    expect(skills.map(({ name }) => name)).toEqual(['mod-author']);
  });

  it('is short, and names each of its references', () => {
    const text = readFileSync(join(ROOT, SKILL, 'SKILL.md'), 'utf8');
    expect(text.split('\n').length).toBeLessThan(260);
    const references = AGENT_PAGES.filter((page) => page.startsWith(`${SKILL}/references/`));
    const unnamed = references.filter((page) => !text.includes(`](${page.slice(SKILL.length + 1)})`));
    expect(unnamed).toEqual([]);
  });

  it('shows no mod that the check has anything against', { timeout: 60_000 }, async () => {
    expect(mods.length).toBeGreaterThan(40);
    const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-skill-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'mods'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const places = new Map(mods.map(({ page, line }, index) => [`mod-${index}.ts`, `${page}:${line}`]));
    for (const [index, { code }] of mods.entries()) {
      writeFileSync(join(folder, 'mods', `mod-${index}.ts`), code);
    }
    const options = { cwd: folder, home: folder, env: {}, load: false };
    const { target, findings } = await checkTarget(folder, options);
    expect(target.mods.length).toBe(mods.length);
    const told = findings.map(({ rule, problem }) => {
      const file = problem.at.file.split('/').at(-1) ?? '';
      return `${places.get(file) ?? file} ${rule}: ${problem.message}`;
    });
    expect(told).toEqual([]);
  });
});
