import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_VERSION, defineMod, getModState, ModError, setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { type ImportedMod, importMod } from '../../src/import/import-mod.ts';
import { copyFixture, fixture, folderOf } from '../support/fixture.ts';

/** Imports the entry of a fixture; nothing is cached unless a test says so. */
async function importFixture(name: string, entry = 'index.ts'): Promise<ImportedMod> {
  return importMod({ file: fixture('import', name, entry) }, { cacheFolders: false });
}

/** What the factory of a fixture gives when it is called as a plain function. */
async function resultOf(name: string, entry = 'index.ts'): Promise<unknown> {
  const imported = await importFixture(name, entry);
  if (!imported.ok) throw new Error(JSON.stringify(imported.diagnostic));
  return (imported.factory as unknown as () => unknown)();
}

describe('a mod that cannot be imported is a diagnostic with its place and what to do', () => {
  it.each([
    ['a syntax error', 'syntax-error', 'MOD_SYNTAX_ERROR', 'index.ts', 4, 76],
    ['a syntax error in a helper', 'syntax-error-in-helper', 'MOD_SYNTAX_ERROR', 'words.ts', 3, 1],
    ['a helper that is not there', 'missing-file', 'MOD_IMPORT_MISSING', 'index.ts', 2, 24],
    ['a package that is not installed', 'missing-package', 'MOD_IMPORT_MISSING', 'index.ts', 1, 19],
    [
      'a dependency that is incomplete',
      'missing-package-of-dependency',
      'MOD_IMPORT_MISSING',
      'index.ts',
      1,
      19,
    ],
    ['a subpath of the host package', 'host-subpath', 'HOST_SUBPATH_UNKNOWN', 'index.ts', 1, 22],
    ['a name that the API does not have', 'host-export-missing', 'HOST_EXPORT_MISSING', 'index.ts', 1, 53],
    [
      'a name that a helper does not export',
      'imported-name-missing',
      'MOD_IMPORTED_NAME_MISSING',
      'index.ts',
      1,
      29,
    ],
    ['a throw at the top of a helper', 'throws-at-top', 'MOD_THREW_ON_IMPORT', 'settings.ts', 6, 22],
    ['a throw inside a dependency', 'throws-in-dependency', 'MOD_THREW_ON_IMPORT', 'index.ts', 1, undefined],
    [
      'a throw of something that is no error',
      'throws-a-string',
      'MOD_THREW_ON_IMPORT',
      'index.ts',
      undefined,
      undefined,
    ],
    ['no export at all', 'exports-nothing', 'MOD_NO_DEFAULT_EXPORT', 'index.ts', undefined, undefined],
    ['a named export only', 'named-export-only', 'MOD_NO_DEFAULT_EXPORT', 'index.ts', undefined, undefined],
    [
      'a default export that is an object',
      'default-is-object',
      'MOD_DEFAULT_NOT_FUNCTION',
      'index.ts',
      undefined,
      undefined,
    ],
    [
      'a default export that is undefined by a circle',
      'default-in-a-cycle',
      'MOD_IMPORT_CYCLE',
      'index.ts',
      undefined,
      undefined,
    ],
    [
      'a regular expression that only Node refuses',
      'broken-regular-expression',
      'MOD_SYNTAX_ERROR',
      'index.ts',
      2,
      undefined,
    ],
    ['a JSON file that does not parse', 'broken-json', 'MOD_SYNTAX_ERROR', 'data.json', undefined, undefined],
  ])('%s', async (_, name, code, file, line, column) => {
    const imported = await importFixture(name);
    const where = { file: fixture('import', name, file), ...(line && { line }), ...(column && { column }) };
    expect(imported).toMatchObject({ ok: false, diagnostic: { code, severity: 'error', where } });
    expect(!imported.ok && imported.diagnostic.where).toEqual(where);
    expect(!imported.ok && imported.diagnostic.hint).toMatch(/\w/);
  });

  it.each([
    ['named-export-only', 'index.ts', 'The mod has no default export; it exports register, version.'],
    ['exports-nothing', 'index.ts', 'The mod has no default export; it exports nothing.'],
    ['commonjs-named-only', 'index.js', 'The mod has no default export; it exports register.'],
    ['default-is-object', 'index.ts', 'The default export is an object, not a function.'],
    ['default-is-class', 'index.ts', 'The default export is a class, not a function.'],
    ['default-is-promise', 'index.ts', 'The default export is a promise, not a function.'],
    ['throws-at-top', 'index.ts', 'The mod threw while it was imported: There are no settings'],
    ['throws-in-dependency', 'index.ts', 'The mod threw while it was imported: TypeError: needs a terminal'],
    ['syntax-error', 'index.ts', 'The file does not parse: Unexpected token, expected ",".'],
    [
      'throws-a-string',
      'index.ts',
      'The mod threw while it was imported: a value that is no error, no error object',
    ],
  ])('%s says what was found', async (name, entry, message) => {
    expect(await importFixture(name, entry)).toMatchObject({ diagnostic: { message } });
  });

  it('a missing package is named with the file that imports it, and a type-only import is not missed', async () => {
    const imported = await importFixture('missing-package');
    const file = fixture('import/missing-package/index.ts');
    const message = `Cannot find the package not-installed, imported from ${file}.`;
    const hint =
      "Add not-installed to the dependencies of the mod's package.json and install them beside the mod.";
    expect(imported).toMatchObject({ diagnostic: { message, hint } });
  });

  it('an incomplete dependency is told apart from one that is not there', async () => {
    const imported = await importFixture('missing-package-of-dependency');
    expect(!imported.ok && imported.diagnostic.message).toMatch(
      /The package half-installed is incomplete: .*its-dependency/,
    );
  });

  it('a missing export of the host names the version that the host speaks', async () => {
    const imported = await importFixture('host-export-missing');
    expect(!imported.ok && imported.diagnostic.message).toBe(
      '@commandcode/harness does not export spawnAgent.',
    );
    expect(!imported.ok && imported.diagnostic.hint).toContain(`API ${API_VERSION}`);
  });

  it('a missing export of a helper lists what the helper does export', async () => {
    const imported = await importFixture('imported-name-missing');
    expect(!imported.ok && imported.diagnostic.hint).toContain('(farewell, greet)');
  });

  it('a default export lost in a circle names the files of the circle', async () => {
    const imported = await importFixture('default-in-a-cycle');
    const [a, b] = ['a.ts', 'b.ts'].map((file) => fixture('import/default-in-a-cycle', file));
    expect(!imported.ok && imported.diagnostic.message).toContain(`${a} -> ${b} -> ${a}`);
  });

  it('a file that is not there is a diagnostic, not a throw', async () => {
    const file = fixture('import/nothing-here.ts');
    expect(await importMod({ file })).toMatchObject({
      ok: false,
      diagnostic: { code: 'MOD_FILE_UNREADABLE', where: { file } },
    });
  });

  it('a diagnostic carries the name of the mod when it has one', async () => {
    const file = fixture('import/exports-nothing/index.ts');
    expect(await importMod({ file }, { name: 'guard' })).toMatchObject({ diagnostic: { mod: 'guard' } });
  });

  it('the files that were reached are given, so that a watcher sees the one that gets corrected', async () => {
    const imported = await importFixture('syntax-error-in-helper');
    const files = ['index.ts', 'words.ts'].map((file) => fixture('import/syntax-error-in-helper', file));
    expect([...imported.files]).toEqual(files);
  });

  it('a mod may catch the failure of an optional package and do without it', async () => {
    expect(await resultOf('optional-package-caught')).toBe('ERR_MODULE_NOT_FOUND');
  });
});

