// Packs every package as it would be published, and checks the tarball: publint for the manifest, arethetypeswrong for
// what TypeScript finds in it. Ends with 1 when one of them has something to say.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ROOT = resolve(import.meta.dirname, '..');

/** Packs a package. @returns the tarball's path and the files in it. */
function pack(folder, destination) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack ended with ${status} in ${folder}:\n${stderr}`);
  const [{ filename, files }] = JSON.parse(stdout);
  return { tarball: join(destination, filename), files: files.map(({ path }) => path) };
}

/** What publint has against a tarball, as sentences. */
async function manifestFaults(manifest, tarball) {
  const bytes = readFileSync(tarball);
  const { messages } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    strict: true,
  });
  return messages.map((message) => `publint: ${formatMessage(message, manifest)}`);
}

/** What TypeScript would not find in a tarball. All packages are ES modules, so `require` is not asked about. */
function typeFaults(tarball) {
  const attw = join(ROOT, 'node_modules/.bin/attw');
  const args = [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'ascii'];
  const { status, stdout, stderr } = spawnSync(attw, args, { encoding: 'utf8' });
  return status === 0 ? [] : [`arethetypeswrong:\n${stdout}${stderr}`];
}

/** Entry points that the manifest names and the tarball lacks. */
function missingFiles(manifest, files) {
  const named = [
    ...Object.values(manifest.bin ?? {}),
    ...Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    ),
  ];
  return named
    .filter((path) => !files.includes(path.replace('./', '')))
    .map((path) => `${path} is named in package.json, and the tarball does not have it`);
}

const destination = mkdtempSync(join(tmpdir(), 'cmd-mods-pack-'));
let isFaulty = false;
try {
  for (const name of readdirSync(join(ROOT, 'packages')).toSorted()) {
    const folder = join(ROOT, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const { tarball, files } = pack(folder, destination);
    const faults = [
      ...missingFiles(manifest, files),
      ...(await manifestFaults(manifest, tarball)),
      ...(manifest.exports?.['.'] === undefined ? [] : typeFaults(tarball)),
    ];
    isFaulty ||= faults.length > 0;
    process.stdout.write(
      `${manifest.name}: ${faults.length === 0 ? `${files.length} files, no faults` : 'faulty'}\n`,
    );
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  }
} finally {
  rmSync(destination, { recursive: true, force: true });
}
process.exitCode = isFaulty ? 1 : 0;
