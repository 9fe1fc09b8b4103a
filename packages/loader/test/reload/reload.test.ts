import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createEchoModel, createHarness } from '@cmd-mods/harness';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReloadResult } from '../../src/reload/reload-mod.ts';
import { type ModWatch, watchMods } from '../../src/reload/watch-mods.ts';
import { folderOf } from '../support/fixture.ts';
import { type Scene, scene } from '../support/scene.ts';

/** A mod with one command whose name is the text that its helper exports. */
const INDEX =
  "import { text } from './helper.js';\nexport default (cmd) => { cmd.addCommand({ name: text, description: 'x', handler: () => undefined }); };\n";

const open: ModWatch[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watch) => watch.close()));
});

/** Loads the scene and watches it. */
async function watched(made: Scene, env: NodeJS.ProcessEnv = {}) {
  const loaded = await made.load();
  const results: ReloadResult[] = [];
  const warnings: string[] = [];
  const watch = watchMods({
    mods: loaded.mods,
    host: loaded.host,
    importing: { cacheFolders: false },
    env,
    onReload: (result) => results.push(result),
    onWarning: ({ message }) => warnings.push(message),
  });
  open.push(watch);
  await watch.ready;
  const commands = () => loaded.host.commands().map(({ name }) => name);
  return { ...loaded, watch, results, warnings, commands };
}

