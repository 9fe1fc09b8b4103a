import { basename, dirname, join } from 'node:path';
import { ToolFailure, type ToolParams } from './define-tool.ts';
import { type FoundFiles, findFiles } from './find-files.ts';
import { LIMITS } from './limits.ts';
import { showPath } from './paths.ts';
import { searchFile } from './search-file.ts';
import { searchRoot, unreadableNote } from './search-root.ts';

/** What to search for, and where. */
interface Search {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
}

/** The lines that match, as `path:line: text`, and what was left out. */
export async function grep(
  cwd: string,
  { pattern, path, glob }: Search,
  { signal }: ToolParams,
): Promise<string> {
  const expression = expressionOf(pattern);
  const { root, found } = await filesToSearch(cwd, path, glob, signal);
  const lines: string[] = [];
  const skipped = new Skipped();
  let characters = 0;
  for (const name of found.paths) {
    signal.throwIfAborted();
    const shown = showPath(cwd, join(root, name));
    const room = LIMITS.grep.matches + 1 - lines.length;
    const search = await searchFile(join(root, name), shown, expression, room);
    if (search.kind === 'skipped') {
      skipped.add(search.reason, shown);
      continue;
    }
    for (const { line, text } of search.matches) {
      lines.push(`${shown}:${line}: ${text}`);
      characters += text.length + shown.length;
    }
    if (lines.length > LIMITS.grep.matches || characters > LIMITS.grep.characters) break;
  }
  return [...report(lines, pattern), ...skipped.notes(), ...unreadableNote(found.unreadable)].join('\n');
}

function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ToolFailure(
      `${error.message}. To search for the text itself, put a backslash before each of \\ ^ $ . | ? * + ( ) [ ] { }.`,
    );
  }
}

/** The files to search, relative to `root`. A `path` that is a file is searched whatever `glob` says. */
async function filesToSearch(
  cwd: string,
  path: string | undefined,
  glob: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly root: string; readonly found: FoundFiles }> {
  const { path: root, stats } = await searchRoot(cwd, path);
  if (!stats.isDirectory()) {
    return { root: dirname(root), found: { paths: [basename(root)], unreadable: [] } };
  }
  const pattern = glob === undefined ? '**' : glob.includes('/') ? glob : `**/${glob}`;
  return { root, found: await findFiles(pattern, root, signal) };
}

function report(lines: readonly string[], pattern: string): string[] {
  if (lines.length === 0) {
    const hint = /\\n|\n/.test(pattern) ? ' The search goes line by line, so \\n never matches.' : '';
    return [`No line matches \`${pattern}\`.${hint}`];
  }
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(0, LIMITS.grep.matches)) {
    characters += line.length + 1;
    if (shown.length > 0 && characters > LIMITS.grep.characters) break;
    shown.push(line);
  }
  if (shown.length === lines.length) return shown;
  return [
    ...shown,
    `[Stopped after ${shown.length} lines, and there are more; narrow the pattern, glob or path.]`,
  ];
}

/** What was not searched, by reason: how many files, and the first of them. */
class Skipped {
  readonly #files = new Map<string, { first: string; count: number }>();

  add(reason: string, shown: string): void {
    const { first, count } = this.#files.get(reason) ?? { first: shown, count: 0 };
    this.#files.set(reason, { first, count: count + 1 });
  }

  notes(): string[] {
    return [...this.#files].map(([reason, { first, count }]) => {
      const more = count > 1 ? ` and ${count - 1} more` : '';
      return `[Not searched, ${reason}: ${first}${more}]`;
    });
  }
}
