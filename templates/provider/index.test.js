import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import test from 'node:test';
import { createTestHarness } from '@cmd-mods/testing';
import { toHaveFinalText, toHaveRegistered } from '@cmd-mods/testing/assert';

test('adds the provider, and the host has nothing against it', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());

  toHaveRegistered(t, 'provider', 'my-mod');
  assert.deepEqual(t.diagnostics, []);
});

test('its model answers from the server, which gets the key', async (context) => {
  /** @type {object[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const { model } = /** @type {{ model: string }} */ (await json(request));
    asked.push({ path: request.url, model, key: request.headers.authorization });
    const choices = [{ index: 0, delta: { content: 'Hello from the server.' }, finish_reason: 'stop' }];
    const chunk = { id: '1', object: 'chat.completion.chunk', created: 0, model, choices };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  context.after(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const t = await createTestHarness({
    mods: [import.meta.dirname],
    model: 'my-mod/llama3.2',
    env: { MODEL_SERVER_URL: `http://127.0.0.1:${port}/v1`, MODEL_SERVER_KEY: 'a-key' },
  });
  context.after(() => t.dispose());

  toHaveFinalText(await t.run('Hello'), 'Hello from the server.');
  assert.deepEqual(asked, [{ path: '/v1/chat/completions', model: 'llama3.2', key: 'Bearer a-key' }]);
});
