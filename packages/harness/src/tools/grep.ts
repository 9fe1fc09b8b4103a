import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';
import { LIMITS } from './limits.ts';

/** The tool `grep`: the lines of files that match a regular expression, sorted by path and line. */
export function grepTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'grep',
    description:
      'Searches files line by line for a JavaScript regular expression and shows path:line: text, sorted by path. ' +
      `Shows ${LIMITS.grep.matches} lines at most. Skips binary files, files over ${LIMITS.grep.fileBytes} bytes, and .git and ` +
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
    run: async (input, params) => (await import('./run-grep.ts')).grep(cwd, input, params),
  });
}
