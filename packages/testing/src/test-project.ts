import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from './diagnostics.ts';

/** A project of a test's own, and the home folder around it. */
export interface TestProject {
  /** Absolute, links followed. */
  readonly home: string;
  /** `project` in the home folder, so that nothing above it is taken for a project. */
  readonly cwd: string;
  /** Removes both. */
  remove(): void;
}

/**
 * Makes a temporary project with these files, by path relative to it.
 * @throws ModError `TEST_FILE_OUTSIDE`; nothing is left behind then.
 */
export function createTestProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-test-')));
  const cwd = join(home, 'project');
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  try {
    mkdirSync(cwd);
    for (const [path, text] of Object.entries(files)) write(cwd, path, text);
  } catch (error) {
    remove();
    throw error;
  }
  return { home, cwd, remove };
}

/** Writes settings to the `.commandcode` of a folder: a project's, or the home folder's. */
export function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(folder, '.commandcode'), { recursive: true });
  writeFileSync(join(folder, '.commandcode', 'settings.json'), JSON.stringify(settings, null, 2));
}

function write(cwd: string, path: string, text: string): void {
  const file = resolve(cwd, path);
  const inside = relative(cwd, file);
  if (isAbsolute(path) || inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
    const message = `The file ${JSON.stringify(path)} would not lie in the test project.`;
    throw new ModError(diagnostic('TEST_FILE_OUTSIDE', { message }));
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
