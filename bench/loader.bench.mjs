// Loading mods, whole processes beside a bare script that imports the same files already compiled.
// Needs a build; run with `node bench/loader.bench.mjs`. To measure a peer on the same files in the same run, install it anywhere and
// name its folder: `PI_CODING_AGENT=/somewhere/node_modules/@mariozechner/pi-coding-agent node bench/loader.bench.mjs`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare, finish } from './support/measure.mjs';

const root = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-loader-'));
const loader = new URL('../packages/loader/dist/load.js', import.meta.url).href;

/** A mod as people write them: types, a helper, a hook, a command. */
const typescript = (index) => `import type { ModApi } from '@cmd-mods/mod-api';
interface Options {
  readonly words: readonly string[];
  readonly limit?: number;
}
const options: Options = { words: ['polite', 'brief', 'kind'], limit: ${index} };
function pick<TItem>(items: readonly TItem[], at: number): TItem | undefined {
  return items[at % items.length];
}
export default function (cmd: ModApi): void {
  cmd.hooks({ appendSystemPrompt: () => \`Be \${pick(options.words, ${index})}.\` });
  cmd.addCommand({ name: 'mod-${index}', description: 'Says a word', handler: ({ args }) => ({ message: args }) });
}
`;
const compiled = (index) => `const options = { words: ['polite', 'brief', 'kind'], limit: ${index} };
function pick(items, at) {
  return items[at % items.length];
}
export default function (cmd) {
  cmd.hooks({ appendSystemPrompt: () => \`Be \${pick(options.words, ${index})}.\` });
  cmd.addCommand({ name: 'mod-${index}', description: 'Says a word', handler: ({ args }) => ({ message: args }) });
}
`;

/** Lays out `count` mods in a home folder, and the same ones compiled beside it. Gives the scripts that load them. */
function scene(count) {
  const folder = join(root, String(count));
  const mods = join(folder, 'home', '.commandcode', 'mods');
  mkdirSync(mods, { recursive: true });
  mkdirSync(join(folder, 'compiled'));
  const names = Array.from({ length: count }, (_, index) => `mod-${index}`);
  for (const [index, name] of names.entries()) {
    writeFileSync(join(mods, `${name}.ts`), typescript(index));
    writeFileSync(join(folder, 'compiled', `${name}.mjs`), compiled(index));
  }
  const write = (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const host =
    '{ register: async ({ factory }) => { if (typeof factory !== "function") throw new Error(); return { ok: true }; }, setPackageSkills() {}, conflicts: () => [], diagnostics: () => [] }';
  const files = names.map((name) => join(mods, `${name}.ts`));
  const peer = process.env.PI_CODING_AGENT;
  return {
    ours: write(
      'ours.mjs',
      `const { loadMods } = await import(${JSON.stringify(loader)});
const { mods, diagnostics } = await loadMods({ host: ${host}, cwd: ${JSON.stringify(folder)}, home: ${JSON.stringify(join(folder, 'home'))}, env: {} });
if (mods.length !== ${count} || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));\n`,
    ),
    bare: write(
      'bare.mjs',
      names
        .map(
          (name) =>
            `if (typeof (await import('./compiled/${name}.mjs')).default !== 'function') throw new Error();\n`,
        )
        .join(''),
    ),
    peer:
      peer &&
      write(
        'peer.mjs',
        `const { loadExtensions } = await import(${JSON.stringify(pathToFileURL(join(peer, 'dist/core/extensions/loader.js')).href)});
const { errors } = await loadExtensions(${JSON.stringify(files)}, ${JSON.stringify(folder)});
if (errors.some(({ error }) => /load|parse|import/i.test(error) && !/is not a function/.test(error))) throw new Error(JSON.stringify(errors));\n`,
      ),
  };
}

/** Starts a script again and again, one after the other. */
function starts(file) {
  return async (times) => {
    for (let index = 0; index < times; index += 1) {
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, HOME: root, XDG_CACHE_HOME: join(root, 'cache') },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`node ${file} exited with ${code}`);
    }
  };
}

const fifty = scene(50);
const many = scene(500);
await starts(fifty.ours)(1); // Fills the cache of compiled text.
await starts(many.ours)(1);
finish([
  ...(await compare({
    name: '50 mods, warm',
    subject: starts(fifty.ours),
    against: {
      'the same 50, compiled': { run: starts(fifty.bare), limit: 2 },
      ...(fifty.peer && { 'the pi coding agent': { run: starts(fifty.peer), limit: 1 } }),
    },
  })),
  ...(await compare({
    name: '500 mods, warm',
    subject: starts(many.ours),
    against: {
      'the same 500, compiled': { run: starts(many.bare), limit: 2 },
      '50 mods': { run: starts(fifty.ours), limit: 10 },
    },
  })),
]);
rmSync(root, { recursive: true, force: true });
