import type { ModApi } from '@cmd-mods/mod-api';

/** The factory is called once for each session; what it registers is undone when the mod is reloaded or disabled. */
export default function (cmd: ModApi): void {
  cmd.hooks({
    // Sent with every request, so it has to be the same text each time: a prompt that changes is not cached.
    appendSystemPrompt: () => 'Answer in one sentence.',
  });
}
