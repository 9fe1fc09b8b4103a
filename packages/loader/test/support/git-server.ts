import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** git's own `http-backend` behind https on loopback, with a certificate made for the run. */
export interface GitServer {
  /** `localhost:<port>` */
  readonly host: string;
  /** The certificate that a client has to trust: the value for GIT_SSL_CAINFO. */
  readonly certificate: string;
  /** The folder that holds the repositories: `<owner>/<repo>.git`. */
  readonly root: string;
  /** Makes an empty repository and gives a working copy of it to commit in. */
  repository(path: string): Repository;
  /** How many requests came in so far. */
  requests(): number;
  /** While set, every request waits so long before it is answered, in milliseconds. */
  delay(milliseconds: number): void;
  /** While set, every request is sent on to the same path at this address. */
  redirect(address: string | undefined): void;
  stop(): Promise<void>;
}

/** A working copy of a repository on the server. */
export interface Repository {
  readonly url: string;
  readonly directory: string;
  git(...argv: string[]): string;
  /** Writes files (undefined deletes), commits, pushes, and gives the commit. */
  commit(files: Readonly<Record<string, string | undefined>>, message?: string): string;
  link(path: string, target: string): void;
}

/** Starts the server on a free port. */
export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'git-server-'));
  const { key, certificate } = makeCertificate(root);
  let requests = 0;
  let delay = 0;
  let redirect: string | undefined;
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      requests += 1;
      if (redirect !== undefined) response.writeHead(302, { location: `${redirect}${request.url}` }).end();
      else setTimeout(() => serve(root, request, response), delay);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    certificate,
    root,
    repository: (path) => makeRepository(root, host, path),
    requests: () => requests,
    delay: (milliseconds) => {
      delay = milliseconds;
    },
    redirect: (address) => {
      redirect = address;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function makeCertificate(root: string): { key: string; certificate: string } {
  const key = join(root, 'key.pem');
  const certificate = join(root, 'certificate.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  return { key, certificate };
}

/** Hands a request to `git http-backend`, by the rules of CGI. */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'https://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => request.unpipe());
  let head = Buffer.alloc(0);
  let open = false;
  backend.stdout.on('data', (chunk: Buffer) => {
    if (open) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    open = true;
    const headers = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.write(head.subarray(end + 4));
  });
  backend.on('close', () => response.end());
}

function makeRepository(root: string, host: string, path: string): Repository {
  const bare = join(root, `${path}.git`);
  const directory = join(root, 'work', path);
  mkdirSync(directory, { recursive: true });
  const run = (cwd: string, argv: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Author', '-c', 'user.email=author@example.org', ...argv], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  run(root, ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  run(directory, ['init', '--quiet', '--initial-branch=main']);
  run(directory, ['remote', 'add', 'origin', bare]);
  const git = (...argv: string[]) => run(directory, argv);
  return {
    url: `https://${host}/${path}`,
    directory,
    git,
    commit(files, message = 'change') {
      for (const [name, content] of Object.entries(files)) {
        const file = join(directory, name);
        if (content === undefined) rmSync(file, { force: true });
        else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
          if (content.startsWith('#!')) chmodSync(file, 0o755);
        }
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      git('push', '--quiet', '--force', 'origin', 'HEAD');
      return git('rev-parse', 'HEAD');
    },
    link: (name, target) => symlinkSync(target, join(directory, name)),
  };
}
