import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkTarget, describeRules } from '@cmd-mods/check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { blocksOf, type CodeBlock, PAGES, ROOT } from './support/pages.ts';

/** A fence that names its file. */
interface PageFile extends CodeBlock {
  readonly file: string;
}

const filesOf = (page: string) =>
  blocksOf(page).filter((block): block is PageFile => block.file !== undefined);
const isTest = ({ file }: PageFile) => file.endsWith('.test.ts');
const isMod = (file: PageFile) => file.language === 'ts' && !isTest(file);

/** The pages that show a mod and, in a fence that names a `*.test.ts` file, its test. */
const TESTED = PAGES.filter((page) => filesOf(page).some(isTest));

const work = realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-pages-')));
const started = process.cwd();
/** The files of each page, side by side as somebody would save them. */
const folderOf = (page: string) => join(work, page);

beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  for (const { page, file, code } of TESTED.flatMap(filesOf)) {
    const path = join(folderOf(page), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.each(TESTED)('%s', (page) => {
  const blocks = blocksOf(page);
  const files = filesOf(page);
  const tests = files.filter(isTest);

  // A relative path of a mod starts where the tests were started.
  beforeAll(() => process.chdir(folderOf(page)));
  afterAll(() => process.chdir(started));

  it('names each file once, and each mod in a test', () => {
    const names = files.map(({ file }) => file);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    const texts = tests.map(({ code }) => code).join('\n');
    expect(files.filter((file) => isMod(file) && !texts.includes(`'${file.file}'`))).toEqual([]);
  });

  it.each(tests.map(({ file, line }) => ({ file, line })))(
    'holds what $file says',
    async ({ file, line }) => {
      const written = vi.spyOn(console, 'log').mockImplementation(() => {});
      onTestFinished(() => written.mockRestore());
      await import(/* @vite-ignore */ pathToFileURL(join(folderOf(page), file)).href);
      // As behind a command: a `text` block behind a test is what it writes.
      const shown = blocks[blocks.findIndex((block) => block.line === line) + 1];
      if (shown?.language === 'text') expect(`${written.mock.calls.flat().join('\n')}\n`).toBe(shown.code);
    },
  );
});

// The types of all blocks are held by `code.test.ts`, and the tests above load the mods.
it('cmd mods check has nothing against the mods of these pages', { timeout: 60_000 }, async () => {
  const rules = describeRules().flatMap(({ id, group }) => (group === 'source' && id !== 'types' ? id : []));
  const mods = TESTED.flatMap((page) => filesOf(page).filter(isMod)).map(
    ({ page, file }) => `./${page}/${file}`,
  );
  writeFileSync(join(work, 'package.json'), JSON.stringify({ commandcode: { mods } }));
  const { target, findings } = await checkTarget(work, {
    cwd: work,
    home: work,
    env: {},
    load: false,
    rules,
  });
  expect(target.mods).toHaveLength(mods.length);
  const told = findings.map(
    ({ rule, place, message, problem }) =>
      `${relative(work, problem.at.file)}:${place?.line} ${rule}: ${message}`,
  );
  expect(told).toEqual([]);
});
