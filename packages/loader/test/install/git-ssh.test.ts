import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: GitServer;
let bench: Workbench;
let log: string;

beforeAll(async () => {
  server = await startGitServer();
  server.repository('owner/repo').commit({ 'index.ts': 'one' });
});
afterAll(() => server.stop());
beforeEach(() => {
  bench = workbench();
  log = join(bench.home, 'ssh.log');
});
afterEach(() => bench.dispose());

/** Stands in for the ssh program: notes its arguments, and runs the command it is given where the repositories are. */
function sshProgram(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const script = `#!/bin/sh\necho "$@" >> "${log}"\nfor last; do :; done\ncd "${server.root}" && eval "exec $last"\n`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

describe('a source over ssh', () => {
  it.each(['git@host.example.org:owner/repo.git', 'git:git@host.example.org:owner/repo'])(
    'is fetched through the ssh on PATH, which may ask no questions: %s',
    async (source) => {
      const folder = join(bench.home, 'bin');
      sshProgram(folder, 'ssh');
      const repository = join(server.root, 'owner', 'repo');
      if (!existsSync(repository)) symlinkSync(join(server.root, 'owner', 'repo.git'), repository);
      const env = { ...bench.io.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
      expect(await bench.with({ env }).add(source)).toMatchObject({
        status: 'installed',
        identity: 'git:host.example.org/owner/repo',
      });
      expect(readFileSync(log, 'utf8')).toMatch(
        /^-o BatchMode=yes .*git@host\.example\.org git-upload-pack 'owner\/repo/m,
      );
    },
  );

  it("is fetched through the person's own GIT_SSH_COMMAND when it is set, as it stands", async () => {
    const program = sshProgram(bench.home, 'my-ssh');
    const env = { ...bench.io.env, GIT_SSH_COMMAND: `${program} -i key` };
    await bench.with({ env }).add('git@host.example.org:owner/repo.git');
    expect(readFileSync(log, 'utf8')).toMatch(/^-i key .*git@host\.example\.org git-upload-pack/m);
  });

  it('never sees an editor, a pager or a git setting of the environment', async () => {
    const folder = join(bench.home, 'bin');
    const program = sshProgram(folder, 'ssh');
    writeFileSync(program, `#!/bin/sh\nenv >> "${log}"\nexit 1\n`);
    const env = {
      ...bench.io.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      EDITOR: 'evil-editor',
      GIT_PAGER: 'evil-pager',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.sshCommand',
      GIT_CONFIG_VALUE_0: 'evil-ssh',
      SSH_AUTH_SOCK: '/run/agent',
      NODE_AUTH_TOKEN: 'hunter2',
    };
    await expect(bench.with({ env }).add('git@host.example.org:owner/repo')).rejects.toThrow();
    const seen = readFileSync(log, 'utf8');
    expect(seen).toContain('SSH_AUTH_SOCK=/run/agent');
    expect(seen).not.toMatch(/evil|hunter2/);
  });
});
