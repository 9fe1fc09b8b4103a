import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { startWireServer, stream } from '../../harness/test/support/wire-server.ts';
import { readSecret } from '../src/read-secret.ts';
import { lines, type Place, place, runCli } from './support/run-cli.ts';

const CANARY = 'canary-6f1d2c9b7a';
const NEVER = new AbortController().signal;

const fileOf = ({ home }: Place) => join(home, '.commandcode', 'credentials.json');

/** Runs a command of `cmd auth`; `key` is what stdin has. */
async function auth(at: Place, args: readonly string[], key = CANARY, env: Record<string, string> = {}) {
  const asked: string[] = [];
  const result = await runCli(at, ['auth', ...args], NEVER, {
    env,
    readSecret: async (question) => {
      asked.push(question);
      return `${key}\n`;
    },
  });
  expect(result.stdout + result.stderr).not.toContain(CANARY);
  return { ...result, asked };
}

function store(at: Place, content: string, mode = 0o600): void {
  mkdirSync(dirname(fileOf(at)), { recursive: true });
  writeFileSync(fileOf(at), content);
  chmodSync(fileOf(at), mode);
}

const ACME = `cmd.addProvider({ id: 'acme', displayName: 'Acme \\u001b[2JInc', models: [{ id: 'm' }],
  transport: { kind: 'direct', baseUrl: 'http://127.0.0.1:1' },
  auth: {
    methods: [{ kind: 'api', label: 'Acme key', validate: ({ key }: { key: string }) => key.startsWith('canary') || \`\${key} is no Acme key\` }],
    loader: ({ credential }) => ({ headers: { authorization: credential && \`Bearer \${credential.key}\` } }),
  } });`;

describe('cmd auth login', () => {
  it('asks for a key by its name, stores it for the owner alone, and shows it nowhere', async () => {
    const at = place();
    const { code, stdout, asked } = await auth(at, ['login', 'openai']);
    expect(code).toBe(0);
    expect(stdout).toBe('The OpenAI API key is stored in ~/.commandcode/credentials.json.\n');
    expect(asked).toEqual(['OpenAI API key: ']);
    expect(statSync(fileOf(at)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(fileOf(at), 'utf8'))).toEqual({ openai: { kind: 'api', key: CANARY } });
  });

  it('says that one was replaced, and that the environment goes before it', async () => {
    const at = place();
    await auth(at, ['login', 'openai']);
    const { stdout } = await auth(at, ['login', 'openai'], CANARY, { OPENAI_API_KEY: 'x' });
    expect(stdout).toMatch(
      /in the place of another\.\nOPENAI_API_KEY is set in the environment and goes before it\.\n$/,
    );
  });

  it('prints one object with --json', async () => {
    const at = place();
    const { stdout } = await auth(at, ['login', 'openai', '--json'], CANARY, { OPENAI_API_KEY: 'x' });
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      provider: 'openai',
      file: fileOf(at),
      replaced: false,
      overriddenBy: 'OPENAI_API_KEY',
      warnings: [],
    });
  });

  it('has the provider of a mod look at the key', async () => {
    const at = place();
    const mod = at.mod('acme', ACME);
    expect(await auth(at, ['login', 'acme', '--mod', mod])).toMatchObject({ code: 0 });
    const refused = await auth(at, ['login', 'acme', '--mod', mod, '--json'], 'another-key');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      code: 'KEY_UNUSABLE',
      message: 'The Acme key was not stored: [redacted] is no Acme key.',
    });
    expect(readFileSync(fileOf(at), 'utf8')).toContain(CANARY);
  });

  it.each([
    [['login', 'opneai'], 1, 'PROVIDER_UNKNOWN', 'Did you mean openai?'],
    [['login', 'echo'], 1, 'PROVIDER_UNKNOWN', 'cmd auth list'],
    [['login', 'acme', '--mod', './nothing.ts'], 2, 'MOD_PATH_MISSING', 'nothing.ts'],
    [['login'], 2, 'missing required argument', ''],
    [['login', 'openai', 'the-key-itself'], 2, 'too many arguments', ''],
    [['--model', 'x', 'login', 'openai'], 2, 'unknown option', ''],
  ])('%j exits with %i: %s', async (args, code, text, hint) => {
    const at = place();
    const result = await auth(at, args);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(text);
    expect(result.stderr).toContain(hint);
    expect(readdirSync(at.home)).toEqual([]);
  });

  it('refuses a provider that takes no key', async () => {
    const at = place();
    const mod = at.mod(
      'open',
      "cmd.addProvider({ id: 'open', displayName: 'Open', transport: { kind: 'direct', baseUrl: 'http://127.0.0.1:1' } });",
    );
    expect((await auth(at, ['login', 'open', '--mod', mod])).stderr).toContain('PROVIDER_WITHOUT_KEY');
  });

  it('closes a file that was open to others, and warns of it', async () => {
    const at = place();
    store(at, '{}', 0o644);
    const { code, stderr } = await auth(at, ['login', 'openai']);
    expect(code).toBe(0);
    expect(stderr).toContain('CREDENTIALS_WERE_EXPOSED');
    expect(statSync(fileOf(at)).mode & 0o777).toBe(0o600);
  });
});