describe('what a mod may be written as', () => {
  it.each([
    ['module.exports = a function', 'commonjs-function', 'index.js', ['a']],
    [
      'CommonJS that was compiled from TypeScript',
      'commonjs-compiled-from-typescript',
      'index.js',
      'compiled',
    ],
    ['a plain .mjs file', 'plain-javascript', 'index.mjs', join('a', 'b')],
    ['a file with a byte order mark, a #! line and CRLF', 'shebang-and-byte-order-mark', 'index.ts', 'crlf'],
    [
      'an index that passes the default on, in a circle that does no harm',
      'reexport-in-a-harmless-cycle',
      'index.ts',
      'index',
    ],
    ['types passed on without the word type', 'type-passed-on-without-type-keyword', 'index.ts', 'loaded'],
  ])('%s', async (_, name, entry, value) => {
    expect(await resultOf(name, entry)).toEqual(value);
  });

  it('helpers of every kind, with and without extension, static and dynamic', async () => {
    const value = ['json', 'js', 'mjs', 'cjs', 'named', 'ts as js', 'bare', 'folder', 'red', 'lazy'];
    expect(await resultOf('every-kind-of-helper')).toEqual(value);
  });

  it('import.meta has url, dirname, filename and resolve, seen from the mod', async () => {
    const folder = fixture('import/import-meta');
    const text = join(folder, 'words.txt');
    expect(await resultOf('import-meta')).toEqual([
      'beside the mod',
      folder,
      join(folder, 'index.ts'),
      pathToFileURL(text).href,
    ]);
  });

  it('a helper that two files import is evaluated once', async () => {
    expect(await resultOf('evaluated-once')).toEqual([1, 2]);
  });

  it('files that wait for each other in a circle do not wait for ever', async () => {
    expect(await resultOf('waiting-in-a-circle')).toEqual(['a', 'b', 'b', 'a']);
  });
});

