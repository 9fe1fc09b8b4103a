import { basename, dirname, join } from 'node:path';
import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool, ToolFailure } from './define-tool.ts';
import { type FoundFiles, findFiles } from './find-files.ts';
import { showPath } from './paths.ts';
import { MAX_SEARCHED_BYTES, searchFile } from './search-file.ts';
import { searchRoot, unreadableNote } from './search-root.ts';

/** How many lines, and how many characters, one call shows. */
export const GREP_LIMITS: { readonly matches: number; readonly characters: number } = {
  matches: 500,
  characters: 64 * 1024,
};

/** The tool `grep`: the lines of files that match a regular expression, sorted by path and line. */
export function grepTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'grep',
    description:
      'Searches files line by line for a JavaScript regular expression and shows path:line: text, sorted by path. ' +
      `Shows ${GREP_LIMITS.matches} lines at most. Skips binary files, files over ${MAX_SEARCHED_BYTES} bytes, and .git and ` +
      'node_modules unless glob or path names them.',
    readOnly: true,
    required: {
      pattern: {
        type: 'string',
        minLength: 1,
        description: 'The regular expression, without slashes and flags.',
      },
    },
    optional: {
      path: {
        type: 'string',
        minLength: 1,
        description: 'The folder or file to search; the project folder by default.',
      },
      glob: {
        type: 'string',
        minLength: 1,
        description: 'Only files that match, such as *.ts (in any folder) or src/**/*.ts.',
      },
    },
    async run({ pattern, path, glob }, { signal }) {
      const expression = expressionOf(pattern);
      const { root, found } = await filesToSearch(cwd, path, glob, signal);
      const lines: string[] = [];
      const skipped = new Skipped();
      let characters = 0;
      for (const name of found.paths) {
        signal.throwIfAborted();
        const shown = showPath(cwd, join(root, name));
        const room = GREP_LIMITS.matches + 1 - lines.length;
        const search = await searchFile(join(root, name), shown, expression, room);
        if (search.kind === 'skipped') {
          skipped.add(search.reason, shown);
          continue;
        }
        for (const { line, text } of search.matches) {
          lines.push(`${shown}:${line}: ${text}`);
          characters += text.length + shown.length;
        }
        if (lines.length > GREP_LIMITS.matches || characters > GREP_LIMITS.characters) break;
      }
      return [...report(lines, pattern), ...skipped.notes(), ...unreadableNote(found.unreadable)].join('\n');
    },
  });
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
  for (const line of lines.slice(0, GREP_LIMITS.matches)) {
    characters += line.length + 1;
    if (shown.length > 0 && characters > GREP_LIMITS.characters) break;
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
