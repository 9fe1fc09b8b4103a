// One job of the scanner's bench, in a process of its own: `scan <folder> [cache]`, `floor <folder>`, `nothing`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [what, folder, cacheFolder] = process.argv.slice(2);
let found = {};

if (what === 'scan') {
  const { runInspect } = await import('@cmd-mods/inspect');
  let text = '';
  const io = {
    cwd: folder,
    version: '0',
    color: false,
    ...(cacheFolder ? { cacheFolder } : {}),
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
