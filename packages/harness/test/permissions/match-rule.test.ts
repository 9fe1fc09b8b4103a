import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowingRule, denyingRule } from '../../src/permissions/match-rule.ts';
import { parsePermissionRule } from '../../src/permissions/rule.ts';

let root: string;
let cwd: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')));
  cwd = join(root, 'project');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  mkdirSync(join(cwd, 'secret'));
  writeFileSync(join(root, 'outside.txt'), '');
  symlinkSync('../secret', join(cwd, 'src', 'link'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const rules = (texts: string | readonly string[]) => [texts].flat().map(parsePermissionRule);
const allows = async (rule: string | readonly string[], toolName: string, input: Record<string, unknown>) =>
  (await allowingRule(rules(rule), { toolName, input, cwd })) !== undefined;
const denies = async (rule: string | readonly string[], toolName: string, input: Record<string, unknown>) =>
  (await denyingRule(rules(rule), { toolName, input, cwd })) !== undefined;
const shell = (command: string, args?: string[]) => ({ command, ...(args && { args }) });

describe('a bare name', () => {
  it('covers every call of its tool and none of another', async () => {
    expect(await allows('shell_command', 'shell_command', shell('a; b $(c)'))).toBe(true);
    expect(await denies('shell_command', 'shell_command', shell('a'))).toBe(true);
    expect(await allows('shell_command', 'shell_commands', shell('a'))).toBe(false);
  });
});

describe('an allow rule for commands', () => {
  it.each([
    'git status',
    'git   commit -m "a; b && c"',
    "git log --format='%h | %s'",
    'git add . && git commit -m x',
    'git fetch; git status | git column',
    'git status\ngit log',
    'git status 2>&1',
    'git status > /dev/null 2>&1',
    'git status &',
    'git status # rm -rf /',
    'git add \\\n  a.txt',
    'git add *.ts',
  ])('`git *` covers %j', async (command) => {
    expect(await allows('shell_command(git *)', 'shell_command', shell(command))).toBe(true);
  });

  it.each([
    'git status; rm -rf /',
    'git $(rm x)',
    'git `rm x`',
    'git "$(rm x)"',
    'git status && curl x | sh',
    'git status || rm x',
    'git status | tee x',
    'git status & rm x',
    'git status\nrm x',
    'git log > ~/.bashrc',
    'git log >> notes',
    'git apply < patch',
    'git log >& file',
    'git diff <(rm x)',
    'git add $FILES',
    `git add \${FILES}`,
    'git commit -F - <<EOF\n$(rm x)\nEOF',
    '(git status)',
    '{ git status; }',
    'if git status; then git log; fi',
    'git status "unclosed',
    "git status 'unclosed",
    'git status \\',
    'GIT_SSH_COMMAND=evil git fetch',
    'git() { rm x; }; git status',
    'sudo git status',
    "git $'\\x61'",
    '! git status',
    'gi*t status',
    'git\u00a0status',
    'git\rstatus',
    '"git" status',
    '',
    '  ',
  ])('`git *` does not cover %j', async (command) => {
    expect(await allows('shell_command(git *)', 'shell_command', shell(command))).toBe(false);
  });

  it('covers a line each of whose commands one of the rules covers', async () => {
    const both = ['shell_command(npm test)', 'shell_command(git *)'];
    expect(await allows(both, 'shell_command', shell('git add . && npm test'))).toBe(true);
    expect(await allows(both, 'shell_command', shell('git add . && npm publish'))).toBe(false);
  });

  it('covers exactly its own text when it holds no wildcard, whatever that text is', async () => {
    const rule = 'shell_command(npm test > log.txt; cat log.txt)';
    expect(await allows(rule, 'shell_command', shell('npm test > log.txt; cat log.txt'))).toBe(true);
    expect(await allows(rule, 'shell_command', shell('npm test > log.txt; cat log.txt; rm x'))).toBe(false);
  });

  it.each(["test -v 'a[$(rm x)]'", "[ -v 'a[`rm x`]' ]", "printf -v 'a[$(rm x)]' y"])(
    'does not cover %j: a built-in would run what is in the quotes',
    async (command) => {
      expect(await allows('shell_command(*)', 'shell_command', shell(command))).toBe(false);
    },
  );

  it('takes arguments as they are, since no shell reads them', async () => {
    expect(
      await allows('shell_command(git *)', 'shell_command', shell('git', ['log', '; rm -rf / $(x)'])),
    ).toBe(true);
    expect(await allows('shell_command(git *)', 'shell_command', shell('rm', ['git']))).toBe(false);
    expect(await allows('shell_command(git *)', 'shell_command', shell('git status; rm', ['x']))).toBe(false);
  });

  it.each([{}, { command: 3 }, { command: 'git x', args: 'y' }])(
    'covers no input that is not a command: %j',
    async (input) => {
      expect(await allows('shell_command(*)', 'shell_command', input)).toBe(false);
    },
  );
});

describe('a deny rule for commands', () => {
  it.each([
    'rm x',
    'git status; rm x',
    'git status && rm x',
    'echo "$(rm x)"',
    'echo `rm x`',
    `echo "\${A:-$(rm x)}"`,
    'sh -c "rm x"',
    "bash -lc 'true; rm x'",
    "bash <<'EOF'\nrm x\nEOF",
    'cat <<EOF\n$(rm x)\nEOF',
    'bash <<< "rm x"',
    'eval "rm x"',
    'FOO=1 rm x',
    'env FOO=1 rm x',
    'sudo -u root rm x',
    'timeout 5 nice -n 3 rm x',
    'echo x | xargs -n 1 rm x',
    'find . -name x -exec rm x {} +',
    '/bin/rm x',
    'r\\m x',
    '"rm" x',
    "r'm' x",
    "$'\\x72\\155' x",
    '(rm x)',
    '{ rm x; }',
    'if true; then rm x; fi',
    'for f in *; do rm x; done',
    'while true; do rm x; done',
    '! rm x',
    'time rm x',
    'f() { rm x; }; f',
    'echo <(rm x)',
    'tee >(rm x)',
    'r$@m x',
    'rm\tx',
    'rm \\\n x',
    'rm   x',
    'rm x > /dev/null',
    'echo "\n$(\nrm x\n)"',
  ])('`rm *` covers %j', async (command) => {
    expect(await denies('shell_command(rm *)', 'shell_command', shell(command))).toBe(true);
  });

  it.each([
    'echo rm x',
    'git commit -m "rm x"',
    "echo 'rm x'",
    'cat <<EOF\nrm x\nEOF',
    'command -v rm x',
    'echo a # rm x',
  ])('`rm *` does not cover %j', async (command) => {
    expect(await denies('shell_command(rm *)', 'shell_command', shell(command))).toBe(false);
  });

  it('looks into arguments that are given to a shell', async () => {
    expect(await denies('shell_command(rm *)', 'shell_command', shell('bash', ['-c', 'ls; rm x']))).toBe(
      true,
    );
    expect(await denies('shell_command(rm *)', 'shell_command', shell('echo', ['; rm x']))).toBe(false);
  });

  it('can be about a redirection', async () => {
    expect(await denies('shell_command(*>*)', 'shell_command', shell('echo a >b'))).toBe(true);
  });
});

describe('a rule for paths', () => {
  it.each([
    ['write_file(src/**)', 'write_file', 'src/a/b.ts', true],
    ['write_file(src/**)', 'write_file', './src/x/../a.ts', true],
    ['write_file(./src/*)', 'write_file', 'src/a.ts', true],
    ['write_file(src/*)', 'write_file', 'src/a/b.ts', false],
    ['write_file(src/**)', 'write_file', 'src/../package.json', false],
    ['write_file(*.ts)', 'write_file', 'a.ts', true],
    ['write_file(*.ts)', 'write_file', 'src/a.ts', false],
    ['write_file(**/*.ts)', 'write_file', 'src/a.ts', true],
    ['write_file(**)', 'write_file', '.github/x.yml', true],
    ['write_file(src/**)', 'edit_file', 'src/a.ts', false],
    ['write_file(**)', 'write_file', 'src/link/key', true],
    ['write_file(src/**)', 'write_file', 'src/link/key', false],
  ])('allow %s for %s of %s: %j', async (rule, toolName, file_path, isAllowed) => {
    expect(await allows(rule, toolName, { file_path })).toBe(isAllowed);
  });

  it('means an absolute path outside the project', async () => {
    expect(await allows('read_file(**)', 'read_file', { file_path: '../outside.txt' })).toBe(false);
    expect(await allows(`read_file(${root}/*.txt)`, 'read_file', { file_path: '../outside.txt' })).toBe(true);
    expect(await allows('read_file(~/notes/*)', 'read_file', { file_path: join(homedir(), 'notes/a') })).toBe(
      true,
    );
    expect(await allows('read_file(~/notes/*)', 'read_file', { file_path: '~/notes/a' })).toBe(true);
  });

  it('denies by the way it is written and by where it leads', async () => {
    expect(await denies('read_file(secret/**)', 'read_file', { file_path: 'src/link/key' })).toBe(true);
    expect(await denies('read_file(src/link/**)', 'read_file', { file_path: 'src/link/key' })).toBe(true);
    expect(await denies('read_file(secret/**)', 'read_file', { file_path: 'src/a.ts' })).toBe(false);
  });

  it('is about the folder for a search, the project itself without one', async () => {
    expect(await denies('grep(secret/**)', 'grep', { pattern: 'x', path: 'secret' })).toBe(true);
    expect(await denies('glob(.)', 'glob', { pattern: '**' })).toBe(true);
  });

  it('covers no input without a path', async () => {
    expect(await allows('write_file(**)', 'write_file', { content: '' })).toBe(false);
    expect(await allows('write_file(**)', 'write_file', { file_path: 'a\0b' })).toBe(false);
  });
});

describe('a rule for another tool', () => {
  it('is about its input as JSON', async () => {
    const input = { issue: 12, title: 'x/y' };
    expect(await allows('tracker({"issue":12,*)', 'tracker', input)).toBe(true);
    expect(await allows('tracker({"issue":13,*)', 'tracker', input)).toBe(false);
    expect(await denies('tracker(*x/y*)', 'tracker', input)).toBe(true);
  });
});
