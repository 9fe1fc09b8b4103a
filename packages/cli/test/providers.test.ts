import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startWireServer, stream } from '../../harness/test/support/wire-server.ts';
import { lines, place, runCli } from './support/run-cli.ts';

const PROGRAM = fileURLToPath(new URL('../bundle/bin.js', import.meta.url));
const NEVER = new AbortController().signal;

describe('cmd -p --model with the built-in providers', () => {
  it.each([
    ['claude-haiku-4-5', 'anthropic', 'ANTHROPIC_BASE_URL', ''],
    ['anthropic/anything', 'anthropic', 'ANTHROPIC_BASE_URL', ''],
    ['gpt-4.1', 'openai', 'OPENAI_BASE_URL', '/v1'],
    ['openai/llama-4', 'openai', 'OPENAI_BASE_URL', '/v1'],
  ])('prints what the model says: %s', async (model, wire, variable, below) => {
    const server = await startWireServer({ body: stream(`${wire}/text-with-cache-figures`) });
    const env = { [variable]: `${server.url}${below}` };
    const result = await runCli(place(), ['-p', 'hi', '--model', model], NEVER, { env });
    expect(result).toMatchObject({ code: 0, stdout: 'Hello, wörld 👋\n' });
  });

  it('fails without a key, and names the variable', async () => {
    const { code, stdout } = await runCli(place(), ['-p', 'hi', '--model', 'gpt-4.1', '--output', 'events']);
    expect(code).toBe(1);
    const event = lines(stdout).find(({ type }) => type === 'run_error');
    expect(event).toMatchObject({
      error: { code: 'KEY_MISSING', message: expect.stringContaining('OPENAI_API_KEY') },
    });
  });

  it('a mod’s provider answers for its model', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const at = place();
    const mod = at.mod(
      'local',
      `cmd.addProvider({ id: 'local', displayName: 'Local', models: [{ id: 'tiny' }],
         transport: { kind: 'direct', baseUrl: '${server.url}/v1' } });`,
    );
    const result = await runCli(at, ['-p', 'hi', '--mod', mod, '--model', 'tiny']);
    expect(result).toMatchObject({ code: 0, stdout: 'Hello, wörld 👋\n' });
  });
});

describe('the built-in providers among the mods', () => {
  it('are listed with --builtin alone', async () => {
    const at = place();
    expect((await runCli(at, ['mods', 'list', '--builtin'])).stdout).toMatch(
      /provider-anthropic.*\nprovider-openai/,
    );
    expect((await runCli(at, ['mods', 'list'])).stdout).not.toContain('provider-openai');
  });

  it('one that is disabled answers for nothing', async () => {
    const at = place();
    expect(await runCli(at, ['mods', 'disable', 'provider-openai', '-g'])).toMatchObject({ code: 0 });
    const listed = await runCli(at, ['mods', 'list', '--builtin', '--json']);
    expect(JSON.parse(listed.stdout).mods.slice(0, 2)).toMatchObject([
      { name: 'provider-anthropic', enabled: true },
      { name: 'provider-openai', enabled: false },
    ]);
    const run = await runCli(at, ['-p', 'hi', '--model', 'gpt-4.1', '--output', 'events']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('MODEL_UNKNOWN');
  });
});

describe('what drives real models', () => {
  /** The modules of the AI SDK, and of what it needs, that the built program loads. */
  async function loaded(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const at = place();
    const log = join(at.project, 'loaded.txt');
    const hooks = `import { appendFileSync } from 'node:fs';
      export async function resolve(specifier, context, next) {
        if (/^(@ai-sdk|zod|eventsource-parser)/.test(specifier)) appendFileSync(${JSON.stringify(log)}, specifier + '\\n');
        return next(specifier, context);
      }`;
    const source = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(source(hooks))});`;
    const child = promisify(execFile)(process.execPath, ['--import', source(register), PROGRAM, ...args], {
      cwd: at.project,
      env: { PATH: process.env.PATH, HOME: at.home, USERPROFILE: at.home, ...env },
    });
    // A model that cannot be asked ends the program with 1, and that is no matter here.
    await child.catch((error) => expect(error).toMatchObject({ code: 1 }));
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  it.each([[['-p', 'hi']], [['mods', 'list', '--builtin']], [['-p', 'hi', '--model', 'gpt-4.1']]])(
    'is not loaded by a start that asks none: %j',
    async (args) => {
      expect(await loaded(args)).toEqual([]);
    },
  );

  it('is loaded for the provider that is asked, and for no other', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const modules = await loaded(['-p', 'hi', '--model', 'gpt-4.1'], {
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: 'k',
    });
    expect(server.received).toHaveLength(1);
    expect(modules).toContain('@ai-sdk/openai-compatible');
    expect(modules).not.toContain('@ai-sdk/anthropic');
  });
});
