import type { ModApi } from '@cmd-mods/mod-api';

/** Adds models. The host speaks to the server; a mod that has to do that itself gives a `stream` function instead. */
export default function (cmd: ModApi): void {
  const { MODEL_SERVER_URL = 'http://127.0.0.1:11434/v1' } = process.env;

  cmd.addProvider({
    id: 'my-mod',
    displayName: 'My server',
    models: [{ id: 'llama3.2', contextWindow: 128_000 }],
    transport: { kind: 'direct', baseUrl: MODEL_SERVER_URL },
    auth: {
      methods: [],
      // Called before each request, so a key that changes is seen; without one nothing is sent.
      loader: () => {
        const headers: Record<string, string> = {};
        const { MODEL_SERVER_KEY: key } = process.env;
        if (key !== undefined) headers.authorization = `Bearer ${key}`;
        return { headers };
      },
    },
  });
}
