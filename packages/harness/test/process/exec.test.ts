import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exec } from '../../src/process/exec.ts';
import { spawn } from '../../src/process/spawn.ts';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'exec-')));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const node = process.execPath;
const run = (script: string, ...args: string[]) =>
  exec({ command: node, args: ['-e', script, ...args] }, { cwd });
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
};
const noReports = (error: unknown) => {
  throw error;
};

/** A program that writes the pid of a grandchild, which would live for a minute, and waits for it. */
const FAMILY = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('grandchild', String(child.pid));
`;
const grandchild = () => Number(readFileSync(join(cwd, 'grandchild'), 'utf8'));
const hasGrandchild = () => existsSync(join(cwd, 'grandchild')) && grandchild() > 0;

describe('exec: arguments', () => {
  it('hands any arguments over one by one, unchanged, and no shell reads them', async () => {
    const argument = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(argument, { maxLength: 4 }), async (args) => {
        const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
        const { stdout } = await exec({ command: node, args: ['-e', script, '--', ...args] }, { cwd });
        expect(JSON.parse(stdout)).toEqual(args);
      }),
      { numRuns: 12, examples: [[['$HOME `id` "x" \'y\'', '; rm -rf x', '*', '', 'a b\nc']]] },
    );
  });

  it('gives both streams and the exit code, whatever the code is', async () => {
    const result = await run('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toEqual({ stdout: 'out\n', stderr: 'err\n', code: 3 });
  });

  it('gives a null code when a signal ended the program', async () => {
    expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject({ code: null });
  });

  it('runs in the project folder, and a relative cwd starts there', async () => {
    expect((await run('process.stdout.write(process.cwd())')).stdout).toBe(cwd);
    writeFileSync(join(cwd, 'file'), '');
    const params = { command: node, args: ['-e', 'process.stdout.write(process.cwd())'], cwd: '..' };
    expect((await exec(params, { cwd })).stdout).toBe(join(cwd, '..'));
  });

  it('gives the program no input to wait for', async () => {
    expect((await run('process.stdin.on("end", () => console.log("end")).resume()')).stdout).toBe('end\n');
  });

  it('resolves only after the last output, also that of a child which outlives the program', async () => {
    const late = 'setTimeout(() => console.log("last"), 150)';
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: 'inherit' }).unref(); console.log('first')`;
    expect((await run(script)).stdout).toBe('first\nlast\n');
  });

  it('decodes characters that two chunks share', async () => {
    const script = `
      const bytes = Buffer.from('aé漢😀z');
      (async () => { for (const byte of bytes) { process.stdout.write(Buffer.of(byte)); await new Promise((r) => setTimeout(r, 5)); } })();
    `;
    expect((await run(script)).stdout).toBe('aé漢😀z');
  });

  it('refuses to collect without limit, ends the program and says so', async () => {
    const endless = { command: node, args: ['-e', 'setInterval(() => console.log("x".repeat(1000)), 1)'] };
    await expect(exec(endless, { cwd, maxCollected: 5000 })).rejects.toThrow(/printed more than 5000/);
  });
});

describe('exec: what cannot start', () => {
  it.each([
    [
      'a program that does not exist',
      'no-such-program',
      [],
      /`no-such-program` could not be started: there is no such/,
    ],
    [
      'a path that is not executable',
      './data.txt',
      [],
      /`\.\/data\.txt` could not be started: .* not be executed/,
    ],
    ['an argument with a zero byte', 'node', ['a\0b'], /`node` could not be started: .*null bytes/],
  ])('rejects for %s with an error that names it', async (_what, command, args, message) => {
    writeFileSync(join(cwd, 'data.txt'), '', { mode: 0o644 });
    const error = await exec({ command, args }, { cwd }).catch((thrown: unknown) => thrown);
    expect(ModError.isInstance(error) && error.diagnostic.code).toBe('PROGRAM_NOT_STARTED');
    expect((error as Error).message).toMatch(message);
  });

  it('names the folder when that is what is missing', async () => {
    await expect(exec({ command: node, cwd: 'gone' }, { cwd })).rejects.toThrow(
      /its folder .*gone does not exist/,
    );
  });

  it('says that no shell reads the command when it holds a space', async () => {
    const error = await exec({ command: 'git status' }, { cwd }).catch((thrown: unknown) => thrown);
    expect(ModError.isInstance(error) && error.diagnostic.hint).toMatch(/put each argument into `args`/);
  });
});

