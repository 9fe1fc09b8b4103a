import type { ToolModule } from '@cmd-mods/mod-api';
import { defineTool } from './define-tool.ts';

/** The tool `write_file`: creates a file or replaces all of it. */
export function writeFileTool({ cwd }: { readonly cwd: string }): ToolModule {
  return defineTool({
    name: 'write_file',
    description:
      'Writes a file, replacing all of it when it exists; missing folders are made. To change a part, use edit_file.',
    readOnly: false,
    required: {
      file_path: {
        type: 'string',
        minLength: 1,
        description: 'The file: absolute, or relative to the project folder.',
      },
      content: { type: 'string', description: 'Everything the file is to hold.' },
    },
    optional: {},
    run: async (input) => (await import('./run-write-file.ts')).writeFile(cwd, input),
  });
}
