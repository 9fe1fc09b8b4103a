import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The real path of something in `test/fixtures`. */
export function fixture(...parts: readonly string[]): string {
  return fileURLToPath(new URL(join('../fixtures', ...parts), import.meta.url));
}

/** A new temporary folder, by its real path. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-test-')));
}

/** A copy of a fixture that a test may change. */
export function copyFixture(...parts: readonly string[]): string {
  const copy = temporaryFolder();
  cpSync(fixture(...parts), copy, { recursive: true });
  return copy;
}

/** A temporary folder with these files in it; a value that is no text is written as JSON. */
export function folderOf(files: Readonly<Record<string, unknown>>, root: string = temporaryFolder()): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
  return root;
}

/** A settings file of this text. */
export function settingsFile(text: string): string {
  return join(folderOf({ 'settings.json': text }), 'settings.json');
}
