import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHarness, createModHost, createScriptedModel } from '@cmd-mods/harness';
import { describe, expect, it } from 'vitest';
import blockDangerousCommands from '../../examples/block-dangerous-commands/index.ts';
import { repository } from './support/git.ts';
import { eventsOf, type ProgramRun, playground } from './support/try-example.ts';

const outputs = (run: ProgramRun) => eventsOf(run, 'tool_hook_blocked').map(({ hookOutput }) => hookOutput);

describe('review-guard', () => {
  const pushes = (run: ProgramRun) =>
    run.events.flatMap((event) =>
      event.type === 'tool_completed' || event.type === 'tool_hook_blocked' ? [event.type] : [],
    );

  it('blocks the push until the diff was read, and lets the same push through afterwards', () => {
    const { folder, tryIt } = playground('review-guard');
    repository(folder, ['first', 'second']);
    const guarded = tryIt();
    expect(pushes(guarded)).toEqual(['tool_hook_blocked', 'tool_completed', 'tool_completed']);
    expect(outputs(guarded)).toEqual(['Read the change with "git diff" before you push it.']);
    expect(pushes(tryIt({ withMod: false }))).toEqual(['tool_completed', 'tool_completed', 'tool_completed']);
  });
});

describe('block-dangerous-commands', () => {
  const withScratch = () => {
    const place = playground('block-dangerous-commands');
    mkdirSync(join(place.folder, 'scratch'));
    writeFileSync(join(place.folder, 'scratch/report.txt'), 'years of work');
    return place;
  };

  it('blocks a recursive, forced delete where nobody can be asked, and the files stay', () => {
    const { folder, tryIt, read } = withScratch();
    const run = tryIt();
    expect(outputs(run)).toEqual(['"rm -rf scratch" was not run: a person has to approve deletes.']);
    expect(eventsOf(run, 'tool_running')).toEqual([]);
    expect(read('scratch/report.txt')).toBe('years of work');

    tryIt({ withMod: false });
    expect(existsSync(join(folder, 'scratch'))).toBe(false);
  });

  it.each([
    'rm -fr scratch',
    'rm -r -f scratch',
    'rm --force --recursive scratch',
    'cd scratch && rm -Rf .',
    'rm -v -rf scratch',
  ])('blocks "%s"', (command) => {
    expect(outputs(attempt(command))).toHaveLength(1);
  });

  it.each(['rm scratch/report.txt', 'rm -f scratch/report.txt', 'echo firm -rf', 'ls -R; ls -f'])(
    'lets "%s" run',
    (command) => {
      const run = attempt(command);
      expect(outputs(run)).toEqual([]);
      expect(eventsOf(run, 'tool_completed')).toHaveLength(1);
    },
  );

  it.each([
    { answer: true, tools: ['rm -rf scratch'] },
    { answer: false, tools: [] },
  ])('asks the person where there is one, and takes $answer for an answer', async ({ answer, tools }) => {
    const asked: (string | undefined)[] = [];
    const ran: string[] = [];
    const confirm = async ({ message }: { message?: string }) => {
      asked.push(message);
      return answer;
    };
    const host = createModHost({ cwd: import.meta.dirname, dialogs: { confirm } });
    await host.register({ name: 'block-dangerous-commands', factory: blockDangerousCommands });
    const call = { name: 'shell_command', input: { command: 'rm -rf scratch' } };
    const harness = await createHarness({
      modelClient: createScriptedModel({ turns: [{ toolCalls: [call] }, { text: 'Tried.' }] }),
      model: 'scripted',
      modHost: host,
      permissions: { allow: [], deny: [], skipPermissions: true },
      tools: [
        {
          schema: {
            name: 'shell_command',
            description: 'Notes that it ran.',
            input_schema: { type: 'object' },
          },
          run: ({ input }) => {
            ran.push(String(input.command));
            return { ok: true, content: [] };
          },
        },
      ],
    });
    await harness.submit('Free some disk space');
    await harness.dispose();
    expect({ asked, ran }).toEqual({ asked: ['rm -rf scratch'], ran: tools });
  });

  function attempt(command: string): ProgramRun {
    const { folder, tryIt } = withScratch();
    const script = {
      turns: [{ toolCalls: [{ name: 'shell_command', input: { command } }] }, { text: 'Tried.' }],
    };
    writeFileSync(join(folder, 'examples/block-dangerous-commands/script.json'), JSON.stringify(script));
    return tryIt();
  }
});

describe('write-quota', () => {
  it('blocks a write outside the folder and the write behind the last allowed one', () => {
    const { folder, tryIt, read } = playground('write-quota');
    expect(outputs(tryIt())).toEqual([
      'Only files inside scratch/notes may be written.',
      'The write quota of this session is used up.',
    ]);
    expect([read('scratch/notes/one.txt'), read('scratch/notes/two.txt')]).toEqual(['1', '2']);
    expect(existsSync(join(folder, 'scratch/elsewhere.txt'))).toBe(false);
    expect(existsSync(join(folder, 'scratch/notes/three.txt'))).toBe(false);
  });

  it('writes all four files without the mod', () => {
    const { tryIt } = playground('write-quota');
    expect(eventsOf(tryIt({ withMod: false }), 'tool_completed')).toHaveLength(4);
  });

  it('counts on when the session is resumed, and reports the count at the end of each run', () => {
    const { tryIt } = playground('write-quota');
    const notices = (run: ProgramRun) => eventsOf(run, 'notice').map(({ message }) => message);
    expect(notices(tryIt())).toEqual(['Writes used in this session: 2']);
    const resumed = tryIt({ more: '--continue --mod-option max-writes=3' });
    expect(outputs(resumed)).toHaveLength(3);
    expect(notices(resumed)).toEqual(['Writes used in this session: 3']);
  });

  it('does not take a folder whose name only begins in the same way for the allowed one', () => {
    const { tryIt } = playground('write-quota');
    expect(outputs(tryIt({ more: '--mod-option write-root=scratch/note' }))).toHaveLength(4);
  });
});

describe('allow-checks', () => {
  it('answers the prompt that a headless run would have denied', () => {
    const { folder, tryIt } = playground('allow-checks');
    repository(folder, ['first']);
    const allowed = tryIt();
    expect(eventsOf(allowed, 'tool_completed')).toHaveLength(1);
    expect(eventsOf(allowed, 'run_end')[0]?.result.stopReason).toBe('end_turn');

    const denied = tryIt({ withMod: false });
    expect(eventsOf(denied, 'tool_denied')).toHaveLength(1);
    expect(eventsOf(denied, 'run_end')[0]?.result.stopReason).toBe('permission_denied');
  });

  it('leaves a line that only begins with a harmless command to the prompt', () => {
    const { folder, tryIt } = playground('allow-checks');
    const input = { command: 'git status; touch made' };
    const script = { turns: [{ toolCalls: [{ name: 'shell_command', input }] }] };
    writeFileSync(join(folder, 'examples/allow-checks/script.json'), JSON.stringify(script));
    expect(eventsOf(tryIt(), 'tool_denied')).toHaveLength(1);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('does not beat a deny rule', () => {
    const { tryIt } = playground('allow-checks');
    expect(eventsOf(tryIt({ more: '--deny shell_command' }), 'tool_denied')).toHaveLength(1);
  });
});
