import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

const TEST_FILE = /\.test\.[mc]?[jt]sx?$/;

/**
 * The test files of a path, sorted: those in a folder at any depth, but for hidden folders and `node_modules`; a test file itself; and
 * for any other file the tests that are called after it and stand beside it. Links to folders are not followed.
 */
export function findTests(path: string): readonly string[] {
  if (statSync(path).isDirectory()) return testsIn(path).toSorted();
  if (TEST_FILE.test(path)) return [path];
  const stem = basename(path, extname(path));
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${stem}.test.`) && TEST_FILE.test(name))
    .map((name) => join(dirname(path), name))
    .toSorted();
}

function testsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : testsIn(path);
    }
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}
