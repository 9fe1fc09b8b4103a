import { describe, expect, it } from 'vitest';
import { parseSource } from '../../src/sources/parse-source.ts';
import { isPinned } from '../../src/sources/source.ts';
import { diagnosticOf } from '../support/diagnostic-of.ts';

const github = (ref?: string) => ({
  kind: 'git',
  protocol: 'https',
  host: 'github.com',
  path: ['owner', 'repo'],
  ...(ref === undefined ? {} : { ref }),
  url: 'https://github.com/owner/repo',
});

describe('what is a git source', () => {
  it('`https://host/owner/repo` is a git source with no prefix', () => {
    expect(parseSource('https://github.com/owner/repo')).toEqual(github());
  });

  it.each(['gitlab.com', 'bitbucket.org', 'codeberg.org', 'git.example.org:8443'])(
    'GitLab, Bitbucket, Codeberg and private hosts parse like GitHub, and the host stays part of the identity: %s',
    (host) => {
      expect(parseSource(`https://${host}/owner/repo`)).toMatchObject({
        kind: 'git',
        host,
        path: ['owner', 'repo'],
      });
    },
  );

  it('a group of groups is a longer path on hosts that have them', () => {
    expect(parseSource('https://gitlab.com/group/sub/repo')).toMatchObject({
      path: ['group', 'sub', 'repo'],
    });
  });

  it('`ssh://git@host/owner/repo` is a git source with no prefix', () => {
    expect(parseSource('ssh://git@host.org/owner/repo')).toMatchObject({
      kind: 'git',
      protocol: 'ssh',
      url: 'ssh://git@host.org/owner/repo',
    });
  });

  it('`git@host:owner/repo` is a git source with `git:` before it', () => {
    expect(parseSource('git:git@host.org:owner/repo')).toMatchObject({
      kind: 'git',
      url: 'git@host.org:owner/repo',
    });
  });

  it('`git@host:owner/repo` is a git source without `git:` too (differs from the peer)', () => {
    expect(parseSource('git@host.org:owner/repo')).toMatchObject({
      kind: 'git',
      url: 'git@host.org:owner/repo',
    });
  });

  it('`git@host:/srv/repo` keeps its absolute path', () => {
    expect(parseSource('git@host.org:/srv/repo')).toMatchObject({ url: 'ssh://git@host.org/srv/repo' });
  });

  it('`owner/repo` and `owner/repo@ref` are GitHub sources without any prefix (differs from the peer)', () => {
    expect(parseSource('owner/repo')).toEqual(github());
    expect(parseSource('owner/repo@v1')).toEqual(github('v1'));
    expect(parseSource('owner/repo@feature/x')).toEqual(github('feature/x'));
  });

  it('`git:` before an https URL names the same source as the URL alone', () => {
    expect(parseSource('git:https://github.com/owner/repo')).toEqual(
      parseSource('https://github.com/owner/repo'),
    );
  });

  it('an explicit `git:` always wins: `git:owner/repo` and `git:host/owner/repo`', () => {
    expect(parseSource('git:owner/repo#v1')).toEqual(github('v1'));
    expect(parseSource('git:codeberg.org/owner/repo')).toMatchObject({
      host: 'codeberg.org',
      protocol: 'https',
    });
  });

  it.each([
    'https://github.com/owner/repo@v1',
    'https://github.com/owner/repo#v1',
    'https://github.com/owner/repo/#v1',
  ])("`@v1` or `#v1` after an https or ssh URL is the ref, not part of the repository's name: %s", (text) => {
    expect(parseSource(text)).toEqual(github('v1'));
  });

  it('`git@` in front of the host is no ref', () => {
    expect(parseSource('ssh://git@host.org/owner/repo@v1')).toMatchObject({
      path: ['owner', 'repo'],
      ref: 'v1',
    });
  });

  it('`file:///path` is a git source, which only CMD_MODS_ALLOW_FILE_GIT lets git reach', () => {
    expect(parseSource('file:///srv/git/repo.git#main')).toEqual({
      kind: 'git',
      protocol: 'file',
      host: '',
      path: ['srv', 'git', 'repo'],
      ref: 'main',
      url: 'file:///srv/git/repo.git',
    });
    expect(parseSource('git:file:///srv/git/repo.git')).toMatchObject({ protocol: 'file' });
  });
});

