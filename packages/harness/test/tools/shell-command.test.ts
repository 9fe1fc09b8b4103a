import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputWindow } from '../../src/tools/output-window.ts';
import { setScene } from './scene.ts';

const scene = setScene();
const node = process.execPath;
const run = (script: string) => ({ command: node, args: ['-e', script] });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
};
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('shell_command', () => {
  it('gives exit code and both streams', async () => {
    const script = 'console.log("out"); console.error("err")';
    expect(await scene.text('shell_command', run(script))).toBe('Exit code 0\nstdout:\nout\nstderr:\nerr');
  });

  it('fails with the same report when the exit code is not 0', async () => {
    const script = 'console.log("out"); process.exitCode = 3';
    expect(await scene.error('shell_command', run(script))).toBe('Exit code 3\nstdout:\nout');
  });

  it('names the signal that ended the command', async () => {
    expect(await scene.error('shell_command', run('process.kill(process.pid, "SIGKILL")'))).toBe(
      'Ended by SIGKILL\nNo output.',
    );
  });

  it.skipIf(process.platform === 'win32')('goes through the shell without args', async () => {
    expect(await scene.text('shell_command', { command: 'echo a | tr a b && pwd' })).toBe(
      `Exit code 0\nstdout:\nb\n${scene.cwd}`,
    );
  });

  it('hands arguments over one by one with args, even none', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const args = ['-e', script, '$HOME; `id`', 'a b'];
    expect(await scene.text('shell_command', { command: node, args })).toBe(
      'Exit code 0\nstdout:\n["$HOME; `id`","a b"]',
    );
    expect(await scene.error('shell_command', { command: 'echo a', args: [] })).toMatch(
      /`echo a` could not be started: there is no such program.*put each argument into `args`/,
    );
  });

  it('passes output on while the command runs', async () => {
    const updates: string[] = [];
    const script = 'console.log(1); setTimeout(() => console.log(2), 400)';
    await scene.call('shell_command', run(script), { onUpdate: (partial) => updates.push(partial) });
    expect(updates).toEqual(['1\n', '2\n']);
  });

  it('passes all output on in order, gathered, when it comes fast', async () => {
    const updates: string[] = [];
    const script =
      'let i = 0; const t = setInterval(() => { console.log(i); if (++i === 50) clearInterval(t); }, 2)';
    await scene.call('shell_command', run(script), { onUpdate: (partial) => updates.push(partial) });
    expect(updates.join('')).toBe(Array.from({ length: 50 }, (_, index) => `${index}\n`).join(''));
    expect(updates.length).toBeLessThan(50);
  });

  it('keeps the beginning and the end of a long output and says how to see all', async () => {
    const script = 'for (let i = 0; i < 20000; i += 1) console.log("line", i)';
    const text = await scene.text('shell_command', run(script));
    expect(text.length).toBeLessThan(31_000);
    expect(text).toMatch(/^Exit code 0\nstdout:\nline 0\nline 1\n/);
    expect(text).toMatch(/\n\[\.\.\. \d+ characters left out here \.\.\.\]\n/);
    expect(text).toMatch(
      /line 19999\n\[To see all of stdout, redirect it to a file and read that with read_file\.\]$/,
    );
  });

  it('ends what runs too long, with its children, and keeps what it printed', async () => {
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' });
      console.log(child.pid);
    `;
    const error = await scene.error('shell_command', { ...run(script), timeout_ms: 700 });
    expect(error).toMatch(
      /^Timed out after 700 ms; the command and its children were ended\. Give it more time with timeout_ms \(up to 600000\), or run less\.\nstdout:\n\d+$/,
    );
    const pid = Number(error.split('\n').at(-1));
    await until(() => !isAlive(pid));
  });

  it('ends with its children when the run is interrupted, and keeps what it printed', async () => {
    const controller = new AbortController();
    const running = scene.call(
      'shell_command',
      run('console.log(process.pid); setTimeout(() => {}, 60000)'),
      {
        signal: controller.signal,
        onUpdate: () => controller.abort(),
      },
    );
    const { error = '' } = (await running) as { error?: string };
    expect(error).toMatch(/^Interrupted; the command and its children were ended\.\nstdout:\n\d+$/);
    await until(() => !isAlive(Number(error.split('\n').at(-1))));
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a process in the background that holds the output',
    async () => {
      const text = await scene.text('shell_command', { command: 'sleep 60 & echo $!' });
      expect(text).toMatch(
        /^Exit code 0\n\[Processes left in the background were ended\. To keep one, redirect its output: .*\]\nstdout:\n\d+$/,
      );
      await until(() => !isAlive(Number(text.split('\n').at(-1))));
    },
  );

  it.skipIf(process.platform === 'win32')(
    'leaves a process in the background alone that has its output redirected',
    async () => {
      const text = await scene.text('shell_command', { command: 'sleep 60 > log 2>&1 & echo $!' });
      const pid = Number(text.split('\n').at(-1));
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
    },
  );

  it('says so when the folder is gone', async () => {
    const { shellCommandTool } = await import('../../src/tools/shell-command.ts');
    const cwd = join(scene.cwd, 'gone');
    const runtime = { cwd, exec: () => Promise.reject(new Error('unused')) };
    const result = await shellCommandTool({ cwd }).run({
      input: { command: 'ls' },
      runtime,
      signal: new AbortController().signal,
    });
    expect(result).toMatchObject({
      ok: false,
      error: expect.stringMatching(/its folder .*gone does not exist/),
    });
  });
});

describe('the window on an output', () => {
  it('keeps both ends, counts the rest, and cuts no character in two', () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 20 }), fc.integer({ min: 2, max: 40 }), (chunks, max) => {
        const window = new OutputWindow(max);
        for (const part of chunks) window.push(part);
        const all = chunks.join('');
        const shown = window.toString();
        if (window.omitted === 0) {
          expect(shown).toBe(all);
          return;
        }
        const [head = '', tail = ''] = shown.split(
          `\n[... ${window.omitted} characters left out here ...]\n`,
        );
        expect(all.startsWith(head) && all.endsWith(tail)).toBe(true);
        expect(head.length + tail.length + window.omitted).toBe(all.length);
        expect(head.length + tail.length).toBeLessThanOrEqual(max + 1);
        expect(/\p{Surrogate}/u.test(head + tail)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
