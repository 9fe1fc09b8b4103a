import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENT_PAGES, PAGES, ROOT } from './support/pages.ts';

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** The anchors of a page: of its headings, as GitHub makes and numbers them, and those that it names itself. */
function anchorsOf(page: string): readonly string[] {
  const text = textOf(page);
  const seen = new Map<string, number>();
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

/** The links to places of this repository that a page has, without code. */
function linksOf(page: string): readonly string[] {
  const prose = textOf(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link));
}

describe.each([...PAGES, ...AGENT_PAGES])('%s', (page) => {
  it('links to what is there', () => {
    const broken = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

it('the index of the docs links to every page of them', () => {
  const listed = linksOf('docs/README.md').map((link) => join('docs', link.split('#')[0] ?? ''));
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  const folders = listed.filter((path) => !path.endsWith('.md'));
  const isListed = (page: string) => listed.includes(page) || folders.includes(dirname(page));
  expect(pages.filter((page) => !isListed(page))).toEqual([]);
});
