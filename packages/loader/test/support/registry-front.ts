import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A packument as it goes over the wire. */
export type Packument = {
  time?: Record<string, string>;
  versions?: Record<string, PackumentVersion>;
} & Record<string, unknown>;

interface PackumentVersion {
  dist: { integrity?: string; shasum?: string; tarball: string; signatures?: unknown } & Record<
    string,
    unknown
  >;
  [field: string]: unknown;
}

/** What a front changes of the answers of the registry behind it. */
export interface FrontRules {
  /** Answers itself when it gives true. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly packument?: (packument: Packument) => Packument;
  readonly tarball?: (archive: Buffer) => Buffer;
}

/** A server in front of a registry, to make it slow, wrong or broken. */
export interface Front {
  readonly url: string;
  /** What was asked for, in order: `GET /name`. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** Starts a front on a free port of loopback. */
export async function startFront(registry: string, rules: FrontRules): Promise<Front> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (rules.answer?.(request, response) !== true) forward(registry, rules, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(
  registry: string,
  rules: FrontRules,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization, accept = '*/*', host } = request.headers;
  const headers = { accept, ...(authorization === undefined ? {} : { authorization }) };
  const answer = await fetch(new URL(request.url ?? '/', registry), { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  const changed =
    type.includes('json') && answer.ok ? changePackument(body, registry, `http://${host}/`, rules) : body;
  response.writeHead(answer.status, { 'content-type': type });
  response.end(request.url?.endsWith('.tgz') && answer.ok ? (rules.tarball?.(body) ?? body) : changed);
}

function changePackument(body: Buffer, registry: string, front: string, rules: FrontRules): Buffer {
  const data = JSON.parse(body.toString().replaceAll(registry, front)) as Packument;
  return Buffer.from(JSON.stringify(rules.packument?.(data) ?? data));
}

/** Makes versions, named `name@version`, as old as said. */
export function publishedDaysAgo(ages: Readonly<Record<string, number>>): FrontRules {
  return {
    packument: (packument) => {
      const time = { ...packument.time };
      for (const [spec, days] of Object.entries(ages)) {
        const [name, version = ''] = spec.split('@');
        if (name === packument.name) time[version] = new Date(Date.now() - days * 86_400_000).toISOString();
      }
      return { ...packument, time };
    },
  };
}
