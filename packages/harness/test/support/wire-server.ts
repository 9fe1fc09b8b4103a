import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** What the server sends for one request. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, or its pieces. */
  readonly body: string | readonly (string | Buffer)[];
  /** Milliseconds between two pieces. */
  readonly gapMs?: number;
  /** How the body ends: as it should, by the connection being reset, or not at all until the other side closes. */
  readonly end?: 'properly' | 'reset' | 'never';
}

/** A request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server on loopback that says what real providers say. */
export interface WireServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Fulfilled when the other side closed a connection before its body was over. */
  readonly hungUp: Promise<void>;
}

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that answers with these replies, one a request, and with the last of them for all that follow. */
export async function startWireServer(...replies: readonly Reply[]): Promise<WireServer> {
  const received: Received[] = [];
  let hangUp = () => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    const reply = replies[Math.min(received.length, replies.length) - 1];
    if (reply === undefined) throw new Error('A wire server needs a reply.');
    response.on('close', () => {
      if (!response.writableFinished) hangUp();
    });
    const { status = 200, headers = {}, body, gapMs = 0, end = 'properly' } = reply;
    response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
    for (const piece of typeof body === 'string' ? [body] : body) {
      response.write(piece);
      if (gapMs > 0) await sleep(gapMs);
    }
    if (end === 'properly') response.end();
    // What was written has to get there before the connection breaks.
    else if (end === 'reset') setTimeout(() => response.socket?.resetAndDestroy(), 50);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, hungUp };
}

/** A recorded stream: `anthropic/text-with-cache-figures`. */
export function stream(name: string): string {
  return readFileSync(new URL(`../fixtures/wire/${name}.sse`, import.meta.url), 'utf8');
}

/** An error as a provider sends it instead of a stream. */
export function failure(
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const body = JSON.stringify({ type: 'error', error });
  return { status, body, headers: { 'content-type': 'application/json', ...headers } };
}
