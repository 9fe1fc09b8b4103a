import { describe, expect, it } from 'vitest';
import { modsScene, QUIET } from './support/mods-scene.ts';

const judge = (script: string) => ['--', '/bin/sh', '-c', script];
const BAD = judge('case ",$CMD_MODS_ONLY," in *,bad,*) exit 1;; esac');

const three = () =>
  modsScene({
    home: { 'mods/a.ts': QUIET, 'mods/bad.ts': 'throw new Error("not run")', 'mods/c.ts': QUIET },
  });

describe('cmd mods bisect', () => {
  it('finds the mod with a command as the judge, prints its steps, and exits 0', async () => {
    const { code, stdout, stderr } = await three().mods(['bisect', ...BAD]);
    expect(code).toBe(0);
    expect(stdout).toContain('bad breaks it.\n');
    expect(stdout).toContain('cmd mods disable bad');
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      '1. with all 3 mods: bad (exit code 1)',
      '2. without any mod: good (exit code 0)',
    ]);
  });

  it('prints the culprit and the steps with --json', async () => {
    const { code, stdout } = await three().mods(['bisect', '--json', '--pin', 'a', ...BAD]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      outcome: 'found',
      culprit: 'bad',
      culprits: ['bad'],
      steps: [
        { mods: ['a', 'bad', 'c'], verdict: 'bad', exitCode: 1 },
        { mods: ['a'], verdict: 'good', exitCode: 0 },
        { mods: ['a', 'bad'], verdict: 'bad' },
        { mods: ['a', 'c'], verdict: 'good' },
      ],
    });
  });

  it("hands names of any spelling to the command so that the loader reads them, a project's own too", async () => {
    const at = modsScene({
      home: { 'mods/one,two.ts': QUIET, 'mods/100%.ts': QUIET },
      project: { 'mods/$(exit 9).ts': QUIET },
    });
    const script = 'case ",$CMD_MODS_ONLY," in *,one%2Ctwo,*) exit 1;; esac';
    const { code, stdout } = await at.mods(['bisect', '--json', ...judge(script)]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      culprit: 'one,two',
      steps: [{ mods: ['$(exit 9)', '100%', 'one,two'] }, {}, {}, {}, {}],
    });
  });

  it.each([
    ['all mods together work', 'exit 0', 'nothing to find'],
    ['it breaks without any mod', 'echo deep trouble; exit 7', 'deep trouble'],
    ['nothing can be judged', 'exit 125', 'cannot be told'],
  ])('exits 1 and says why when %s', async (_, script, words) => {
    const { code, stdout } = await three().mods(['bisect', ...judge(script)]);
    expect(code).toBe(1);
    expect(stdout).toContain(words);
  });

  it('takes a run that lasts too long for a bad one, and ends what it started', async () => {
    const { code, stderr } = await three().mods(['bisect', '--timeout', '0.2', ...judge('sleep 600 & wait')]);
    expect(code).toBe(1);
    expect(stderr).toContain('1. with all 3 mods: bad (it took too long)');
  });

  it.each([
    ['without a command where nobody can answer', [], 'BISECT_COMMAND_MISSING'],
    ['with a command that cannot be started', ['--', './no-such-program'], 'BISECT_COMMAND_UNSTARTABLE'],
    ['with a pin that is no mod', ['--pin', 'bda', ...BAD], 'The mods here are: a, bad, c.'],
  ])('refuses to begin %s, exit 2', async (_, args, words) => {
    const { code, stdout, stderr } = await three().mods(['bisect', '--json', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('asks the person without a command, with the variable ready to be copied', async () => {
    const asked: string[] = [];
    const { code, stdout } = await three().mods(['bisect'], {
      choose: async (question) => {
        const variable = /CMD_MODS_ONLY=(\S+)/.exec(question)?.[1] ?? '';
        asked.push(variable);
        return variable.includes('bad') ? 1 : 0;
      },
    });
    expect({ code, asked: asked.slice(0, 2) }).toEqual({ code: 0, asked: ['a,bad,c', ','] });
    expect(stdout).toContain('bad breaks it.');
  });

  it('ends with 130 when it is interrupted, and the command with it', async () => {
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 150);
    const { code, stdout } = await three().mods(['bisect', ...judge('sleep 600 & wait')], {
      signal: interruption.signal,
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });
});
