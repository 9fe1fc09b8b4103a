import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ModApi } from '@cmd-mods/mod-api';

/** Gives the model a tool that counts the words of a file exactly. */
export default function (cmd: ModApi): void {
  cmd.addTool({
    schema: {
      name: 'word_count',
      description: 'Counts the words of a text file.',
      input_schema: {
        type: 'object',
        properties: { file_path: { type: 'string', description: 'relative to the project' } },
        required: ['file_path'],
      },
    },
    // It changes nothing, so it runs without asking.
    readOnly: true,
    run: async ({ input, runtime, signal }) => {
      if (typeof input.file_path !== 'string') return { ok: false, error: 'file_path must be a text.' };
      const text = await readFile(resolve(runtime.cwd, input.file_path), { encoding: 'utf8', signal });
      const words = text.match(/\S+/g)?.length ?? 0;
      return { ok: true, content: [{ type: 'text', text: `${input.file_path} has ${words} words.` }] };
    },
  });
}
