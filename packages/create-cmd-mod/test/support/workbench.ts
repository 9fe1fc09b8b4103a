import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ScaffoldOptions, type ScaffoldReport, type ScaffoldWorld, scaffold } from '../../src/index.ts';

/** A folder of its own for one test, with a home folder that git knows nothing of. */
export interface Workbench {
  readonly cwd: string;
  /** Scaffolds without installing; check and test pass unless `more` says otherwise. */
  make(options?: ScaffoldOptions, more?: Partial<ScaffoldWorld>): Promise<ScaffoldReport | undefined>;
  /** Every file below, relative, with what git keeps for itself left out. */
  files(): readonly string[];
}

export function workbench(files: Readonly<Record<string, string>> = {}): Workbench {
  const root = mkdtempSync(join(tmpdir(), 'cmd-mods-new-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const cwd = join(root, 'here');
  mkdirSync(cwd);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const passed = async () => ({ status: 'passed', output: '' }) as const;
  return {
    cwd,
    make: (options = {}, more = {}) =>
      scaffold(
        { git: false, install: false, ...options },
        {
          cwd,
          env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
          signal: new AbortController().signal,
          check: passed,
          test: passed,
          now: new Date('2031-05-06T12:00:00Z'),
          ...more,
        },
      ),
    files: () =>
      readdirSync(cwd, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(cwd, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((path) => !/(?:^|\/)\.git\//.test(path))
        .toSorted(),
  };
}