describe('exec: interruption', () => {
  it('ends the process and its children and rejects with an AbortError', async () => {
    const controller = new AbortController();
    const running = exec({ command: node, args: ['-e', FAMILY], signal: controller.signal }, { cwd });
    await until(hasGrandchild);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(running).rejects.toMatchObject({ name: 'AbortError', code: 'ABORT_ERR', cause: reason });
    await until(() => !isAlive(grandchild()));
  });

  it('ends a program that ignores SIGTERM', async () => {
    const controller = new AbortController();
    const script =
      'process.on("SIGTERM", () => {}); require("node:fs").writeFileSync("grandchild", String(process.pid)); setInterval(() => {}, 1000)';
    const running = exec({ command: node, args: ['-e', script], signal: controller.signal }, { cwd });
    await until(hasGrandchild);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => !isAlive(grandchild()));
  });

  it('ends a child that ignores SIGTERM and holds no output', async () => {
    const controller = new AbortController();
    const stubborn = `
      process.on('SIGTERM', () => {});
      require('node:fs').writeFileSync('grandchild', String(process.pid));
      setInterval(() => {}, 1000);
    `;
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore' });
    `;
    const running = exec({ command: node, args: ['-e', script], signal: controller.signal }, { cwd });
    await until(hasGrandchild);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => !isAlive(grandchild()));
  });

  it('starts nothing when the signal is aborted already', async () => {
    const script = 'require("node:fs").writeFileSync("ran", "")';
    const running = exec({ command: node, args: ['-e', script], signal: AbortSignal.abort() }, { cwd });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it('leaves no listener on the signal after the program has ended', async () => {
    const controller = new AbortController();
    await exec({ command: node, args: ['-e', ''], signal: controller.signal }, { cwd });
    controller.abort();
  });
});

describe('spawn', () => {
  it('delivers each chunk with its stream before it resolves', async () => {
    const chunks: string[] = [];
    const script = 'console.log("one"); setTimeout(() => console.error("two"), 50)';
    const end = await spawn(
      { command: node, args: ['-e', script], onOutput: (chunk, stream) => chunks.push(`${stream}:${chunk}`) },
      { cwd, onOutputError: noReports },
    );
    expect({ end, chunks }).toEqual({ end: { code: 0 }, chunks: ['stdout:one\n', 'stderr:two\n'] });
  });

  it('delivers a chunk while the program still runs', async () => {
    const controller = new AbortController();
    const script = 'console.log("ready"); setTimeout(() => {}, 60000)';
    const onOutput = () => controller.abort();
    const params = { command: node, args: ['-e', script], signal: controller.signal, onOutput };
    await expect(spawn(params, { cwd, onOutputError: noReports })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('bad listener');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('bad listener');
      },
    ],
  ])('reports an onOutput that %s and lets the process go on', async (_how, fail) => {
    const chunks: string[] = [];
    const errors: unknown[] = [];
    const script = 'console.log(1); setTimeout(() => console.log(2), 100)';
    const onOutput = (chunk: string) => {
      chunks.push(chunk);
      return fail();
    };
    const params = { command: node, args: ['-e', script], onOutput };
    const end = await spawn(params, { cwd, onOutputError: (error) => errors.push(error) });
    expect({ end, chunks, errors: errors.map(String) }).toEqual({
      end: { code: 0 },
      chunks: ['1\n', '2\n'],
      errors: ['Error: bad listener', 'Error: bad listener'],
    });
  });

  it('runs without onOutput', async () => {
    const params = { command: node, args: ['-e', 'console.log(1); process.exitCode = 4'] };
    expect(await spawn(params, { cwd, onOutputError: noReports })).toEqual({ code: 4 });
  });
});

describe('the host', () => {
  it.skipIf(process.platform === 'win32')('takes the programs it runs with it when it is ended', async () => {
    const source = new URL('../../dist/process/exec.js', import.meta.url).href;
    const host = `
      import { exec } from ${JSON.stringify(source)};
      await exec({ command: process.execPath, args: ['-e', ${JSON.stringify(FAMILY)}] }, { cwd: process.cwd() });
    `;
    const { spawn: start } = await import('node:child_process');
    const child = start(node, ['--input-type=module', '-e', host], { cwd, stdio: 'inherit' });
    await until(hasGrandchild);
    child.kill('SIGINT');
    await until(() => !isAlive(grandchild()));
  });
});
