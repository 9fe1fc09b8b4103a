import { expect, it } from 'vitest';
import { AGENT_PAGES, blocksOf, COMMENTED, examplesOf, isApiPage, PAGES } from './support/pages.ts';
import { typeFaults } from './support/type-check.ts';

it('every TypeScript block of the pages and every @example of the API compiles', { timeout: 60_000 }, () => {
  const written = [...PAGES.filter((page) => !isApiPage(page)), ...AGENT_PAGES];
  const blocks = [...written.flatMap(blocksOf), ...COMMENTED.flatMap(examplesOf)];
  const typescript = blocks.filter(({ language }) => language === 'ts');
  expect(typescript.length).toBeGreaterThan(10);
  expect(typeFaults(typescript)).toEqual([]);
});

it('finds a fault at its line', () => {
  const block = { page: 'a.md', line: 10, language: 'ts', file: undefined };
  const code =
    "import { defineMod } from '@cmd-mods/mod-api';\n\nexport default defineMod((cmd) => cmd.nothing());\n";
  expect(typeFaults([{ ...block, code }])).toEqual([
    expect.stringMatching(/^a\.md:13 Property 'nothing' does not exist on type 'ModApi'/),
  ]);
});
