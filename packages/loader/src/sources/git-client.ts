import type { SimpleGit } from 'simple-git';
import { gitFailure } from './git-failures.ts';

/** What git may know of the environment: where things are, and how a person reaches servers. No editor, no pager. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SystemRoot',
  'PATHEXT',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_SSL_CERT',
  'GIT_SSL_KEY',
  'GIT_SSL_NO_VERIFY',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_CONFIG_NOSYSTEM',
] as const;

/** Settings of every call. Links become plain files, line endings stay, and no hook of anybody's runs. */
const CONFIG = [
  'core.symlinks=false',
  'core.autocrlf=false',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'advice.detachedHead=false',
  'gc.auto=0',
];

/** How git is run. */
export interface GitAccess {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** Total time for one step (listing refs, or fetching and checking out), in milliseconds. */
  readonly timeLimit?: number;
}

const TIME_LIMIT = 5 * 60_000;

/** Runs one git command in the folder and gives back what it printed. Arguments are constants, refs or URLs that we made. */
export type RunGit = (...argv: readonly string[]) => Promise<string>;

/** Whether `file:` remotes are allowed: the switch that tests and offline mirrors set. */
export function allowsFileGit(env: NodeJS.ProcessEnv): boolean {
  return env.CMD_MODS_ALLOW_FILE_GIT === '1';
}

/**
 * Runs git commands in a folder, under one time limit for all of them. `what` is the source, for messages.
 * Throws `ModError`. (simple-git measures silence, not the total: hence the controller.)
 */
export async function withGit<TResult>(
  directory: string,
  what: string,
  access: GitAccess,
  use: (run: RunGit) => Promise<TResult>,
): Promise<TResult> {
  const { simpleGit } = await import('simple-git');
  const limit = access.timeLimit ?? TIME_LIMIT;
  const timeout = AbortSignal.timeout(limit);
  const signal = access.signal === undefined ? timeout : AbortSignal.any([access.signal, timeout]);
  const env = gitEnvironment(access.env);
  const git: SimpleGit = simpleGit({
    baseDir: directory,
    config: CONFIG,
    abort: signal,
    maxConcurrentProcesses: 1,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    // Both values are constants of ours, or the person's own environment.
    unsafe: { allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true, allowUnsafeSshCommand: true },
  }).env(env);
  try {
    return await use((...argv) => git.raw([...argv]));
  } catch (thrown) {
    throw gitFailure(thrown, what, { limit, timedOut: timeout.aborted, signal: access.signal });
  }
}

function gitEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const ownSsh = env.GIT_SSH_COMMAND !== undefined || env.GIT_SSH !== undefined;
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: allowsFileGit(env) ? 'https:ssh:file' : 'https:ssh',
    GIT_LFS_SKIP_SMUDGE: '1',
    ...(ownSsh ? {} : { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }),
  };
}