describe('what is an npm source', () => {
  it.each(['name', 'npm:name', 'NPM:name'])(
    'a name without a slash, or `@scope/name`, is an npm package, never a local folder, with or without `npm:` (differs from the peer): %s',
    (text) => {
      expect(parseSource(text)).toEqual({
        kind: 'npm',
        name: 'name',
        want: { kind: 'tag', value: 'latest' },
      });
    },
  );

  it('`@scope/name` is an npm package, not a repository', () => {
    expect(parseSource('@scope/name')).toMatchObject({ kind: 'npm', name: '@scope/name' });
    expect(parseSource('npm:@scope/name@^1.2.0')).toEqual({
      kind: 'npm',
      name: '@scope/name',
      want: { kind: 'range', value: '^1.2.0' },
    });
  });

  it.each([
    ['npm:@scope/pkg@1.2.3', true],
    ['pkg@v1.2.3', true],
    ['pkg@^1.2.3', false],
    ['pkg@>=1 <2', false],
    ['pkg@1', false],
    ['pkg@next', false],
    ['pkg', false],
    [`owner/repo@${'a'.repeat(40)}`, true],
    ['owner/repo@v1.0.0', false],
    ['owner/repo', false],
  ])('`npm:@scope/pkg@1.2.3` is pinned; a range, a tag or no version is not: %s', (text, pinned) => {
    expect(isPinned(parseSource(text))).toBe(pinned);
  });
});

describe('what is a local source', () => {
  it.each(['./x', '../x', '/abs/x', '.', '..', '~', '~/x', './owner/repo', 'C:\\mods\\x', '.\\x'])(
    '`./x`, `../x` and absolute paths are local, and `./owner/repo` is no git shorthand: %s',
    (path) => {
      expect(parseSource(path)).toEqual({ kind: 'local', path });
    },
  );
});

