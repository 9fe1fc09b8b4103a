import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checkTarget } from '../../packages/check/src/index.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const shown = ['examples', 'templates'].flatMap((folder) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`)
    : [],
);

// What people copy from must pass. Loading is what the other tests of this folder do all day.
it.each(shown)('%s passes cmd mods check', { timeout: 60_000 }, async (path) => {
  const world = { cwd: ROOT, home: join(ROOT, 'no-such-home'), env: {}, load: false };
  const { findings } = await checkTarget(path, world);
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
});
