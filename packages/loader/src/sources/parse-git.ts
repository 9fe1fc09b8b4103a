import { quoted, sourceError } from './diagnostics.ts';
import { checkGitRef } from './git-ref.ts';
import type { GitSource } from './source.ts';

const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/;
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const GITHUB_OWNER = /^[A-Za-z0-9](?:-?[A-Za-z0-9])*$/;
const GITHUB_REPOSITORY = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
/** What a part of a path may hold without encoding. */
const PLAIN_PART = /^[A-Za-z0-9_.~+@-]+$/;
const DEFAULT_PORTS = { https: ':443', ssh: ':22' } as const;

/** `https://host/owner/repo`, `ssh://git@host/owner/repo` or `file:///path`, with an optional ref. Throws `ModError`. */
export function parseGitUrl(text: string): GitSource {
  const [scheme = '', rest = ''] = split(text, '://');
  const protocol = scheme.toLowerCase();
  if (protocol !== 'https' && protocol !== 'ssh' && protocol !== 'file') {
    throw sourceError('SOURCE_PROTOCOL', {
      message: `"${scheme}:" is not a protocol that sources may use.`,
      ...(protocol.startsWith('git+') ? { hint: `Leave out the "git+": ${protocol.slice(4)}://...` } : {}),
    });
  }
  const [authority = '', tail = ''] = split(rest, '/');
  if (protocol === 'file') return fileSource(text, authority, parsePath(text, tail));
  const at = authority.lastIndexOf('@');
  const user = at === -1 ? '' : authority.slice(0, at);
  // A user name in an https address is as likely a token; the credential helper knows both.
  if (user.includes(':') || (protocol === 'https' && user !== '')) throw credentials();
  const host = parseHost(text, authority.slice(at + 1), protocol);
  const login = protocol === 'ssh' ? `${parseUser(text, user === '' ? 'git' : user)}@` : '';
  return gitSource(
    protocol,
    host,
    `${protocol}://${login}${host}/`,
    onHost(text, host, parsePath(text, tail)),
  );
}

/** `git@host:owner/repo`, the short form of ssh, whose path starts at the login's home unless it has a slash. Throws `ModError`. */
export function parseScpAddress(text: string): GitSource {
  const [user, address] = split(text, '@');
  const [rawHost, tail] = split(address, ':');
  const login = parseUser(text, user);
  if (tail.startsWith('/')) return parseGitUrl(`ssh://${login}@${rawHost}${tail}`);
  const host = parseHost(text, rawHost, 'ssh');
  return gitSource('ssh', host, `${login}@${host}:`, onHost(text, host, parsePath(text, tail)));
}

/** `host/owner/repo`, which the prefix `git:` introduces. Throws `ModError`. */
export function parseHostPath(text: string): GitSource {
  return parseGitUrl(`https://${text}`);
}

/** `owner/repo` on GitHub. Throws `ModError`. */
export function parseShorthand(text: string): GitSource {
  return parseGitUrl(`https://github.com/${text}`);
}

/** The part of an address behind the host. */
interface RepositoryPath {
  readonly parts: readonly string[];
  /** `.git` when it was written: most hosts do with or without, some with only one of the two. */
  readonly suffix: '.git' | '';
  readonly ref: string | undefined;
}

function gitSource(
  protocol: GitSource['protocol'],
  host: string,
  before: string,
  { parts, suffix, ref }: RepositoryPath,
): GitSource {
  const url = `${before}${parts.join('/')}${suffix}`;
  return { kind: 'git', protocol, host, path: parts, ...(ref === undefined ? {} : { ref }), url };
}

function fileSource(text: string, authority: string, path: RepositoryPath): GitSource {
  if (authority !== '') {
    throw sourceError('SOURCE_GIT_ADDRESS', {
      message: `${quoted(text)} names a host; file: takes three slashes.`,
    });
  }
  if (path.parts.length < 2) throw tooShort(text);
  return gitSource('file', '', 'file:///', path);
}

function parseUser(text: string, user: string): string {
  if (user.includes(':')) throw credentials();
  if (!USER.test(user)) throw address(text);
  return user;
}

function parseHost(text: string, written: string, protocol: 'https' | 'ssh'): string {
  const host = written.toLowerCase();
  if (!HOST.test(host)) throw address(text);
  const bare = host.endsWith(DEFAULT_PORTS[protocol]) ? host.slice(0, host.lastIndexOf(':')) : host;
  return bare === 'www.github.com' ? 'github.com' : bare;
}

/** Splits `owner/repo.git@ref` or `#ref`: the ref begins at the first `@` or `#`. */
function parsePath(text: string, tail: string): RepositoryPath {
  const mark = tail.search(/[@#]/);
  const ref = mark === -1 ? undefined : checkGitRef(tail.slice(mark + 1));
  const written = (mark === -1 ? tail : tail.slice(0, mark)).replace(/\/+$/, '');
  const path = written.replace(/\.git$/, '');
  return {
    parts: path === '' ? [] : path.split('/').map((part) => checkPart(text, part)),
    suffix: path === written ? '' : '.git',
    ref,
  };
}

/** One spelling for every part: decoded, checked, and encoded again, so that `%61` and `a` are the same repository. */
function checkPart(text: string, part: string): string {
  const decoded = decode(part);
  const unsafe =
    decoded === undefined ||
    decoded === '' ||
    decoded.startsWith('-') ||
    decoded.endsWith('.') ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    /[\u0000-\u001f\u007f/\\%:?#"<>|*]|^\.\.?$/.test(decoded);
  if (unsafe) {
    throw sourceError('SOURCE_PATH_UNSAFE', {
      message: `${quoted(part)} may not be part of the repository path in ${quoted(text)}.`,
    });
  }
  return PLAIN_PART.test(decoded) ? decoded : encodeURIComponent(decoded);
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    // A stray percent sign: the only way in which decoding fails, and the caller refuses the part.
    if (cause instanceof URIError) return undefined;
    throw cause;
  }
}

function onHost(text: string, host: string, path: RepositoryPath): RepositoryPath {
  const { parts } = path;
  if (parts.length < 2) throw tooShort(text);
  if (host !== 'github.com') return path;
  if (parts.length > 2) {
    throw sourceError('SOURCE_SUBPATH', {
      message: `${quoted(text)} names something inside the repository ${parts.slice(0, 2).join('/')}.`,
    });
  }
  if (!GITHUB_OWNER.test(parts[0] ?? '') || !GITHUB_REPOSITORY.test(parts[1] ?? '')) {
    throw sourceError('SOURCE_PATH_UNSAFE', {
      message: `"${parts.join('/')}" is not an owner and a repository on GitHub.`,
    });
  }
  return path;
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function address(text: string): Error {
  return sourceError('SOURCE_GIT_ADDRESS', {
    message: `${quoted(text)} is not the address of a git repository.`,
  });
}

function tooShort(text: string): Error {
  return sourceError('SOURCE_PATH_TOO_SHORT', { message: `${quoted(text)} names no owner and repository.` });
}

/** Says nothing of the text: it holds the secret. */
function credentials(): Error {
  return sourceError('SOURCE_CREDENTIALS', { message: 'The address carries a user name or password.' });
}