/** Waits until something holds; a test fails by its own time limit when it never does. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

function save(root: string, path: string, content: string): void {
  const file = join(root, '.commandcode/mods', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe('saving a file of a mod', () => {
  it.each(['helper.js', 'helper.ts'])(
    "evaluates the mod's own files anew, also %s that its index imports",
    async (helper) => {
      const made = scene({
        home: { 'mods/pack/index.ts': INDEX, [`mods/pack/${helper}`]: "export const text = 'old';\n" },
      });
      const { results, commands } = await watched(made);
      save(made.home, `pack/${helper}`, "export const text = 'new';\n");
      await until(() => results.length > 0);
      expect([commands(), results.map(({ name, ok }) => `${name} ${ok}`)]).toEqual([['new'], ['pack true']]);
    },
  );

  it('keeps its dependencies as loaded', async () => {
    const made = scene({
      home: {
        'mods/pack/index.ts':
          "import { id } from 'dep';\nexport default (cmd) => { cmd.expose('id', () => id); globalThis.__ids = [...(globalThis.__ids ?? []), id]; };\n",
        'mods/pack/node_modules/dep/package.json': { name: 'dep', type: 'module', exports: './dep.js' },
        'mods/pack/node_modules/dep/dep.js': 'export const id = Symbol();\n',
      },
    });
    const { watch } = await watched(made);
    await watch.reload('pack');
    const ids = (globalThis as { __ids?: unknown[] }).__ids ?? [];
    expect([ids.length, ids[0] === ids[1]]).toEqual([2, true]);
  });

  it('runs old `onSessionEnd`, disposes all but added tools, runs the new factory, then `onSessionStart`, with reason and source `reload`', async () => {
    const code = (version: string) => `export default (cmd) => {
      const log = (line) => { globalThis.__log = [...(globalThis.__log ?? []), '${version} ' + line]; };
      log('factory');
      cmd.addTool({ schema: { name: 'tool-${version}', description: 'x', input_schema: { type: 'object' } }, run: () => ({ ok: true, content: [] }) });
      cmd.addCommand({ name: 'command-${version}', description: 'x', handler: () => undefined });
      cmd.hooks({ onSessionEnd: ({ reason }) => log('end ' + reason), onSessionStart: ({ source }) => log('start ' + source) });
    };`;
    const made = scene({ home: { 'mods/a.ts': code('old') } });
    const { host, watch, commands } = await watched(made);
    const harness = await createHarness({ modHost: host, modelClient: createEchoModel(), model: 'echo' });
    save(made.home, 'a.ts', code('new'));
    expect(await watch.reload('a')).toMatchObject([{ name: 'a', ok: true }]);
    await sleep(0);
    expect((globalThis as { __log?: unknown }).__log).toEqual([
      'old factory',
      'old start startup',
      'old end reload',
      'new factory',
      'new start reload',
    ]);
    expect(commands()).toEqual(['command-new']);
    expect(host.tools().map(({ tool }) => tool.schema.name)).toContain('tool-old');
    await harness.dispose();
  });

  it.each([
    ['that does not parse', 'export default (cmd) => {\n'],
    ['that throws at its top', "throw new Error('top');\n"],
    ['that has no default export', 'export const x = 1;\n'],
    [
      'whose factory throws',
      "export default (cmd) => { cmd.addCommand({ name: 'half', description: 'x', handler: () => undefined }); throw new Error('no'); };\n",
    ],
  ])('%s keeps the old code, its registrations and its `cmd` working, and says why', async (_, broken) => {
    const good =
      "export default (cmd) => { cmd.addCommand({ name: 'old', description: 'x', handler: () => ({ message: cmd.name }) }); };\n";
    const made = scene({ home: { 'mods/a.ts': good } });
    const { results, commands, host } = await watched(made);
    save(made.home, 'a.ts', broken);
    await until(() => results.length > 0);
    expect([commands(), results[0]?.ok, results[0]?.diagnostic?.mod]).toEqual([['old'], false, 'a']);
    expect(await host.runCommand('old', '')).toEqual({ message: 'a' });
    save(made.home, 'a.ts', good.replace("'old'", "'fixed'"));
    await until(() => results.at(-1)?.ok === true);
    expect(commands()).toEqual(['fixed']);
  });

  it('a helper that comes with a reload is watched from then on', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { results, commands } = await watched(made);
    save(made.home, 'pack/leaf.ts', "export const text = 'two';\n");
    save(made.home, 'pack/helper.ts', "export { text } from './leaf.ts';\n");
    await until(() => commands()[0] === 'two');
    const before = results.length;
    save(made.home, 'pack/leaf.ts', "export const text = 'three';\n");
    await until(() => results.length > before);
    expect(commands()).toEqual(['three']);
  });

  it('a file that was missing is seen when it comes, with one save', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { results, commands } = await watched(made);
    save(made.home, 'pack/helper.ts', "export { text } from './late.js';\n");
    await until(() => results.at(-1)?.ok === false);
    save(made.home, 'pack/late.ts', "export const text = 'late';\n");
    await until(() => results.at(-1)?.ok === true);
    expect(commands()).toEqual(['late']);
  });

  it('a save by renaming, as editors do, is seen, and so is the one after it', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { commands } = await watched(made);
    for (const text of ['two', 'three']) {
      save(made.home, 'pack/.helper.tmp', `export const text = '${text}';\n`);
      const folder = join(made.home, '.commandcode/mods/pack');
      renameSync(join(folder, '.helper.tmp'), join(folder, 'helper.ts'));
      await until(() => commands()[0] === text);
    }
    expect(commands()).toEqual(['three']);
  });

  it('storms of saves settle into one reload', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { results, commands } = await watched(made);
    for (let index = 0; index < 20; index += 1)
      save(made.home, 'pack/helper.ts', `export const text = 'save-${index}';\n`);
    await until(() => results.length > 0);
    await sleep(300);
    expect([commands(), results.length]).toEqual([['save-19'], 1]);
  });

  it('of a file that two mods share reloads both, in their order, and no other', async () => {
    const index = (name: string) =>
      INDEX.replace("'./helper.js'", "'./lib/shared.ts'").replace('name: text', `name: '${name}-' + text`);
    const made = scene({
      home: {
        'mods/a.ts': index('a'),
        'mods/b.ts': index('b'),
        'mods/c.ts': 'export default () => {};\n',
        'mods/lib/shared.ts': "export const text = 'one';\n",
      },
    });
    const { results, commands } = await watched(made);
    save(made.home, 'lib/shared.ts', "export const text = 'two';\n");
    await until(() => results.length >= 2);
    expect([results.map(({ name }) => name), commands()]).toEqual([
      ['a', 'b'],
      ['a-two', 'b-two'],
    ]);
  });

  it('a mod whose file is deleted keeps running, and says that the file is gone', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { results, commands } = await watched(made);
    rmSync(join(made.home, '.commandcode/mods/pack/index.ts'));
    await until(() => results.length > 0);
    expect([commands(), results[0]?.diagnostic?.code]).toEqual([['one'], 'MOD_FILE_UNREADABLE']);
  });
});

describe('a mod that failed at the start', () => {
  it('loads once it is corrected, behind the others, and is reloaded from then on', async () => {
    const made = scene({
      home: { 'mods/a.ts': 'export default (\n', 'mods/b.ts': 'export default () => {};\n' },
    });
    const { results, host, commands } = await watched(made);
    const code = (name: string) =>
      `export default (cmd) => { cmd.addCommand({ name: '${name}', description: 'x', handler: () => undefined }); };\n`;
    save(made.home, 'a.ts', code('one'));
    await until(() => results.at(-1)?.ok === true);
    expect([host.mods().map(({ name }) => name), commands()]).toEqual([['b', 'a'], ['one']]);
    save(made.home, 'a.ts', code('two'));
    await until(() => commands()[0] === 'two');
    expect(host.mods()).toHaveLength(2);
  });
});

describe('reloading by hand', () => {
  it('reloads one mod by name, or all; an unknown name reloads nothing', async () => {
    const made = scene({
      home: { 'mods/a.ts': 'export default () => {};\n', 'mods/b.ts': 'export default () => {};\n' },
    });
    const { watch } = await watched(made);
    const names = async (name?: string) => (await watch.reload(name)).map((result) => result.name);
    expect([await names('b'), await names(), await names('x')]).toEqual([['b'], ['a', 'b'], []]);
  });

  it('works with `COMMANDCODE_MODS_HOT_RELOAD=0`, which turns only the watcher off', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { watch, results, commands } = await watched(made, { COMMANDCODE_MODS_HOT_RELOAD: '0' });
    save(made.home, 'pack/helper.ts', "export const text = 'two';\n");
    await sleep(400);
    expect([results, commands()]).toEqual([[], ['one']]);
    await watch.reload('pack');
    expect(commands()).toEqual(['two']);
  });

  it('takes turns: two at once run one after the other', async () => {
    const slow =
      'export default async (cmd) => {\n  globalThis.__running = (globalThis.__running ?? 0) + 1;\n  globalThis.__most = Math.max(globalThis.__most ?? 0, globalThis.__running);\n  await new Promise((resolve) => setTimeout(resolve, 20));\n  globalThis.__running -= 1;\n};\n';
    const made = scene({ home: { 'mods/a.ts': slow } });
    const { watch } = await watched(made);
    await Promise.all([watch.reload('a'), watch.reload('a'), watch.reload()]);
    expect((globalThis as { __most?: number }).__most).toBe(1);
  });

  it('after it is closed, a save reloads nothing', async () => {
    const made = scene({
      home: { 'mods/pack/index.ts': INDEX, 'mods/pack/helper.ts': "export const text = 'one';\n" },
    });
    const { watch, results } = await watched(made);
    await watch.close();
    save(made.home, 'pack/helper.ts', "export const text = 'two';\n");
    await sleep(300);
    expect(results).toEqual([]);
  });
});

describe('the watcher', () => {
  it('does not hold the process open', async () => {
    const dist = (path: string) =>
      JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist', path)).href);
    const file = join(folderOf({ 'a.ts': 'export default () => {};' }), 'a.ts');
    const script = `
      import { watchMods } from ${dist('reload/watch-mods.js')};
      const entry = { name: 'a', file: ${JSON.stringify(file)} };
      const watch = watchMods({ mods: [{ entry, files: new Set([entry.file]) }], host: {} });
      await watch.ready;
      console.log('ready');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 15_000,
    });
    expect(stdout).toBe('ready\n');
  });
});
