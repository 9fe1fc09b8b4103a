import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';

/** The tool `edit_file`: replaces literal text in a file and leaves everything else as it is. */
export function editFileTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces text in a file. old_string is literal, without the line numbers that read_file shows, and must occur ' +
      'exactly once unless replace_all is true. The line endings, byte order mark and mode of the file are kept.',
    readOnly: false,
    required: {
      file_path: {
        type: 'string',
        minLength: 1,
        description: 'The file: absolute, or relative to the project folder.',
      },
      old_string: {
        type: 'string',
        minLength: 1,
        description: 'The text to replace, exactly as it stands in the file.',
      },
      new_string: { type: 'string', description: 'The text to put in its place.' },
    },
    optional: { replace_all: { type: 'boolean', description: 'Replace every occurrence.' } },
    run: async (input) => (await import('./run-edit-file.ts')).editFile(cwd, input),
  });
}
