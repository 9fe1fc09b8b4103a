import { join } from 'node:path';
import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool, ToolFailure } from './define-tool.ts';
import { findFiles } from './find-files.ts';
import { showPath } from './paths.ts';
import { searchRoot, unreadableNote } from './search-root.ts';

/** How many paths one call shows. */
export const GLOB_LIMIT = 1000;

/** The tool `glob`: the files whose path matches a pattern, sorted. */
export function globTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'glob',
    description:
      'Finds files by a glob on their path, such as src/**/*.{ts,tsx}; ** stands for any number of folders. Sorted by path. ' +
      `Shows ${GLOB_LIMIT} at most. Skips .git and node_modules unless the pattern or path names them; does not follow links.`,
    readOnly: true,
    required: {
      pattern: { type: 'string', minLength: 1, description: 'The glob, relative to path.' },
    },
    optional: {
      path: {
        type: 'string',
        minLength: 1,
        description: 'The folder to search; the project folder by default.',
      },
    },
    async run({ pattern, path }, { signal }) {
      const root = await searchRoot(cwd, path);
      if (!root.stats.isDirectory()) {
        throw new ToolFailure(`\`${showPath(cwd, root.path)}\` is a file; path must be a folder.`);
      }
      const { paths, unreadable } = await findFiles(pattern, root.path, signal);
      const shown = paths.slice(0, GLOB_LIMIT).map((found) => showPath(cwd, join(root.path, found)));
      if (shown.length === 0)
        shown.push(`No file below \`${showPath(cwd, root.path)}\` matches \`${pattern}\`.`);
      if (paths.length > GLOB_LIMIT) {
        shown.push(
          `[${paths.length - GLOB_LIMIT} more of ${paths.length} are left out; narrow the pattern or the path.]`,
        );
      }
      return [...shown, ...unreadableNote(unreadable)].join('\n');
    },
  });
}
