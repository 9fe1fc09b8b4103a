import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLeaks, scriptedModel } from '../src/index.ts';

const script = scriptedModel().says('a').says('b');
const leaksOf = async (factory: ModFactory, settle = 30) => {
  const leaks = await findLeaks({ name: 'm', factory }, { script, settle });
  return leaks.map(({ kind, after }) => `${kind} after ${after}`);
};

describe('findLeaks', () => {
  it('finds nothing in a mod that cleans up, or that leaves it to cmd.clock', async () => {
    const clean: ModFactory = (cmd) => {
      cmd.clock.every(1000, () => {});
      const timer = setInterval(() => {}, 1000);
      const listener = () => {};
      process.on('SIGUSR2', listener);
      const server = createServer().listen(0);
      cmd.hooks({
        onTurnStart: async () => {
          await cmd.exec({ command: 'echo', args: ['hello'] });
          await new Promise((resolve) => setTimeout(resolve, 1));
          return undefined;
        },
        onSessionEnd: () => {
          clearInterval(timer);
          process.off('SIGUSR2', listener);
          server.close();
        },
      });
    };
    expect(await leaksOf(clean)).toEqual([]);
  });

  it.each<{ what: string; factory: ModFactory; leak: string; settle?: number }>([
    { what: 'a bare interval', factory: () => void setInterval(() => {}, 1000), leak: 'timer after reload' },
    {
      what: 'an interval that does not hold the process',
      factory: () => void setInterval(() => {}, 1000).unref(),
      leak: 'timer after reload',
    },
    {
      what: 'a listener on process',
      factory: () => void process.on('SIGUSR2', () => {}),
      leak: 'listener after reload',
    },
    {
      what: 'a listener for once',
      factory: () => void process.once('SIGUSR2', () => {}),
      leak: 'listener after reload',
    },
    {
      what: 'what is ended by a reload alone',
      factory: (cmd) => {
        const timer = setInterval(() => {}, 1000);
        cmd.hooks({ onSessionEnd: ({ reason }) => (reason === 'reload' ? clearInterval(timer) : undefined) });
      },
      leak: 'timer after dispose',
    },
    {
      what: 'a program that runs on',
      factory: (cmd) => void cmd.hooks({ onRunEnd: () => void spawn('sleep', ['30']) }),
      leak: 'process after reload',
      // A busy machine takes its time to start a program.
      settle: 300,
    },
    {
      what: 'a program of cmd.process that runs on: a reload ends it, and the end of a session does not',
      factory: (cmd) => void cmd.process.spawn({ command: 'sleep', args: ['30'] }),
      leak: 'process after dispose',
    },
  ])('finds $what', async ({ factory, leak, settle }) => {
    expect(await leaksOf(factory, settle)).toEqual([leak]);
  });

  it.each([
    {
      what: 'a server',
      start: () => {
        const server = createServer().listen(0, '127.0.0.1');
        return () => server.close();
      },
    },
    {
      what: 'a watcher of files',
      start: () => {
        const watcher = watch(import.meta.dirname, () => {});
        return () => watcher.close();
      },
    },
  ])('finds $what', async ({ what, start }) => {
    const leaks = await findLeaks(() => onTestFinished(start()), { script });
    expect(leaks).toContainEqual(expect.objectContaining({ kind: 'handle', what, after: 'reload' }));
  });

  it('names the line in a file', async () => {
    const files = { 'm.mjs': 'export default (cmd) => {\n  setInterval(() => {}, 1000);\n};\n' };
    const [leak] = await findLeaks('m.mjs', { files, script });
    expect(leak).toMatchObject({
      what: 'a timer',
      where: { file: expect.stringMatching(/m\.mjs$/), line: 2 },
    });
  });

  it('ends the timers and listeners that it found', async () => {
    let count = 0;
    await leaksOf(() => {
      setInterval(() => {
        count += 1;
      }, 1);
      process.on('SIGUSR2', () => {});
    });
    const before = count;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([count - before, process.listenerCount('SIGUSR2')]).toEqual([0, 0]);
  });
});
