import { basename } from 'node:path';
import type { ModApi } from '@cmd-mods/mod-api';

const WRITING_TOOLS = ['write_file', 'edit_file'];

/** Looks at every tool call before it runs. Hooks change behaviour; `cmd.on` only watches. */
export default function (cmd: ModApi): void {
  cmd.addFlag('my-mod.files', {
    type: 'string',
    default: '.env,package-lock.json',
    description: 'the names of the files to keep, with commas between them',
  });

  cmd.hooks({
    // A hook that throws is skipped, and the call would go through: a guard must not throw, whatever the input is.
    beforeToolCall: ({ toolName, input }) => {
      if (!WRITING_TOOLS.includes(toolName) || typeof input.file_path !== 'string') return undefined;
      const name = basename(input.file_path);
      // Read here and not in the factory: options are set after all factories ran.
      const kept = String(cmd.getFlag('my-mod.files')).split(',');
      if (!kept.includes(name)) return undefined;
      // What the model reads instead of a result, so that it does not try again.
      return { block: true, additionalContext: `${name} has to stay as it is. Leave it, and say so.` };
    },
  });
}
