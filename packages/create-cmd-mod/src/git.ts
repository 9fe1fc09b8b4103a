import { type ProcessOptions, runProcess } from './run-process.ts';

type Where = Omit<ProcessOptions, 'timeout'>;

/** What git knows of the person: their name, and their name on GitHub where they told git. */
export interface GitIdentity {
  readonly author?: string;
  readonly owner?: string;
}

/** Asks git who the person is. Nothing where there is no git, or it was never told. */
export async function readGitIdentity(where: Where): Promise<GitIdentity> {
  const [author, owner] = await Promise.all([config('user.name', where), config('github.user', where)]);
  return {
    ...(author === undefined ? {} : { author }),
    ...(owner !== undefined && /^[A-Za-z0-9](?:-?[A-Za-z0-9])*$/.test(owner) ? { owner } : {}),
  };
}

/** What became of the repository. */
export type GitOutcome = 'made' | 'there already' | 'not wanted' | 'failed';

/**
 * Makes the folder a repository, unless it is in one. No template of the person is copied into it, so no hook of theirs comes
 * along or runs, and nothing is committed.
 */
export async function initRepository(
  where: Where,
): Promise<{ readonly outcome: GitOutcome; readonly output: string }> {
  const inside = await git(['rev-parse', '--is-inside-work-tree'], where);
  if (inside.stdout.trim() === 'true') return { outcome: 'there already', output: '' };
  const { code, output } = await git(['init', '--quiet', '--template='], where);
  return { outcome: code === 0 ? 'made' : 'failed', output };
}

async function config(key: string, where: Where): Promise<string | undefined> {
  const { code, stdout } = await git(['config', '--get', key], where);
  const [line = ''] = stdout.split('\n');
  return code === 0 && line.trim() !== '' ? line.trim() : undefined;
}

function git(args: readonly string[], { cwd, env, signal }: Where) {
  // What the environment says about another repository is not about this one.
  const {
    GIT_DIR: _dir,
    GIT_WORK_TREE: _tree,
    GIT_INDEX_FILE: _index,
    GIT_TEMPLATE_DIR: _template,
    ...rest
  } = env;
  return runProcess('git', args, {
    cwd,
    env: { ...rest, GIT_TERMINAL_PROMPT: '0' },
    signal,
    timeout: 10_000,
  });
}
