// Bundles the program. A start would otherwise load some 180 small modules, which costs more than all the rest of it.
// What stands in the package's `dependencies` stays outside: big, loaded rarely, or with files of its own.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const root = new URL('../packages/cli/', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const outdir = new URL('bundle/', root);

rmSync(outdir, { recursive: true, force: true });
/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: outdir.pathname,
  bundle: true,
  platform: 'node',
  format: 'esm',
  // jsonc-parser's CommonJS build requires its parts in a way that no bundler can follow; its ES build is under "module".
  mainFields: ['module', 'main'],
  target: 'node20',
  conditions: ['@cmd-mods/source'],
  external: Object.keys(dependencies),
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  logLevel: 'warning',
  // CommonJS packages in the bundle call `require` for node's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
  },
};

await build({
  ...common,
  entryPoints: {
    bin: new URL('src/bin.ts', root).pathname,
    // A thread of the scanner starts with a file, which it looks for beside its own.
    'read-worker': new URL('../inspect/src/target/read-worker.ts', root).pathname,
  },
  splitting: true,
  chunkNames: '[name]-[hash]',
});

// What `cmd mods test` gives to every Node process of a run. Each is one small file: a chunk shared with the program would bring along
// much that they do not need.
await build({
  ...common,
  entryPoints: {
    'test-register': new URL('src/test-run/register.ts', root).pathname,
    'test-hooks': new URL('src/test-run/hooks.ts', root).pathname,
  },
});

// For editors, which find them at one place whatever else is installed; see docs/editor-support.md.
cpSync(new URL('../schemas/', import.meta.url), new URL('schemas/', outdir), { recursive: true });

// For coding agents that write mods, in the form in which any agent takes skills.
cpSync(new URL('../skills/', import.meta.url), new URL('skills/', outdir), { recursive: true });
