import type { ModApi } from '@cmd-mods/mod-api';

/** Sends a request to a model with a larger window once the conversation has grown too big for the usual one. */
export default function (cmd: ModApi): void {
  cmd.addFlag('large-model', { type: 'string', default: 'large-window', description: 'the model to go to' });
  cmd.addFlag('large-from', { type: 'string', default: '100000', description: 'from how many tokens on' });

  cmd.hooks({
    beforeModelRequest: () => {
      // What the last request and its answer measured; `null` before the first one.
      const { tokens } = cmd.getContextUsage();
      if (tokens === null || tokens < Number(cmd.getFlag('large-from'))) return undefined;
      return { model: String(cmd.getFlag('large-model')) };
    },
  });
}
