import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

let bench: Workbench;

beforeEach(() => {
  bench = workbench();
  mkdirSync(join(bench.project, 'sub', 'my-mod'), { recursive: true });
  writeFileSync(join(bench.project, 'sub', 'my-mod', 'index.ts'), 'export default () => {};');
  writeFileSync(join(bench.project, 'single.ts'), 'export default () => {};');
});
afterEach(() => bench.dispose());

describe('local sources', () => {
  it('a local source is loaded in place and not copied', async () => {
    const outcome = await bench.add('./sub/my-mod');
    expect(outcome).toMatchObject({
      status: 'linked',
      path: join(bench.project, 'sub', 'my-mod'),
      mods: ['index'],
    });
    expect(bench.files()).toEqual(['settings.json']);
  });

  it('a local source may be a single file', async () => {
    expect(await bench.add('./single.ts')).toMatchObject({ status: 'linked', mods: ['single'] });
  });

  it('a relative local source is stored relative to the project folder, and in the user scope to the home folder (differs from the peer)', async () => {
    await bench.add('./my-mod', { cwd: join(bench.project, 'sub') });
    expect(bench.sources()).toEqual(['./sub/my-mod']);
    await bench.add('./my-mod', { cwd: join(bench.project, 'sub'), scope: 'user' });
    expect(bench.sources('user')).toEqual(['../project/sub/my-mod']);
  });

  it('added again in another spelling it stays one entry', async () => {
    await bench.add('./sub/my-mod');
    expect((await bench.add(join(bench.project, 'sub', 'my-mod'))).status).toBe('unchanged');
    expect(bench.sources()).toEqual(['./sub/my-mod']);
  });

  it.each(['./sub/my-mod', './sub/my-mod/', 'absolute'])(
    'remove finds a local source typed with a trailing slash, with `./`, relative or absolute: %s',
    async (typed) => {
      await bench.add('./sub/my-mod');
      const path = typed === 'absolute' ? join(bench.project, 'sub', 'my-mod') : typed;
      expect(await bench.remove(path)).toMatchObject([{ status: 'removed', mods: ['index'] }]);
      expect(bench.sources()).toEqual([]);
    },
  );

  it('remove leaves the files of a local source where they are', async () => {
    await bench.add('./sub/my-mod');
    await bench.remove('../my-mod', { cwd: join(bench.project, 'sub', 'other') });
    expect((await bench.add('./sub/my-mod')).status).toBe('linked');
  });

  it('a path with nothing there, or with no mods, is refused', async () => {
    mkdirSync(join(bench.project, 'nothing'));
    expect(await rejectionOf(bench.add('./missing'))).toMatchObject({ code: 'SOURCE_LOCAL_MISSING' });
    expect(await rejectionOf(bench.add('./nothing'))).toMatchObject({ code: 'PACKAGE_NO_MODS' });
    expect(bench.files()).toEqual([]);
  });

  it('update has nothing to do for it', async () => {
    await bench.add('./sub/my-mod');
    expect(await bench.update()).toMatchObject([{ status: 'linked', source: './sub/my-mod' }]);
  });
});
