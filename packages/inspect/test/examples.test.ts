import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectTarget } from '@cmd-mods/inspect';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['examples', 'templates']
  .filter((one) => existsSync(join(root, one)))
  .flatMap((one) =>
    readdirSync(join(root, one), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${one}/${name}`),
  );

describe('the report on each example and template', () => {
  it.each(folders)('%s is the committed one', async (folder) => {
    const report = await inspectTarget(folder, { cwd: root });

    await expect(`${JSON.stringify(report, null, 2)}\n`).toMatchFileSnapshot(
      `fixtures/reports/${folder}.json`,
    );
  });

  it.each(folders)('%s leaves nothing unknown or unread', async (folder) => {
    const { reach, files } = await inspectTarget(folder, { cwd: root });

    expect(Object.values(reach).filter(({ state }) => state === 'unknown')).toEqual([]);
    expect(files.filter((file) => file.reached && file.read !== 'full')).toEqual([]);
  });
});
