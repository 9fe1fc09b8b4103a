import { mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadCompiler } from '@cmd-mods/inspect';
import { afterAll, describe, expect, it } from 'vitest';
import { makeProgram } from '../src/facts/program.ts';
import { folderOf, removeFolders } from './support/workbench.ts';

afterAll(removeFolders);

describe('the program over a mod', () => {
  it("reads Node's types once, though they are installed as a link", () => {
    const folder = folderOf({
      'index.ts': "import type { ModApi } from '@cmd-mods/mod-api';\nexport default (_: ModApi) => {};\n",
    });
    const types = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(types, join(folder, 'node_modules/@types/node'), 'junction');
    const { program } = makeProgram(loadCompiler(), folder, [join(folder, 'index.ts')]);
    const read = program.getSourceFiles().filter(({ fileName }) => fileName.endsWith('@types/node/fs.d.ts'));
    expect(read.map(({ fileName }) => fileName)).toEqual([join(types, 'fs.d.ts')]);
  });
});
