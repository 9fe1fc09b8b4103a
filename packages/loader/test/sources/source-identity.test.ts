import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { installPath, installPathOfIdentity } from '../../src/sources/install-path.ts';
import { parseSource } from '../../src/sources/parse-source.ts';
import { sourceIdentity, storedLocalPath } from '../../src/sources/source-identity.ts';

const base = { root: '/project', home: '/home/me' };
const identity = (text: string) => sourceIdentity(parseSource(text), base);

const SPELLINGS = [
  'owner/repo',
  'Owner/Repo',
  'owner/repo.git',
  'git:owner/repo',
  'https://github.com/owner/repo',
  'https://GitHub.com/owner/repo.git',
  'https://www.github.com/owner/repo/',
  'https://github.com:443/owner/repo',
  'git:https://github.com/owner/repo',
  'git:github.com/owner/repo',
  'ssh://git@github.com/owner/repo.git',
  'ssh://github.com:22/owner/repo',
  'git@github.com:owner/repo.git',
  'git:git@github.com:owner/repo',
  'https://github.com/ow%6eer/repo',
];

describe('identity of a source', () => {
  it.each(SPELLINGS)(
    'one repository spelled as https, `ssh://`, `git@host:`, shorthand, with or without `git:` and `.git`, has one identity: %s',
    (text) => {
      expect(identity(text)).toBe('git:github.com/owner/repo');
    },
  );

  it('an https and an ssh spelling of one repository are one entry, also when their refs differ', () => {
    expect(identity('https://host.org/owner/repo@v1')).toBe(identity('git@host.org:owner/repo#v2'));
  });

  it('a trailing `.git` is not part of the identity', () => {
    expect(identity('https://host.org/owner/repo.git')).toBe('git:host.org/owner/repo');
  });

  it.each(['https://host.org/', 'ssh://git@host.org/', 'git@host.org:'])(
    'two repositories of one owner stay apart whatever scheme each uses: %s',
    (address) => {
      expect(identity(`${address}owner/one`)).not.toBe(identity('https://host.org/owner/two'));
    },
  );

  it('letter case counts on hosts other than GitHub', () => {
    expect(identity('https://host.org/Owner/repo')).not.toBe(identity('https://host.org/owner/repo'));
  });

  it('an npm source is its name, whatever version is wanted', () => {
    expect(identity('npm:@scope/name@^1')).toBe('npm:@scope/name');
    expect(identity('@scope/name@2.0.0')).toBe('npm:@scope/name');
  });

  it('a local source is its real path, whatever way leads to it', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'identity-')));
    mkdirSync(join(root, 'mod'));
    symlinkSync(join(root, 'mod'), join(root, 'link'));
    const expected = `local:${join(root, 'mod')}`;
    for (const path of ['./mod', './mod/', './x/../mod', join(root, 'mod'), './link', '~/mod']) {
      expect(sourceIdentity(parseSource(path), { root, home: root })).toBe(expected);
    }
  });
});

describe('a local path as it is stored', () => {
  it.each([
    ['./mods/x', '/project/sub', './sub/mods/x'],
    ['../x', '/project/sub', './x'],
    ['../x', '/project', '../x'],
    ['.', '/project', '.'],
    ['/abs/x', '/project/sub', '/abs/x'],
    ['~/x', '/project/sub', '~/x'],
  ])(
    'a relative local source is stored relative to the project folder, and in the user scope to the home folder (differs from the peer): %s typed in %s is %s',
    (written, cwd, stored) => {
      expect(storedLocalPath(written, { root: cwd, home: base.home }, base)).toBe(stored);
    },
  );
});

describe('the install folder', () => {
  it.each([
    ['npm:name', 'npm/name'],
    ['@scope/name', 'npm/@scope/name'],
    ['Owner/Repo@v1', 'git/github.com/owner/repo'],
    ['https://gitlab.com/group/sub/repo', 'git/gitlab.com/group/sub+repo'],
    ['https://host.org:8443/owner/repo', 'git/host.org+8443/owner/repo'],
  ])('%s is installed in %s', (text, folder) => {
    expect(folderOf(text)?.split(sep).join('/')).toBe(folder);
  });

  const hostile = fc
    .array(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        '%2e',
        '%2f',
        '%5c',
        '~',
        '@',
        '#',
        ':',
        'a',
        'B',
        '+',
        '-',
        ' ',
        '\0',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(''));
  const prefix = fc.constantFrom(
    '',
    'npm:',
    'git:',
    'https://h.org/',
    'git@h.org:',
    'ssh://h.org/',
    'file:///',
    'git:h.org/',
    '@a/',
    'o/',
  );

  it('no spelling of a git source leads to an install folder outside `.registry/git`, nor any npm name outside `.registry/npm`', () => {
    fc.assert(
      fc.property(prefix, hostile, (before, rest) => {
        const folder = folderOf(before + rest);
        if (folder === undefined) return;
        const parts = folder.split(sep);
        expect(['npm', 'git']).toContain(parts[0]);
        expect(relative('/r', join('/r', folder))).toBe(folder);
        expect(
          parts.some((part) => part === '..' || part === '.' || part === '' || /[\\:\0]/.test(part)),
        ).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('an identity leads to the folder of its source, and no other text leads to one', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(prefix, hostile).map((parts) => parts.join('')),
          fc.constantFrom(...SPELLINGS),
        ),
        (text) => {
          const folder = folderOf(text);
          if (folder !== undefined) expect(installPathOfIdentity(identity(text))).toBe(folder);
        },
      ),
      { numRuns: 3000 },
    );
    for (const text of [
      '',
      'npm:../x',
      'git:h.org/a/..',
      'local:/x',
      './x',
      'owner/repo',
      'npm:x@1',
      'git:file:/../x/y',
    ]) {
      expect(() => installPathOfIdentity(text)).toThrow();
    }
  });

  it.each([
    'https://h.org:8443/a/b',
    'ssh://git@h.org:2222/a/b',
    'file:///srv/git/repo',
    'https://h.org/a/b%20c',
    'git@h.org:~me/x',
  ])('an identity leads to the folder of its source: %s', (text) => {
    expect(installPathOfIdentity(identity(text))).toBe(folderOf(text));
  });

  it('no install folder lies inside another, or is that of another source', () => {
    const part = fc.constantFrom('a', 'b', 'a+b', 'a%2Bb', '+', 'c');
    const path = fc
      .array(part, { minLength: 2, maxLength: 4 })
      .map((parts) => `https://h.org/${parts.join('/')}`);
    fc.assert(
      fc.property(path, path, (one, two) => {
        const [first, second] = [folderOf(one), folderOf(two)];
        if (first === undefined || second === undefined || identity(one) === identity(two)) return;
        expect(`${first}${sep}`.startsWith(`${second}${sep}`)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('any text', () => {
  it('is understood or refused with a diagnostic, never anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        try {
          identity(text);
        } catch (thrown) {
          expect(ModError.isInstance(thrown)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

function folderOf(text: string): string | undefined {
  try {
    const source = parseSource(text);
    return source.kind === 'local' ? undefined : installPath(source);
  } catch (thrown) {
    if (ModError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}
