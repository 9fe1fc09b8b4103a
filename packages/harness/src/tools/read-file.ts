import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';
import { LIMITS } from './limits.ts';

/** The tool `read_file`: a text file with numbered lines, a part at a time. */
export function readFileTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'read_file',
    description:
      `Reads a text file; each line comes with its number and a tab. Shows ${LIMITS.read.lines} lines at most and ` +
      'says how to read on when there are more. Use offset and limit for a part of a long file.',
    readOnly: true,
    required: {
      file_path: {
        type: 'string',
        minLength: 1,
        description: 'The file: absolute, or relative to the project folder.',
      },
    },
    optional: {
      offset: { type: 'integer', minimum: 1, description: 'The first line to show, counted from 1.' },
      limit: { type: 'integer', minimum: 1, description: 'How many lines to show.' },
    },
    run: async (input, params) => (await import('./run-read-file.ts')).readFile(cwd, input, params),
  });
}
