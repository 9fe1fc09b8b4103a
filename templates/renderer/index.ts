import type { ModApi } from '@cmd-mods/mod-api';

/** The type of the entries. It begins with the mod's name, since the first renderer of a type wins. */
const CHANGES = 'my-mod/changes';

/** Adds `/changes`, which shows an entry, and the renderer that draws it. */
export default function (cmd: ModApi): void {
  // Entries may come from a session file of an older version, so the data can be anything.
  cmd.addRenderer(CHANGES, (data) => {
    const files = isList(data) ? data : [];
    return [`${files.length} changed`, ...files.map((file) => `  ${file}`)];
  });

  cmd.addCommand({
    name: 'changes',
    description: 'Shows which files differ from the last commit',
    handler: async ({ exec }) => {
      const { stdout, stderr, code } = await exec({ command: 'git', args: ['status', '--porcelain'] });
      if (code !== 0) return { message: `git status failed: ${stderr.trim()}` };
      const files = stdout.split('\n').filter((line) => line !== '');
      // A headless run draws no entries, so there the message is all one sees.
      cmd.showEntry(CHANGES, files);
      return { message: `Files that changed: ${files.length}` };
    },
  });
}

function isList(data: unknown): data is readonly unknown[] {
  return Array.isArray(data);
}
