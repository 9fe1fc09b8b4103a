// The run has a temporary folder of its own, which goes away with it: nothing that a test, or a program that it had to kill, left
// behind stays. In it is one cache for all files: what one compiled, the next need not. The cache cannot change an outcome, since
// an entry holds the source that it was made from.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

// Short: what Chromium keeps in there are sockets, whose paths have to fit into 108 bytes.
const PREFIX = 'cmd-mods-run-';

export default function ownTemporaryFolder(): (() => void) | undefined {
  // Called for each project of one run, in one process.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
  // Some tests act as another user.
  chmodSync(folder, 0o755);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  // A program that has just been killed may still write its last file.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
