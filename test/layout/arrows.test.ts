import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { circles, importsBelow } from './support/imports.ts';
import { PACKAGES } from './support/packages.ts';

/** Which packages a package may import. mod-api is what all of them talk about, so all but hooks may. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  hooks: [],
  'mod-api': [],
  harness: ['hooks', 'mod-api'],
  loader: ['mod-api', 'harness'],
  inspect: ['mod-api'],
  screen: ['mod-api', 'harness'],
  registry: ['mod-api', 'inspect', 'loader'],
  check: ['mod-api', 'loader', 'inspect', 'registry'],
  testing: ['mod-api', 'harness', 'loader', 'screen'],
  cli: [
    'mod-api',
    'hooks',
    'harness',
    'loader',
    'inspect',
    'screen',
    'registry',
    'check',
    'testing',
    'create-cmd-mod',
  ],
  'create-cmd-mod': [],
};

const SCOPE = '@cmd-mods/';

/** The package of an import, whether it is the package itself or a part of it. */
function packageOf(specifier: string): string {
  return specifier.slice(SCOPE.length).split('/')[0] ?? '';
}

describe.each(PACKAGES)('the package $name', ({ name, folder, manifest }) => {
  const source = join(folder, 'src');
  const imports = importsBelow(source);
  const others = imports.filter(({ specifier }) => specifier.startsWith(SCOPE));

  it('has its row in the table of arrows', () => {
    expect(Object.keys(ARROWS)).toContain(name);
  });

  it('imports no package but those its arrows lead to', () => {
    const wrong = others.filter(({ specifier }) => !ARROWS[name]?.includes(packageOf(specifier)));
    expect(wrong).toEqual([]);
  });

  it('depends on no package but those its arrows lead to', () => {
    const scoped = Object.keys(manifest.dependencies ?? {}).filter((dependency) =>
      dependency.startsWith(SCOPE),
    );
    expect(ARROWS[name]).toEqual(
      expect.arrayContaining(scoped.map((dependency) => dependency.slice(SCOPE.length))),
    );
  });

  it('reaches into no other package by path', () => {
    const escapes = imports.filter(({ from, specifier }) => {
      return specifier.startsWith('.') && join('/src', from, '..', specifier).startsWith('/src/') === false;
    });
    expect(escapes).toEqual([]);
  });

  it('has no import circle', () => {
    expect(circles(imports)).toEqual([]);
  });
});

describe('the loader', () => {
  const loader = PACKAGES.find(({ name }) => name === 'loader');

  it('takes nothing from the harness but the type of the mod host', () => {
    const taken = importsBelow(join(loader?.folder ?? '', 'src')).filter(
      ({ specifier }) => specifier.startsWith(SCOPE) && packageOf(specifier) === 'harness',
    );
    expect(taken.filter(({ isType, names }) => !isType || names.some((name) => name !== 'ModHost'))).toEqual(
      [],
    );
  });
});

describe('the screen', () => {
  it('takes nothing from the harness but types, so that it draws without loading it', () => {
    const screen = PACKAGES.find(({ name }) => name === 'screen');
    const taken = importsBelow(join(screen?.folder ?? '', 'src')).filter(
      ({ specifier }) => specifier === '@cmd-mods/harness',
    );
    expect(taken.filter(({ isType }) => !isType)).toEqual([]);
  });
});

describe('the reading of imports', () => {
  const folderOf = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-layout-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };

  it.each([
    { code: "import { a } from 'x';", isType: false, names: ['a'] },
    { code: "import type { a as b } from 'x';", isType: true, names: ['a'] },
    { code: "import { type a } from 'x';", isType: true, names: ['a'] },
    { code: "import a, { type b } from 'x';", isType: false, names: ['b'] },
    { code: "import 'x';", isType: false, names: [] },
    { code: "export * from 'x';", isType: false, names: [] },
    { code: "export type { a } from 'x';", isType: true, names: [] },
    { code: "await import('x');", isType: false, names: [] },
    { code: "let a: import('x').A;", isType: true, names: [] },
  ])('sees $code', ({ code, isType, names }) => {
    expect(importsBelow(folderOf({ 'a.ts': code }))).toEqual([
      { from: 'a.ts', specifier: 'x', isType, names },
    ]);
  });

  it('finds a circle, also one that goes over three files', () => {
    const files = {
      'a.ts': "import './b.ts';",
      'b.ts': "import type { C } from './c.ts';",
      'c.ts': "export * from './a.ts';",
      'd.ts': "import './a.ts';",
    };
    expect(circles(importsBelow(folderOf(files)))).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
  });
});