describe('a mod resolves packages from its own node_modules', () => {
  it.each([
    ['an ESM-only dependency', 'esm-only-dependency', ['default of esm', 'esm']],
    [
      'a CommonJS dependency, with names that Node does not see, a folder and a trailing slash',
      'commonjs-dependency',
      ['plain', 'hidden', 'plain', 'part', 'plain'],
    ],
    ['a dependency that ships TypeScript', 'typescript-dependency', 'from TypeScript'],
  ])('%s', async (_, name, value) => {
    expect(await resultOf(name)).toEqual(value);
  });

  it('a mod in a pnpm layout finds the packages that lie beside its real path', async () => {
    const root = folderOf({
      'node_modules/.pnpm/mod@1.0.0/node_modules/mod/index.ts':
        "import { v } from 'dep';\nexport default () => v;\n",
      'node_modules/.pnpm/mod@1.0.0/node_modules/dep/package.json': {
        name: 'dep',
        type: 'module',
        exports: './dep.js',
      },
      'node_modules/.pnpm/mod@1.0.0/node_modules/dep/dep.js': "export const v = 'beside';\n",
    });
    const link = join(root, 'node_modules', 'mod');
    symlinkSync(join(root, 'node_modules/.pnpm/mod@1.0.0/node_modules/mod'), link);
    const imported = await importMod({ file: join(link, 'index.ts') }, { cacheFolders: false });
    expect(imported.ok && (imported.factory as unknown as () => unknown)()).toBe('beside');
  });
});

describe("an import of the host package is answered by this host's API", () => {
  it('under every name, with the very same functions', async () => {
    expect(await resultOf('host-values')).toStrictEqual({ getModState, setModState, defineMod, ModError });
  });

  it('a copy in node_modules of the mod is passed over', async () => {
    expect(await resultOf('host-copy-in-node_modules')).toBe(getModState);
  });

  it('require of the host package is answered too', async () => {
    expect(await resultOf('host-required', 'index.cjs.js')).toBe(getModState);
  });

  it('a dependency of the mod that imports the host package gets the same copy', async () => {
    expect(await resultOf('host-imported-by-dependency')).toBe(getModState);
  });

  it('a type-only import of host types needs no installed package at run time', async () => {
    expect(await resultOf('types-of-host-only')).toBeUndefined();
  });
});

describe('every import evaluates the modules anew; only compiled text is kept', () => {
  it('a second import of an unchanged mod starts its variables over', async () => {
    expect(await resultOf('evaluated-once')).toEqual([1, 2]);
    expect(await resultOf('evaluated-once')).toEqual([1, 2]);
  });

  it.each(['helper.ts', 'helper.js', 'helper.mjs', 'helper.cjs', 'deep/leaf.ts', 'data.json'])(
    'a changed %s counts at the next import',
    async (helper) => {
      const isJson = helper.endsWith('.json');
      const text = (value: string): string => {
        if (isJson) return JSON.stringify({ value });
        return helper.endsWith('.cjs') ? `exports.value = '${value}';` : `export const value = '${value}';`;
      };
      const folder = folderOf({
        'index.ts': "import { value } from './middle.js';\nexport default () => value;\n",
        'middle.js': `export { value } from './${helper}';\n`,
        [helper]: text('old'),
      });
      const cacheFolders = [join(folder, 'cache')];
      const read = async (): Promise<unknown> => {
        const imported = await importMod({ file: join(folder, 'index.ts') }, { cacheFolders });
        return imported.ok ? (imported.factory as unknown as () => unknown)() : imported.diagnostic;
      };
      expect(await read()).toBe('old');
      writeFileSync(join(folder, helper), text('new'));
      expect(await read()).toBe('new');
    },
  );

  it('a dependency is evaluated once a process and stays as it was', async () => {
    const folder = folderOf({
      'index.ts': "import { id } from 'dep';\nexport default () => id;\n",
      'node_modules/dep/package.json': { name: 'dep', type: 'module', exports: './dep.js' },
      'node_modules/dep/dep.js': 'export const id = Symbol();\n',
    });
    const read = async (): Promise<unknown> => {
      const imported = await importMod({ file: join(folder, 'index.ts') }, { cacheFolders: false });
      return imported.ok && (imported.factory as unknown as () => unknown)();
    };
    const first = await read();
    expect(first).toBeTypeOf('symbol');
    expect(await read()).toBe(first);
  });

  it('a mod that imports nothing it can write to works from a read-only folder', async () => {
    const folder = copyFixture('import/plain-javascript');
    mkdirSync(join(folder, 'cache'), { mode: 0o500 });
    const imported = await importMod(
      { file: join(folder, 'index.mjs') },
      { cacheFolders: [join(folder, 'cache', 'x')] },
    );
    expect(imported.ok).toBe(true);
  });
});
