import { mkdirSync, mkdtempSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
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
  const home = mkdtempSync(join(realTemporaryFolder(), 'cmd-mods-test-'));
  const cwd = join(home, 'project');
  const remove = () => removeHome(home, cwd);
  try {
    mkdirSync(cwd);
    for (const [path, text] of Object.entries(files)) write(cwd, path, text);
  } catch (error) {
    remove();
    throw error;
  }
  return { home, cwd, remove };
}

let temporary: { readonly given: string; readonly real: string } | undefined;

/** Where temporary folders go, links followed. */
function realTemporaryFolder(): string {
  const given = tmpdir();
  if (temporary?.given !== given) temporary = { given, real: realpathSync(given) };
  return temporary.real;
}

function removeHome(home: string, cwd: string): void {
  try {
    // Most tests leave nothing behind, and two empty folders go without a search through them.
    rmdirSync(cwd);
    rmdirSync(home);
  } catch {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
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
