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

/** Whether `file:` remotes are allowed: the switch that tests and offline mirrors set. */
export function allowsFileGit(env: NodeJS.ProcessEnv): boolean {
  return env.CMD_MODS_ALLOW_FILE_GIT === '1';
}

/**
 * The environment of every git process: a person's ssh agent, proxies and certificates work, nothing asks a question, and
 * no other protocol than ours is spoken, whatever an address, a redirect or a submodule says.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
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
