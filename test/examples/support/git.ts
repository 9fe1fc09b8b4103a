import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

/** Runs git in a folder, with an author of its own and no configuration of the machine. */
function git(folder: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...IDENTITY, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
}

/** Makes a folder a repository with these commits, and a bare one beside it as the place to push to. */
export function repository(folder: string, commits: readonly string[]): void {
  const remote = join(folder, '../remote.git');
  git(folder, 'init', '--quiet', '--initial-branch=main');
  for (const message of commits) git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  git(folder, 'init', '--quiet', '--bare', remote);
  git(folder, 'remote', 'add', 'origin', remote);
  git(folder, 'push', '--quiet', '--set-upstream', 'origin', 'main');
}
