import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startWorld } from './support/servers.ts';
import { registryText, soundEntry, temporaryFolder } from './support/workbench.ts';

const GITHUB = join(import.meta.dirname, '../../../.github');
const ACTION = join(GITHUB, 'actions/validate-registry');
const COMMAND = `${process.execPath} ${join(import.meta.dirname, 'support/validate-command.mjs')}`;

const git = (name: string, source: string, more: object = {}) =>
  soundEntry(name, { source, npm: undefined, ...more });

describe("the action's steps, run in a repository with base and head", () => {
  let repository: string;
  const run = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: repository,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: repository,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.com',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.com',
      },
    }).trim();
  const commit = (files: Readonly<Record<string, string>>): string => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, file)), { recursive: true });
      writeFileSync(join(repository, file), text);
    }
    run('add', '--all');
    run('commit', '--quiet', '--message', 'change');
    return run('rev-parse', 'HEAD');
  };

  /** Runs the one step as GitHub does: inputs and their defaults become the variables that action.yml names. */
  async function runAction(
    inputs: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ) {
    const action = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8'));
    const [step] = action.runs.steps;
    const fill = (text: string) =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
        const fallback = String(action.inputs[name].default ?? '');
        return inputs[name] ?? (fallback.includes('${{') ? '' : fallback);
      });
    const variables = Object.fromEntries(
      Object.entries<string>(step.env).map(([name, text]) => [name, fill(text)]),
    );
    const summary = join(temporaryFolder(), 'summary.md');
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: temporaryFolder(),
        ...variables,
        REGISTRY_COMMAND: COMMAND,
        GITHUB_ACTION_PATH: ACTION,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output, summary: code === 2 ? '' : readFileSync(summary, 'utf8') };
  }

  let base: string;
  const listed = [git('a-guard', 'ada/guard'), git('c-note', 'ada/note', { description: 'x'.repeat(300) })];
  beforeEach(() => {
    repository = temporaryFolder();
    run('init', '--quiet', '--initial-branch', 'main');
    base = commit({
      'mods/registry.json': registryText(...listed),
      '.github/registry-maintainers.txt': 'ada\n',
    });
    run('switch', '--quiet', '--create', 'proposal');
  });

  it('let a sound entry pass, and write a table into the summary', async () => {
    commit({
      'mods/registry.json': registryText(listed[0] ?? {}, git('b-roast', 'grace/roast'), listed[1] ?? {}),
    });
    const { code, output, summary } = await runAction({ base, actor: 'grace', online: 'false' });
    expect([code, output]).toEqual([
      0,
      '3 entries: nothing to report; 2 tolerated, because the base has them too\n',
    ]);
    expect(summary).toContain('## Registry');
  });

  it('annotate what is wrong with the change, and fail', async () => {
    commit({
      'mods/registry.json': registryText(
        git('a-guard', 'mallory/guard'),
        git('b_roast', 'grace/roast'),
        listed[1] ?? {},
      ),
      '.github/registry-maintainers.txt': 'ada\nmallory\n',
    });
    const { code, output, summary } = await runAction({ base, actor: 'mallory', online: 'false' });
    const rules = [...output.matchAll(/^::(\w+) file=([^,]+),line=(\d+).*title=([\w-]+)::/gm)].map((match) =>
      match.slice(1).join(' '),
    );
    expect(code).toBe(1);
    expect(rules).toEqual([
      'error mods/registry.json 5 source-owner-changed',
      'error mods/registry.json 15 name-charset',
      'error .github/registry-maintainers.txt 1 other-files',
    ]);
    expect(summary).toMatch(/\| error \| mods\/registry\.json:5:17 \| source-owner-changed \|/);
  });

  it('let a maintainer do more, and waive rules', async () => {
    commit({ 'mods/registry.json': registryText(git('b-sentry', 'ada/guard')), 'README.md': 'x' });
    expect((await runAction({ base, actor: 'Ada', online: 'false' })).output).toContain('title=renamed');
    expect((await runAction({ base, actor: 'Ada', online: 'false', waive: 'renamed' })).code).toBe(0);
  });

  it('compare with where the change branched off, not with what was merged meanwhile', async () => {
    commit({
      'mods/registry.json': registryText(listed[0] ?? {}, git('b-roast', 'grace/roast'), listed[1] ?? {}),
    });
    run('switch', '--quiet', 'main');
    const newer = commit({
      'mods/registry.json': registryText(listed[0] ?? {}, listed[1] ?? {}, git('d-turn', 'ada/turn')),
    });
    run('switch', '--quiet', 'proposal');
    expect((await runAction({ base: newer, actor: 'grace', online: 'false' })).code).toBe(0);
  });

  it('take a registry that the base lacks as wholly new', async () => {
    run('rm', '--quiet', '-r', 'mods');
    run('commit', '--quiet', '--message', 'none');
    const empty = run('rev-parse', 'HEAD');
    commit({ 'mods/registry.json': registryText(git('a-guard', 'ada/guard', { official: true })) });
    expect((await runAction({ base: empty, actor: 'mallory', online: 'false' })).output).toContain(
      'title=official',
    );
  });

  it('without a base check the whole file', async () => {
    expect((await runAction({ online: 'false' })).output).toContain('title=description-length');
  });

  it('write SARIF when asked to, also when there are faults', async () => {
    const { code } = await runAction({ online: 'false', sarif: 'registry.sarif' });
    expect(code).toBe(1);
    const sarif = JSON.parse(readFileSync(join(repository, 'registry.sarif'), 'utf8'));
    expect(sarif.runs[0].results[0].ruleId).toBe('description-length');
  });

  it('ask npm and GitHub about the changed entries', async () => {
    const world = await startWorld();
    commit({
      'mods/registry.json': registryText(listed[0] ?? {}, git('b-roast', 'grace/roast'), listed[1] ?? {}),
    });
    const { code, output } = await runAction({ base, actor: 'grace' }, world.env);
    await world.stop();
    expect([code, world.requests]).toEqual([1, ['GET /github/repos/grace/roast 404']]);
    expect(output).toContain('title=github-exists');
  });

  it('end with 2 when they cannot run', async () => {
    rmSync(join(repository, 'mods'), { recursive: true });
    const { code, output } = await runAction({ online: 'false' });
    expect([code, output]).toEqual([2, 'REGISTRY_FILE_UNREADABLE: mods/registry.json does not exist.\n']);
  });

  it('take no text of others for a part of a script', async () => {
    commit({ 'mods/registry.json': registryText(...listed, git('d-turn', 'ada/turn')) });
    const proof = join(temporaryFolder(), 'proof');
    const { code } = await runAction({
      base,
      actor: `x"; touch ${proof}; echo "$(touch ${proof})`,
      online: 'false',
    });
    expect(code).toBe(0);
    expect(() => readFileSync(proof)).toThrow('ENOENT');
  });
});

describe('the workflows', () => {
  const workflow = (name: string) => parse(readFileSync(join(GITHUB, 'workflows', name), 'utf8'));

  it('that answers pull requests reads the code and may do nothing else', () => {
    const { permissions, jobs, on } = workflow('registry-validate.yml');
    expect(Object.keys(on)).toEqual(['pull_request']);
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.validate.permissions).toBeUndefined();
    const [checkout] = jobs.validate.steps;
    expect(checkout.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
  });

  it.each(['registry-validate.yml', 'registry-rot.yml', 'registry-hub.yml'])(
    '%s puts no text of others into a script',
    (name) => {
      const scripts = Object.values<{ steps: { run?: string }[] }>(workflow(name).jobs).flatMap(({ steps }) =>
        steps.map(({ run }) => run ?? ''),
      );
      for (const script of scripts)
        expect(script.replaceAll(/\$\{\{ matrix\.shard \}\}/g, '')).not.toMatch(/\$\{\{/);
    },
  );
});
