import type { ModApi } from '@cmd-mods/mod-api';

/** Adds a slash command. `cmd.store` is a file of the mod's own, so the notes are there in the next session too. */
export default function (cmd: ModApi): void {
  const notes = (): readonly string[] => cmd.store.get<string[]>('notes') ?? [];

  cmd.addCommand({
    name: 'note',
    description: 'Keeps a note; without a text it shows them all, and "clear" forgets them',
    argumentHint: '<text>',
    // `args` is all that was typed behind the name, as one text.
    handler: ({ args }) => {
      const text = args.trim();
      if (text === '') return { message: notes().join('\n') || 'There are no notes.' };
      if (text === 'clear') {
        cmd.store.delete('notes');
        return { message: 'All notes are gone.' };
      }
      cmd.store.set('notes', [...notes(), text]);
      return { message: `Noted, ${notes().length} in all.` };
    },
  });
}
