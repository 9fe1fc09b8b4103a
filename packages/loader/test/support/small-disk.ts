import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, held in memory. */
export interface SmallDisk {
  readonly path: string;
  makeReadOnly(): void;
  makeWritable(): void;
  unmount(): void;
}

/** Mounts one of so many kilobytes, or gives undefined where this process may not mount. */
export function mountSmallDisk(kilobytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const run = (program: string, ...argv: string[]) => execFileSync(program, argv, { stdio: 'ignore' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path);
  } catch {
    rmdirSync(path);
    return undefined;
  }
  return {
    path,
    makeReadOnly: () => run('mount', '-o', 'remount,ro', path),
    makeWritable: () => run('mount', '-o', 'remount,rw', path),
    unmount: () => {
      run('umount', '--lazy', path);
      rmdirSync(path);
    },
  };
}
