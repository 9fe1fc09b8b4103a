import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, place, runCli } from './support/run-cli.ts';

describe('--mod', () => {
  it('loads several mods in the order given', async () => {
    const at = place();
    const one = at.mod(
      'one',
      `cmd.hooks({transformInput: ({text}) => ({action: 'transform', text: text + ' one'})});`,
    );
    const two = at.mod(
      'two',
      `cmd.hooks({transformInput: ({text}) => ({action: 'transform', text: text + ' two'})});`,
    );
    const { stdout } = await runCli(at, ['-p', 'hi', '--mod', one, '--mod', two]);
    expect(stdout).toBe('hi one two\n');
  });

  it('loads a folder by its index', async () => {
    const at = place();
    at.file(
      'polite/index.ts',
      `export default (cmd) => cmd.hooks({transformInput: () => ({action: 'handled', message: 'Please.'})});`,
    );
    expect((await runCli(at, ['-p', 'hi', '--mod', './polite'])).stdout).toBe('Please.\n');
  });

  it('is left out in safe mode', async () => {
    const at = place();
    const mod = at.mod('one', `cmd.hooks({transformInput: () => ({action: 'handled'})});`);
    expect((await runCli(at, ['-p', 'hi', '--mod', mod, '--safe-mode'])).stdout).toBe('hi\n');
  });

  const broken = [
    ['does not parse', 'export default function (cmd { }\n', 'MOD_SYNTAX_ERROR'],
    ['has no default export', 'export function register() {}\n', 'MOD_NO_DEFAULT_EXPORT'],
    ['throws on import', 'throw new Error("early");\nexport default () => {};\n', 'MOD_THREW_ON_IMPORT'],
    [
      'throws in its factory',
      'export default () => {\n  throw new Error("late");\n};\n',
      'MOD_FACTORY_THREW',
    ],
    [
      'calls a member that does not exist',
      'export default (cmd) => {\n  cmd.addTol({});\n};\n',
      'MOD_FACTORY_THREW',
    ],
  ] as const;

  it.each(broken)(
    'a mod that %s is a diagnostic with its file, and the run goes on',
    async (_what, text, code) => {
      const at = place();
      const file = at.file('broken.ts', text);
      const good = at.mod('good', `cmd.hooks({appendSystemPrompt: () => 'Be good.'});`);
      const { stdout, ...result } = await runCli(at, [
        '-p',
        'hi',
        '--mod',
        file,
        '--mod',
        good,
        '--output',
        'json',
      ]);
      expect(result.code).toBe(0);
      const { warnings, result: run } = JSON.parse(stdout);
      expect(run.finalText).toBe('hi');
      expect(warnings).toMatchObject([{ code, severity: 'error', mod: 'broken', where: { file } }]);
      // What is missing has no line of its own.
      if (code !== 'MOD_NO_DEFAULT_EXPORT') expect(warnings[0].where.line).toBeGreaterThan(0);
      expect(warnings[0].hint).not.toBe('');
    },
  );

  it.each(broken)('with --strict a mod that %s ends the command with exit code 1', async (_what, text) => {
    const at = place();
    const { code, stdout } = await runCli(at, ['-p', 'hi', '--mod', at.file('broken.ts', text), '--strict']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('a mistake at load is shown once, with the line that made the call and what to do', async () => {
    const at = place();
    const file = at.mod('typo', `cmd.hooks({ beforeToolcall: () => undefined } as never);`);
    const { code, stderr } = await runCli(at, ['-p', 'hi', '--mod', file]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `warning "typo" registers "beforeToolcall", and there is no such hook. MOD_HOOK_UNKNOWN\n  at ${file}:3:7\n  Did you mean "beforeToolCall"?\n`,
    );
  });

  it('a mistake during the run is shown the same way, and is among the warnings', async () => {
    const at = place();
    const body = `cmd.hooks({ onTurnStart: () => void cmd.addTool({} as never) });`;
    const { stdout, stderr } = await runCli(at, [
      '-p',
      'hi',
      '--mod',
      at.mod('late', body),
      '--output',
      'json',
    ]);
    expect(JSON.parse(stdout).warnings).toMatchObject([{ code: 'MOD_REGISTRATION_INVALID' }]);
    expect(stderr.match(/MOD_REGISTRATION_INVALID\n {2}at .*late\.ts:3:/g)).toHaveLength(1);
  });

  it('a hook that throws is a warning with the line, and the run goes on', async () => {
    const at = place();
    const file = at.mod('thrower', `cmd.hooks({\n  onTurnStart() {\n    throw new Error('oops');\n  },\n});`);
    const { code, stdout } = await runCli(at, ['-p', 'hi', '--mod', file, '--output', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).warnings).toMatchObject([
      {
        code: 'MOD_FAILED',
        mod: 'thrower',
        where: { file, line: 5 },
        message: expect.stringContaining('onTurnStart'),
      },
    ]);
  });
});

describe('--mod-option', () => {
  const body = `cmd.addFlag('loud', {type: 'boolean'});
    cmd.addFlag('name', {type: 'string', default: 'nobody'});
    cmd.addCommand({name: 'flags', handler: () => ({message: JSON.stringify([cmd.getFlag('loud'), cmd.getFlag('name')])})});`;

  it('sets what getFlag gives once all factories ran', async () => {
    const at = place();
    const args = [
      '-p',
      '/flags',
      '--mod',
      at.mod('flags', body),
      '--mod-option',
      'loud=true',
      '--mod-option',
      'name=a=b',
    ];
    expect((await runCli(at, args)).stdout).toBe('[true,"a=b"]\n');
  });

  it('warns of an option that no mod has, and names the nearest', async () => {
    const at = place();
    const { code, stderr } = await runCli(at, [
      '-p',
      '/flags',
      '--mod',
      at.mod('flags', body),
      '--mod-option',
      'nam=x',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('Did you mean "name"?');
  });
});

describe('slash commands', () => {
  it('prints the message of a command', async () => {
    const at = place();
    const mod = at.mod(
      'greet',
      `cmd.addCommand({name: 'greet', handler: ({args}) => ({message: 'Hello ' + args})});`,
    );
    expect(await runCli(at, ['-p', '/greet you two', '--mod', mod])).toEqual({
      code: 0,
      stdout: 'Hello you two\n',
      stderr: '',
    });
  });

  it('starts a turn with the prompt of a command', async () => {
    const at = place();
    const mod = at.mod(
      'ask',
      `cmd.addCommand({name: 'ask', handler: async () => ({prompt: 'from the command'})});`,
    );
    expect((await runCli(at, ['-p', '/ask', '--mod', mod])).stdout).toBe('from the command\n');
  });

  it('exits 1 when the handler throws', async () => {
    const at = place();
    const mod = at.mod('bad', `cmd.addCommand({name: 'bad', handler() { throw new Error('no'); }});`);
    const { code, stderr } = await runCli(at, ['-p', '/bad', '--mod', mod]);
    expect(code).toBe(1);
    expect(stderr).toContain('no');
  });

  it('does not wait for a handler that works on after an interruption: exit 130, and its session has ended', async () => {
    const at = place();
    const mod = at.mod(
      'slow',
      `cmd.hooks({onSessionEnd: () => void process.emit('slow:ended')});
       cmd.addCommand({name: 'slow', handler: () => new Promise(() => process.emit('slow:begun'))});`,
    );
    const interruption = new AbortController();
    const once = (event: string, listener: () => void) => process.once(event as never, listener);
    let hasEnded = false;
    once('slow:begun', () => setImmediate(() => interruption.abort()));
    once('slow:ended', () => {
      hasEnded = true;
    });
    const args = ['-p', '/slow', '--mod', mod, '--output', 'json'];
    const { code, stdout } = await runCli(at, args, interruption.signal);
    expect(hasEnded).toBe(true);
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ result: { stopReason: 'interrupted' }, warnings: [] });
  });

  it('takes a word with a slash that no mod has for a prompt', async () => {
    expect((await runCli(place(), ['-p', '/etc what is it'])).stdout).toBe('/etc what is it\n');
  });
});

describe('agents and skills', () => {
  it('a mod adds an agent, the model delegates to it, and the trace marks its requests', async () => {
    const at = place();
    const mod = at.mod('helpers', "cmd.addAgent({name: 'helper', description: 'd', prompt: 'You help.'});");
    const script = at.script(
      { toolCalls: [{ name: 'task', input: { agent: 'helper', prompt: 'work' } }] },
      { text: 'helped' },
      { text: 'Done.' },
    );
    const args = ['-p', 'go', '--mod', mod, '--script', script, '--trace', 'trace.jsonl'];
    expect(await runCli(at, args)).toMatchObject({ code: 0, stdout: 'Done.\n', stderr: '' });
    const rows = lines(readFileSync(join(at.project, 'trace.jsonl'), 'utf8'));
    expect(rows.flatMap(({ purpose }) => purpose ?? [])).toEqual(['run', 'agent', 'run']);
  });

  it("a package's skills and those of addSkillsPath join the run; a broken one is a warning with its line", async () => {
    const at = place();
    const manifest = { name: 'pack', commandcode: { mods: ['index.ts'], skills: ['shipped'] } };
    at.file('pack/package.json', JSON.stringify(manifest));
    at.file('pack/index.ts', "export default (cmd) => { cmd.addSkillsPath('./added'); };\n");
    at.file('pack/shipped/greet/SKILL.md', '---\ndescription: Greets\n---\nSay hello.\n');
    const broken = at.file('pack/added/broken/SKILL.md', '---\nname: Broken Name\ndescription: d\n---\n');
    at.file('pack/added/part/SKILL.md', '---\ndescription: Says goodbye\n---\nSay goodbye.\n');
    const script = at.script({ toolCalls: [{ name: 'skill', input: { name: 'part' } }] }, { text: 'Done.' });
    const args = ['-p', '/greet all', '--mod', 'pack', '--script', script, '--trace', 'trace.jsonl'];
    const { code, stdout, stderr } = await runCli(at, [...args, '--output', 'json']);
    expect(code).toBe(0);
    expect(stderr).toContain(`${broken}:2 of the mod "pack" is left out`);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { finalText: 'Done.' },
      warnings: [{ code: 'SKILL_INVALID', where: { file: broken, line: 2 } }],
    });
    const trace = readFileSync(join(at.project, 'trace.jsonl'), 'utf8');
    expect(trace).toContain('- part: Says goodbye\\n- greet: Greets');
    expect(trace).toContain('Say hello."},{"type":"text","text":"all"}');
    expect(trace).toContain('\\n\\nSay goodbye.');
    expect(lines(trace).flatMap(({ event }) => (event as { type?: string })?.type ?? [])).toContain(
      'skill_loaded',
    );
  });
});