describe('cmd auth list', () => {
  it('shows where the key of each provider comes from, and no key', async () => {
    const at = place();
    const mod = at.mod('acme', ACME);
    store(at, JSON.stringify({ openai: { kind: 'api', key: CANARY }, gone: { kind: 'api', key: CANARY } }));
    const { stdout } = await auth(at, ['list', '--mod', mod], '', { OPENAI_API_KEY: CANARY });
    const place_ = '~/.commandcode/credentials.json';
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['anthropic', 'Anthropic', 'no key'],
      ['openai', 'OpenAI', `OPENAI_API_KEY, before the one in ${place_}`],
      ['acme', 'Acme Inc', 'no key'],
      ['gone', 'gone', `${place_}, but there is no such provider here`],
      [''],
    ]);
  });

  it('says the same as data with --json', async () => {
    const at = place();
    await auth(at, ['login', 'openai']);
    const { stdout } = await auth(at, ['ls', '--json'], '', { ANTHROPIC_API_KEY: 'x' });
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      file: fileOf(at),
      providers: [
        {
          provider: 'anthropic',
          name: 'Anthropic',
          registered: true,
          stored: false,
          source: 'environment',
          variable: 'ANTHROPIC_API_KEY',
        },
        { provider: 'openai', name: 'OpenAI', registered: true, stored: true, source: 'file' },
      ],
      warnings: [],
    });
  });

  it.each([
    ['is no JSON', `{"openai": "${CANARY}`, 0o600, 'CREDENTIALS_MALFORMED'],
    [
      'is open to others',
      JSON.stringify({ openai: { kind: 'api', key: CANARY } }),
      0o604,
      'CREDENTIALS_EXPOSED',
    ],
  ])('fails when the file %s, and shows nothing of it', async (_what, content, mode, code) => {
    const at = place();
    store(at, content, mode);
    const { code: exit, stdout, stderr } = await auth(at, ['list', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout).error.code).toBe(code);
    expect(stderr).toContain(code);
  });
});

describe('cmd auth logout', () => {
  it('takes the key away', async () => {
    const at = place();
    await auth(at, ['login', 'openai']);
    expect(await auth(at, ['logout', 'openai'])).toMatchObject({
      code: 0,
      stdout: 'The key of openai is gone from ~/.commandcode/credentials.json.\n',
    });
    expect(JSON.parse(readFileSync(fileOf(at), 'utf8'))).toEqual({});
  });

  it('of nothing exits with 1 and says what was most likely meant', async () => {
    const at = place();
    await auth(at, ['login', 'openai']);
    const { code, stderr } = await auth(at, ['logout', 'opnai']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/KEY_NOT_STORED[\s\S]*Did you mean openai\?/);
  });
});

describe('a stored key in a run', () => {
  it('lets a mod’s provider in, and is in no output and no trace', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const at = place();
    const mod = at.mod('acme', ACME.replace('http://127.0.0.1:1', server.url));
    await auth(at, ['login', 'acme', '--mod', mod]);
    const trace = join(at.project, 'trace.jsonl');
    const run = ['-p', 'hi', '--mod', mod, '--model', 'acme/m', '--output', 'events', '--trace', trace];
    const result = await runCli(at, run);
    expect(result.code).toBe(0);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    const sessions = readdirSync(at.home, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    );
    expect(sessions).toHaveLength(1);
    const kept = sessions.map((name) => readFileSync(join(at.home, name), 'utf8'));
    expect([result.stdout, result.stderr, readFileSync(trace, 'utf8'), ...kept].join('\n')).not.toContain(
      CANARY,
    );
  });

  it('is not used while others may read the file, and the run says so', async () => {
    const at = place();
    store(at, JSON.stringify({ openai: { kind: 'api', key: CANARY } }), 0o640);
    const result = await runCli(at, ['-p', 'hi', '--model', 'gpt-4.1', '--output', 'events']);
    expect(result.code).toBe(1);
    expect(lines(result.stdout).find(({ type }) => type === 'run_error')).toMatchObject({
      error: { code: 'CREDENTIALS_EXPOSED', message: expect.stringContaining('chmod 600') },
    });
    expect(result.stdout + result.stderr).not.toContain(CANARY);
  });

  it('is not looked for in a run that asks no provider', async () => {
    const at = place();
    store(at, 'no JSON', 0o644);
    expect(await runCli(at, ['-p', 'hi'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the reading of a secret', () => {
  const streams = (isTTY: boolean) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = new PassThrough();
    const said: string[] = [];
    output.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    return { input, output, said };
  };

  it('takes all of an input that is no terminal, and asks nothing', async () => {
    const { input, output, said } = streams(false);
    input.end('one\ntwo\n');
    expect(await readSecret('Key: ', { input, output, signal: NEVER, interrupt() {} })).toBe('one\ntwo\n');
    expect(said).toEqual([]);
  });

  it('gives up on an input that never ends', async () => {
    const { input, output } = streams(false);
    input.write('x'.repeat(70_000));
    expect((await readSecret('', { input, output, signal: NEVER, interrupt() {} })).length).toBeGreaterThan(
      65_536,
    );
  });

  it('shows nothing of what is typed at a terminal', async () => {
    const { input, output, said } = streams(true);
    const reading = readSecret('Key: ', { input, output, signal: NEVER, interrupt() {} });
    input.write('secrex\u007ft\r');
    expect(await reading).toBe('secret');
    expect(said.join('')).toBe('Key: \n');
  });

  it('hands on Ctrl+C, and ends with the signal', async () => {
    for (const isTTY of [true, false]) {
      const { input, output } = streams(isTTY);
      const controller = new AbortController();
      const interrupt = () => controller.abort();
      const reading = readSecret('Key: ', { input, output, signal: controller.signal, interrupt });
      if (isTTY) input.write('sec\u0003');
      else interrupt();
      await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    }
  });
});
