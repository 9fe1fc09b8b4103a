import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CheckOptions, type CheckResult, checkTarget, type Finding } from '../../src/index.ts';

const kept: string[] = [];

/** A folder with these files. It goes away with the test; a `kept` one when somebody calls {@link removeFolders}. */
export function folderOf(files: Readonly<Record<string, string>>, life: 'test' | 'kept' = 'test'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cmd-mods-checked-')));
  if (life === 'kept') kept.push(folder);
  else onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Removes the folders that were kept for several tests. */
export function removeFolders(): void {
  for (const folder of kept.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Checks a folder or a file in it, in a home of its own. Nothing is imported unless the test asks for it. */
export function check(path: string, options: Partial<CheckOptions> = {}): Promise<CheckResult> {
  const home = join(path, '.no-home');
  return checkTarget(path, { cwd: path, home, env: {}, load: false, ...options });
}

/** `file:line:column rule` of each finding, warnings with a mark. */
export function lines({ findings, target }: CheckResult): readonly string[] {
  return findings.map((finding) => `${relative(target.root, finding.problem.at.file)}:${spot(finding)}`);
}

/** `line:column rule`, with a mark when it is a warning. */
export function spot({ place, rule, severity }: Finding): string {
  const at = place === undefined ? '-' : `${place.line}:${place.column}`;
  return `${at} ${rule}${severity === 'warning' ? ' (warning)' : ''}`;
}
