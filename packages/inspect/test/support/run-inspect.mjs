/** Drives the command as a child process: `node run-inspect.mjs '<options as JSON>'`. */

import { runInspect } from '@cmd-mods/inspect';

process.exitCode = await runInspect(JSON.parse(process.argv[2]), {
  cwd: process.cwd(),
  version: '0.0.0',
  color: false,
  ...(process.argv[3] ? { cacheFolder: process.argv[3] } : {}),
  out: (text) => process.stdout.write(text),
  report: (diagnostic) => process.stderr.write(`${diagnostic.code}: ${diagnostic.message}\n`),
});
