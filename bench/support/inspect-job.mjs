// One job of the scanner's bench, in a process of its own: `scan <folder> [cache]`, `read <folder> <threads>`, `floor <folder>`, `nothing`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [what, folder, more] = process.argv.slice(2);
let found = {};

if (what === 'scan') {
  const { runInspect } = await import('@cmd-mods/inspect');
  let text = '';
  const io = {
    cwd: folder,
    version: '0',
    color: false,
    ...(more ? { cacheFolder: more } : {}),
    out: (part) => {
      text += part;
    },
    report: () => undefined,
  };
  await runInspect({ targets: ['.'], json: true }, io);
  const report = JSON.parse(text);
  found = {
    reached: report.files.filter((file) => file.reached).length,
    unread: report.files.filter((file) => file.reached && file.read !== 'full').length,
    states: Object.fromEntries(Object.entries(report.reach).map(([kind, { state }]) => [kind, state])),
  };
} else if (what === 'read') {
  // Reading alone, from inside the package: the rest of a scan is on one thread either way.
  const { readAhead } = await import('../../packages/inspect/dist/target/read-ahead.js');
  const { readTarget } = await import('@cmd-mods/inspect');
  const { files } = await readTarget('.', { cwd: folder });
  const filesForThreads = more === '0' ? Number.POSITIVE_INFINITY : 1;
  const bytesForThreads = Number.POSITIVE_INFINITY;
  await readAhead(files, { threads: 1, filesForThreads, bytesForThreads });
} else if (what === 'floor') {
  const { default: ts } = await import('typescript');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const walk = (node) => ts.forEachChild(node, walk);
    walk(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext));
  }
}

// What the processor did, on all threads: the time that others take on a shared machine is not in it.
const { user, system } = process.cpuUsage();
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ ms: (user + system) / 1e3, megabytes, ...found }));