describe('what is refused', () => {
  it.each([
    ['', 'SOURCE_EMPTY'],
    ['   ', 'SOURCE_EMPTY'],
    ['npm:', 'SOURCE_EMPTY'],
    ['na\u0000me', 'SOURCE_CONTROL_CHARACTER'],
    ['owner/repo\n', 'SOURCE_CONTROL_CHARACTER'],
    ['https://host.org/owner/re\u001bpo', 'SOURCE_CONTROL_CHARACTER'],
    ['-x', 'SOURCE_LEADING_DASH'],
    ['--upload-pack=touch /tmp/x', 'SOURCE_LEADING_DASH'],
    ['git:--upload-pack=touch /tmp/x', 'SOURCE_LEADING_DASH'],
    ['npm:-x', 'SOURCE_LEADING_DASH'],
    ['ext::sh -c touch% /tmp/x', 'SOURCE_TRANSPORT'],
    ['git:ext::sh -c touch', 'SOURCE_TRANSPORT'],
    ['https://[::1]/owner/repo', 'SOURCE_TRANSPORT'],
    ['https://user:secret@host.org/owner/repo', 'SOURCE_CREDENTIALS'],
    ['https://token@host.org/owner/repo', 'SOURCE_CREDENTIALS'],
    ['ssh://git:secret@host.org/owner/repo', 'SOURCE_CREDENTIALS'],
    ['me:hunter2@host.org:owner/repo', 'SOURCE_CREDENTIALS'],
    ['ssh://-oProxyCommand=x/owner/repo', 'SOURCE_GIT_ADDRESS'],
    ['-oProxyCommand=x@host.org:owner/repo', 'SOURCE_LEADING_DASH'],
    ['git@-oProxyCommand=x:owner/repo', 'SOURCE_GIT_ADDRESS'],
    ['github.com/owner/repo', 'SOURCE_BARE_HOST'],
    ['localhost:3000/owner/repo', 'SOURCE_BARE_HOST'],
    ['https://host.org/repo', 'SOURCE_PATH_TOO_SHORT'],
    ['https://host.org', 'SOURCE_PATH_TOO_SHORT'],
    ['git@host.org:repo', 'SOURCE_PATH_TOO_SHORT'],
    ['file:///repo', 'SOURCE_PATH_TOO_SHORT'],
    ['file://host/owner/repo', 'SOURCE_GIT_ADDRESS'],
    ['file:./x', 'SOURCE_PROTOCOL'],
    ['https://host.org//repo', 'SOURCE_PATH_UNSAFE'],
    ['owner/repo/packages/one', 'SOURCE_SUBPATH'],
    ['https://github.com/owner/repo/tree/main', 'SOURCE_SUBPATH'],
    ['git:./owner/repo', 'SOURCE_GIT_ADDRESS'],
    ['git+https://host.org/owner/repo', 'SOURCE_PROTOCOL'],
    ['Name', 'SOURCE_NPM_NAME'],
    ['na me', 'SOURCE_NPM_NAME'],
    ['_name', 'SOURCE_NPM_NAME'],
    ['@scope', 'SOURCE_NPM_NAME'],
    ['@scope/', 'SOURCE_NPM_NAME'],
    ['@scope/name/sub', 'SOURCE_NPM_NAME'],
    ['@../name', 'SOURCE_NPM_NAME'],
    ['node_modules', 'SOURCE_NPM_NAME'],
    ['npm:../x', 'SOURCE_NPM_NAME'],
    ['name@', 'SOURCE_NPM_VERSION'],
    ['npm:name@npm:other@1', 'SOURCE_NPM_VERSION'],
    ['npm:name@file:../x', 'SOURCE_NPM_VERSION'],
    ['npm:name@https://host.org/x.tgz', 'SOURCE_NPM_VERSION'],
    ['npm:name@github:owner/repo', 'SOURCE_NPM_VERSION'],
    ['npm:name@-x', 'SOURCE_NPM_VERSION'],
  ])('%j is refused before anything starts', (text, code) => {
    expect(diagnosticOf(() => parseSource(text))).toMatchObject({ code, severity: 'error' });
  });

  it.each([
    'http://host.org/owner/repo',
    'git://host.org/owner/repo',
    'git:http://host.org/owner/repo',
    'ftp://h/o/r',
  ])(
    '`http://` and `git://` URLs are refused: only https and ssh reach git (differs from the peer): %s',
    (text) => {
      expect(diagnosticOf(() => parseSource(text))).toMatchObject({ code: 'SOURCE_PROTOCOL' });
    },
  );

  it('a bare `host/owner/repo` is refused with the hint to write `git:`, never taken for a local path', () => {
    expect(diagnosticOf(() => parseSource('codeberg.org/owner/repo')).hint).toContain(
      'git:codeberg.org/owner/repo',
    );
  });

  it.each([
    'https://host.org/owner/../repo',
    'https://host.org/../repo',
    'https://host.org/owner/%2e%2e/repo',
    'https://host.org/owner/%2E./repo',
    'https://host.org/owner\\repo/x',
    'https://host.org/owner/%5c..%5crepo',
    'https://host.org/owner/re%00po',
    'https://host.org/owner/re%0apo',
    'https://host.org/owner/a%2fb',
    'https://host.org/owner/%252e%252e',
    'https://host.org/owner/%zz',
    'https://host.org/owner/-repo',
    'https://host.org/owner/repo?x=1',
    'https://host.org/one/..',
  ])(
    'a git URL with `..`, a backslash, a control character, their percent-encoded forms, or fewer than two path parts is refused before git starts: %s',
    (text) => {
      expect(diagnosticOf(() => parseSource(text)).code).toMatch(/^SOURCE_PATH_/);
    },
  );

  it.each([
    '-x',
    '--upload-pack=touch',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '@{u}',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.',
    '@',
    '',
  ])(
    'a ref that begins with `-` is refused before git starts (differs from the peer), as is any that git does not allow: %j',
    (ref) => {
      expect(diagnosticOf(() => parseSource(`owner/repo#${ref}`))).toMatchObject({ code: 'SOURCE_GIT_REF' });
    },
  );

  it.each([
    'https://me:hunter2@host.org/owner/repo',
    'me:hunter2@host.org:owner/repo',
    'http://me:hunter2@host.org/o/r',
    'me:hunter2@host.org::x',
  ])('a password never stands in a message: %s', (text) => {
    expect(JSON.stringify(diagnosticOf(() => parseSource(text)))).not.toContain('hunter2');
  });
});
