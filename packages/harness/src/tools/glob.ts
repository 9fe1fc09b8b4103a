import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';
import { LIMITS } from './limits.ts';

/** The tool `glob`: the files whose path matches a pattern, sorted. */
export function globTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'glob',
    description:
      'Finds files by a glob on their path, such as src/**/*.{ts,tsx}; ** stands for any number of folders. Sorted by path. ' +
      `Shows ${LIMITS.glob.paths} at most. Skips .git and node_modules unless the pattern or path names them; does not follow links.`,
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
    run: async (input, params) => (await import('./run-glob.ts')).glob(cwd, input, params),
  });
}
