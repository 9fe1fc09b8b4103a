import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, place, runCli } from './support/run-cli.ts';

describe('cmd -p', () => {
  it('answers with the echo model when there is no script', async () => {
    const result = await runCli(place(), ['-p', 'hello there']);
    expect(result).toEqual({ code: 0, stdout: 'hello there\n', stderr: '' });
  });

  it('answers with the turns of a script', async () => {
    const at = place();
    const script = at.script({ text: 'One.' });
    expect(await runCli(at, ['-p', 'go', '--script', script])).toMatchObject({ code: 0, stdout: 'One.\n' });
  });

  it('ends with a clear run_error and exit code 1 when the script has too few turns', async () => {
    const at = place();
    const script = at.script({ toolCalls: [{ name: 'glob', input: { pattern: '*' } }] });
    const { code, stdout, stderr } = await runCli(at, ['-p', 'go', '--script', script]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('error: The script has 1 turn, and the run asked for another one.');
  });

  it('warns of turns of the script that are left over', async () => {
    const at = place();
    const script = at.script({ text: 'One.' }, { text: 'Two.' });
    const { code, stdout } = await runCli(at, ['-p', 'go', '--script', script, '--output', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).warnings).toMatchObject([{ code: 'SCRIPT_TURNS_LEFT', severity: 'warning' }]);
  });

  it('says where a script is wrong, all mistakes at once, and does not run', async () => {
    const at = place();
    at.file('bad.json', '{\n  "turns": [\n    {"text": 1},\n    {"txt": "x"}\n  ]\n}\n');
    const { code, stdout, stderr } = await runCli(at, ['-p', 'go', '--script', 'bad.json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${join(at.project, 'bad.json')}:3:14`);
    expect(stderr).toContain(`${join(at.project, 'bad.json')}:4:6`);
    expect(stderr).toContain('Did you mean "text"?');
  });

  it('works in the folder of --cwd', async () => {
    const at = place();
    mkdirSync(join(at.project, 'inner'));
    const mod = at.mod('where', `cmd.addCommand({name: 'where', handler: () => ({message: cmd.cwd})});`);
    const { stdout } = await runCli(at, ['-p', '/where', '--cwd', 'inner', '--mod', mod]);
    expect(stdout).toBe(`${join(at.project, 'inner')}\n`);
  });
});

describe('permissions', () => {
  const call = { toolCalls: [{ name: 'shell_command', input: { command: 'touch ran.txt' } }] };

  async function ran(args: readonly string[]): Promise<{ code: number; ran: boolean; stopReason: string }> {
    const at = place();
    const script = at.script(call, { text: 'done' });
    const { code, stdout } = await runCli(at, ['-p', 'go', '--script', script, '--output', 'json', ...args]);
    return {
      code,
      ran: existsSync(join(at.project, 'ran.txt')),
      stopReason: JSON.parse(stdout).result.stopReason,
    };
  }

  it.each([
    ['a call that would ask is denied, which is no fault of the command', [], false, 'permission_denied'],
    ['an allow rule lets it run', ['--allow', 'shell_command(touch *)'], true, 'end_turn'],
    [
      'a deny rule beats everything',
      ['--dangerously-skip-permissions', '--deny', 'shell_command'],
      false,
      'permission_denied',
    ],
    [
      '--dangerously-skip-permissions allows what would ask',
      ['--dangerously-skip-permissions'],
      true,
      'end_turn',
    ],
    ['plan mode refuses the call, and the run goes on', ['--permission-mode', 'plan'], false, 'end_turn'],
    ['dont-ask denies what would ask', ['--permission-mode', 'dont-ask'], false, 'permission_denied'],
  ])('%s', async (_what, args, hasRun, stopReason) => {
    expect(await ran(args)).toEqual({ code: 0, ran: hasRun, stopReason });
  });

  it('a denied call is told of, with what would allow it', async () => {
    const at = place();
    const { code, stderr } = await runCli(at, ['-p', 'go', '--script', at.script(call)]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^info The call of shell_command was denied\..* TOOL_DENIED\n.*--allow shell_command/,
    );
  });
});

describe('sessions', () => {
  const counter = `cmd.hooks({onTurnStart({state}, ctx) {
      const count = ctx.session.getCustomEntries({customType: 'count'}).length + 1;
      ctx.session.appendCustomEntry({customType: 'count', data: count});
      cmd.ui.notify('count ' + count, 'warning');
      return state;
    }});`;

  it('--continue goes on with the last session: its messages and the entries of mods are there', async () => {
    const at = place();
    const mod = at.mod('counter', counter);
    const first = await runCli(at, ['-p', 'one', '--mod', mod]);
    const second = await runCli(at, ['-p', 'two', '--mod', mod, '--continue', '--trace', 'trace.jsonl']);
    expect(first.stderr).toContain('count 1');
    expect(second.stderr).toContain('count 2');
    const request = lines(readFileSync(join(at.project, 'trace.jsonl'), 'utf8')).find(
      ({ kind }) => kind === 'request',
    );
    expect(request?.messages).toHaveLength(3);
  });

  it('--resume takes a session by its id', async () => {
    const at = place();
    const first = JSON.parse((await runCli(at, ['-p', 'one', '--output', 'json'])).stdout);
    await runCli(at, ['-p', 'another']);
    const again = JSON.parse(
      (await runCli(at, ['-p', 'two', '--output', 'json', '--resume', first.sessionId])).stdout,
    );
    expect(again.sessionFile).toBe(first.sessionFile);
  });

  it('--no-session writes nothing, and mods have a session all the same', async () => {
    const at = place();
    const { stdout, stderr } = await runCli(at, [
      '-p',
      'hi',
      '--no-session',
      '--mod',
      at.mod('counter', counter),
      '--output',
      'json',
    ]);
    expect(JSON.parse(stdout).sessionFile).toBeNull();
    expect(stderr).toContain('count 1');
    expect(readdirSync(at.home)).toEqual([]);
  });
});

describe('models', () => {
  const provider = `cmd.addProvider({id: 'mine', displayName: 'Mine', models: [{id: 'small'}], transport: {kind: 'direct',
      stream: async ({model, onTextDelta}) => {
        onTextDelta('I am ' + model);
        return {content: [{type: 'text', text: 'I am ' + model}], usage: {inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0}, stopReason: 'end_turn'};
      }}});`;

  it.each(['small', 'mine/small'])('--model %s resolves to the provider of a mod', async (model) => {
    const at = place();
    const { stdout } = await runCli(at, ['-p', 'who', '--mod', at.mod('p', provider), '--model', model]);
    expect(stdout).toBe('I am small\n');
  });

  it('a model that nobody has is a run_error with the nearest one', async () => {
    const at = place();
    const { code, stderr } = await runCli(at, [
      '-p',
      'who',
      '--mod',
      at.mod('p', provider),
      '--model',
      'smal',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('Did you mean "small"?');
  });
});
