import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGES } from '../../layout/support/packages.ts';

export const ROOT: string = resolve(import.meta.dirname, '../../..');

/** A fenced block of a page. */
export interface CodeBlock {
  readonly page: string;
  /** The line of the fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** The file that the block is, where the fence names one: ```ts shout.ts */
  readonly file: string | undefined;
  readonly code: string;
}

const below = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))
    .toSorted();

/** Every page of documentation, relative to the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'templates/README.md',
  ...below('docs', '.md'),
  ...PACKAGES.map(({ name }) => `packages/${name}/README.md`).filter((page) => existsSync(join(ROOT, page))),
];

/** What coding agents read, made by scripts/generate-mod-author.mjs. */
export const AGENT_PAGES: readonly string[] = ['llms.txt', ...below('skills', '.md')];

/** Whether the blocks of a page are declarations that were printed, not code; their examples are compiled where they are written. */
export const isApiPage = (page: string): boolean => page.startsWith('docs/api/');

/** The sources whose comments hold examples. */
export const COMMENTED: readonly string[] = [
  'packages/mod-api/src',
  'packages/hooks/src',
  'packages/testing/src',
].flatMap((folder) => below(folder, '.ts'));

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly CodeBlock[] {
  return readBlocks(page, readFileSync(join(ROOT, page), 'utf8'));
}

/** The fenced blocks in the comments of a source file, in order. */
export function examplesOf(page: string): readonly CodeBlock[] {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');
  return readBlocks(page, lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n'));
}

function readBlocks(page: string, text: string): readonly CodeBlock[] {
  const fences = /^```(?<language>[\w-]+)(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$/gm;
  return [...text.matchAll(fences)].map((match) => {
    const { language = '', file, code = '' } = match.groups ?? {};
    return { page, line: text.slice(0, match.index).split('\n').length, language, file, code };
  });
}
