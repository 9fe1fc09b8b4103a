import { spawn } from 'node:child_process';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from './diagnostics.ts';

/** The program with which a system shows a folder. */
function openerOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'open';
  return platform === 'win32' ? 'explorer' : 'xdg-open';
}

/**
 * Shows a folder in the system's file manager, and does not wait for it to be closed.
 *
 * @throws ModError with `FOLDER_NOT_OPENED` when there is no such program, or it says at once that it cannot.
 */
export async function openFolder(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const opener = openerOf(platform);
  const child = spawn(opener, [path], { detached: true, stdio: 'ignore' });
  const problem = await new Promise<string | undefined>((resolve) => {
    // An opener that hands over and ends does so soon; one that is the file manager itself goes on.
    const patience = setTimeout(() => resolve(undefined), 3_000);
    const settle = (found: string | undefined) => {
      clearTimeout(patience);
      resolve(found);
    };
    child.once('error', ({ message }) => settle(message));
    // Windows' explorer ends with 1 also when all is well.
    child.once('exit', (code) =>
      settle(code === 0 || platform === 'win32' ? undefined : `exit code ${code}`),
    );
  });
  child.unref();
  if (problem === undefined) return;
  const message = `${opener} did not open ${path}: ${problem}.`;
  throw new ModError(diagnostic('FOLDER_NOT_OPENED', { message, where: { file: path } }));
}
