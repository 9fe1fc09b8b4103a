import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, type PackageFiles } from '@cmd-mods/inspect';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseFolders, casesIn, sourcesOf } from './support/cases.ts';

// Threads start with a file of the built package.
const built = new URL('../dist/target/read-ahead.js', import.meta.url).href;
const { readAhead } = (await import(built)) as typeof import('../src/target/read-ahead.ts');

const AT_ONCE = { threads: 2, filesForThreads: 1 };

async function onThreads(files: PackageFiles, entries: readonly string[], more: object = {}) {
  const ahead = await readAhead(files, { entries, ...AT_ONCE, ...more });
  return { report: inspect(files, { entries, read: ahead.read }), notes: ahead.notes };
}

const statement = fc.constantFrom(
  'process.env.HOME;',
  "fetch('https://a.example');",
  "require('child_process').exec('x');",
  'eval(name);',
  'let = ;',
  'const a = b + 1;',
  'cmd.hooks({ onStop() {} });',
);

describe('reading on several threads', () => {
  it('gives the report of one thread, to the byte, for all cases together', async () => {
    const files = new Map<string, string>();
    const entries: string[] = [];
    for (const [index, one] of caseFolders().flatMap(casesIn).entries()) {
      for (const [path, text] of Object.entries(sourcesOf(one))) files.set(`c${index}/${path}`, text);
      entries.push(`c${index}/${one.expected.entry}`);
    }
    const { report, notes } = await onThreads(files, entries);

    expect(notes).toEqual([]);
    expect(JSON.stringify(report)).toBe(JSON.stringify(inspect(files, { entries })));
  });

  it('gives the report of one thread for any package', async () => {
    const file = fc.record({
      imports: fc.array(fc.nat(299), { maxLength: 4 }),
      body: fc.array(statement, { maxLength: 3 }),
    });
    const packages = fc.array(file, { minLength: 200, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(packages, async (list) => {
        const files = new Map(
          list.map(({ imports, body }, index) => [
            `f${index}.ts`,
            Buffer.from([...imports.map((to) => `import './f${to}';`), ...body].join('\n')),
          ]),
        );
        const { report, notes } = await onThreads(files, ['f0.ts', 'f1.ts', 'f2.ts']);

        expect(notes).toEqual([]);
        expect(JSON.stringify(report)).toBe(
          JSON.stringify(inspect(files, { entries: ['f0.ts', 'f1.ts', 'f2.ts'] })),
        );
      }),
      { numRuns: 4 },
    );
  });

  it('names files that are nested too deeply, damaged or not there as one thread does', async () => {
    const files = new Map<string, Uint8Array | string | (() => Uint8Array)>([
      [
        'index.ts',
        "import './deep'; import './damaged'; import './gone'; import './refused'; import './fine';",
      ],
      ['deep.ts', `const d = ${'['.repeat(5000)}`],
      ['damaged.ts', Uint8Array.from([0x2f, 0x2f, 0xff])],
      [
        'refused.ts',
        () => {
          throw new Error('EACCES');
        },
      ],
      ['fine.ts', 'process.env.HOME'],
    ]);
    const { report, notes } = await onThreads(files, ['index.ts']);

    expect(notes).toEqual([]);
    expect(JSON.stringify(report)).toBe(JSON.stringify(inspect(files, { entries: ['index.ts'] })));
    expect(report.files.filter(({ read }) => read === 'none').map(({ path }) => path)).toEqual([
      'deep.ts',
      'gone',
      'refused.ts',
    ]);
  });

  it('names a file that takes all memory of a thread, and reads the others', async () => {
    const huge = `const a = [${'[],'.repeat(300_000)}];`;
    const files = new Map([
      ['index.ts', `${[0, 1, 2, 3].map((n) => `import './huge${n}';`).join('')}import './fine';`],
    ]);
    for (const n of [0, 1, 2, 3]) files.set(`huge${n}.ts`, huge);
    files.set('fine.ts', 'process.env.HOME');
    const { report } = await onThreads(files, ['index.ts'], { megabytes: 60 });
    const unread = report.files.filter(({ read }) => read === 'none');

    expect(unread.length).toBeGreaterThan(0);
    expect(new Set(unread.map(({ reason }) => reason))).toEqual(
      new Set(['reading it takes more than 60 MB of memory']),
    );
    expect(report.files).toContainEqual({ path: 'fine.ts', read: 'full', reached: true });
    expect(report.reach.network.state).toBe('unknown');
  });

  it('reads everything on one thread when others cannot start, and says so', async () => {
    // The sources have no built worker beside them.
    const { readAhead: withoutWorker } = await import('../src/target/read-ahead.ts');
    const files = new Map([['index.ts', '']]);
    for (let index = 0; index < 50; index += 1) files.set(`f${index}.ts`, 'process.env.HOME');
    files.set('index.ts', [...files.keys()].map((path) => `import './${path}';`).join('\n'));
    const ahead = await withoutWorker(files, { ...AT_ONCE, entries: ['index.ts'] });

    expect(ahead.notes[0]).toMatch(/^a thread that reads files failed, and others read on \(.*read-worker/);
    expect(inspect(files, { entries: ['index.ts'], read: ahead.read })).toEqual(
      inspect(files, { entries: ['index.ts'] }),
    );
  });

  it('works in the built program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inspect-threads-'));
    const program = fileURLToPath(new URL('../../cli/bin/cmd.js', import.meta.url));
    mkdirSync(join(folder, 'mod'));
    for (let index = 0; index < 2500; index += 1)
      writeFileSync(join(folder, `mod/f${index}.ts`), 'process.env.HOME;\n');
    const imports = Array.from({ length: 2500 }, (_, index) => `import './f${index}.ts';\n`).join('');
    writeFileSync(join(folder, 'mod/index.ts'), imports);
    const { stdout } = spawnSync(
      process.execPath,
      [program, 'mods', 'inspect', join(folder, 'mod'), '--json'],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    rmSync(folder, { recursive: true, force: true });
    const report = JSON.parse(stdout);

    expect(report.files).toHaveLength(2501);
    expect(report.notes).toHaveLength(1);
  });
});
