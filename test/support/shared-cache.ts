// One cache folder for the whole run: what one test file compiled, the next need not. Nothing in it can change an outcome, since
// an entry holds the source that it was made from.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function sharedCache(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-cache-'));
  process.env.XDG_CACHE_HOME = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
