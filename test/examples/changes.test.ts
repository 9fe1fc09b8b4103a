import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createModHost } from '@cmd-mods/harness';
import type { AgentMessage } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import greetingRoast from '../../examples/greeting-roast/index.ts';
import { repository } from './support/git.ts';
import { eventsOf, type Playground, playground } from './support/try-example.ts';

interface Request {
  readonly system: string;
  readonly messages: readonly AgentMessage[];
}

/** The model requests of a trace. */
function requests({ read }: Playground, path: string): readonly Request[] {
  const rows = read(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return rows.filter((row) => row.kind === 'request');
}

const askedFor = ({ messages }: Request): string =>
  messages
    .flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('\n');

describe('greeting-roast', () => {
  it('replaces a bare greeting by an instruction for the model', () => {
    const place = playground('greeting-roast');
    expect(place.tryIt({ more: '--trace with.jsonl' }).stdout).toContain(
      'You came to a coding agent with two letters.',
    );
    expect(requests(place, 'with.jsonl').map(askedFor)).toEqual([
      'The person typed only "hi". Answer with one friendly roast of that greeting.',
    ]);
    place.tryIt({ withMod: false, more: '--trace without.jsonl' });
    expect(requests(place, 'without.jsonl').map(askedFor)).toEqual(['hi']);
  });

  it('leaves a prompt alone that says more than a greeting', () => {
    const { cmd } = playground('greeting-roast');
    const prompt = 'hi, fix the build';
    expect(cmd(`-p "${prompt}" --mod examples/greeting-roast`).stdout).toBe(`${prompt}\n`);
  });

  it('counts greetings over sessions, and /stats prints the count', () => {
    const { cmd, tryIt } = playground('greeting-roast');
    const stats = () => cmd('-p /stats --mod examples/greeting-roast').stdout;
    expect(stats()).toBe('Greetings roasted so far: 0\n');
    tryIt();
    tryIt();
    expect(stats()).toBe('Greetings roasted so far: 2\n');
    expect(cmd('-p /stats').stdout, 'without the mod it is a prompt').toBe('/stats\n');
  });

  it('renders its entries as one line each', async () => {
    const host = createModHost({ cwd: import.meta.dirname });
    expect(await host.register({ name: 'greeting-roast', factory: greetingRoast })).toEqual({ ok: true });
    expect(host.renderEntry('greeting-roast/roast', { greeting: 'yo', number: 3 })).toEqual([
      'Greeting number 3: "yo". Bold opening.',
    ]);
  });
});

describe('route-by-context-size', () => {
  it('sends only the request behind the large measurement to the large model', () => {
    const { tryIt } = playground('route-by-context-size');
    const models = (withMod: boolean) =>
      eventsOf(tryIt({ withMod }), 'model_request_start').map(({ model }) => model);
    expect(models(true)).toEqual(['scripted', 'scripted', 'large-window']);
    expect(models(false)).toEqual(['scripted', 'scripted', 'scripted']);
  });

  it('takes model and limit from its options', () => {
    const { tryIt } = playground('route-by-context-size');
    const run = tryIt({ more: '--mod-option large-model=huge --mod-option large-from=4000' });
    expect(eventsOf(run, 'model_request_end').map(({ model }) => model)).toEqual([
      'scripted',
      'huge',
      'huge',
    ]);
  });
});

describe('turn-counter', () => {
  it('counts rounds over two processes that share a session', () => {
    const { cmd, tryIt } = playground('turn-counter');
    const turns = () => cmd('-p /turns --continue --mod examples/turn-counter').stdout;
    tryIt();
    expect(turns()).toBe('Rounds so far: 2\n');
    tryIt({ more: '--continue' });
    expect(turns()).toBe('Rounds so far: 4\n');
  });

  it('starts anew in another session, and counts nothing where it is not loaded', () => {
    const { cmd, tryIt } = playground('turn-counter');
    const turns = () => cmd('-p /turns --continue --mod examples/turn-counter').stdout;
    tryIt();
    tryIt();
    expect(turns()).toBe('Rounds so far: 2\n');
    tryIt({ withMod: false });
    expect(turns()).toBe('Rounds so far: 0\n');
  });
});

describe('word-count', () => {
  it('is a tool that the model can call without being asked about it', () => {
    const { tryIt } = playground('word-count');
    const run = tryIt();
    expect(eventsOf(run, 'tool_completed').map(({ result }) => result)).toEqual([
      [{ type: 'text', text: 'examples/word-count/poem.txt has 9 words.' }],
    ]);
    expect(eventsOf(tryIt({ withMod: false }), 'tool_completed')).toEqual([]);
  });

  it('runs in plan mode too, since it changes nothing', () => {
    const { tryIt } = playground('word-count');
    expect(eventsOf(tryIt({ more: '--permission-mode plan' }), 'tool_completed')).toHaveLength(1);
  });
});

describe('recent-changes', () => {
  it('hands the last commits to the model', () => {
    const place = playground('recent-changes');
    repository(place.folder, ['Plant a tree', 'Water it', 'Wait', 'Pick the fruit']);
    mkdirSync(join(place.folder, 'scratch'));
    place.tryIt();
    expect(requests(place, 'scratch/trace.jsonl').map(askedFor)).toEqual([
      'Summarise these commits in one sentence:\nPick the fruit\nWait\nWater it',
    ]);
    place.tryIt({ withMod: false });
    expect(requests(place, 'scratch/trace.jsonl').map(askedFor)).toEqual(['/changes 3']);
  });

  it('answers with a message where there is nothing to summarise', () => {
    const { cmd } = playground('recent-changes');
    const say = (line: string) => cmd(`-p "${line}" --mod examples/recent-changes`).stdout;
    expect(say('/changes many')).toBe('Usage: /changes <how many>\n');
    expect(say('/changes')).toMatch(/^git log failed: fatal: not a git repository/);
  });
});

describe('until-green', () => {
  it('keeps the run going until the check succeeds', () => {
    const { read, tryIt } = playground('until-green');
    const run = tryIt();
    expect(read('scratch/answer.txt')).toBe('42');
    expect(run.stdout).toContain('Now it is right.');
  });

  it('is what keeps it going: without the mod the run ends on the wrong answer', () => {
    const { read, tryIt } = playground('until-green');
    expect(tryIt({ withMod: false }).stdout).toContain('Done.');
    expect(read('scratch/answer.txt')).toBe('41');
  });

  it('tells the model what the check printed', () => {
    const place = playground('until-green');
    place.tryIt({ more: '--trace trace.jsonl' });
    const last = requests(place, 'trace.jsonl').at(-1);
    expect(last && askedFor(last)).toContain('scratch/answer.txt does not hold 42');
  });
});

describe('house-rules', () => {
  it('adds the rules to the end of the system prompt', () => {
    const place = playground('house-rules');
    place.tryIt();
    const [withRules] = requests(place, 'scratch/trace.jsonl');
    place.tryIt({ withMod: false });
    const [without] = requests(place, 'scratch/trace.jsonl');
    expect(withRules?.system).toBe(`${without?.system}\n\n${place.read('examples/house-rules/RULES.md')}`);
  });

  it('says so when the file is not there, and the run goes on', () => {
    const { tryIt } = playground('house-rules');
    const run = tryIt({ more: '--mod-option rules=nowhere.md' });
    expect(run.stderr).toContain('appendSystemPrompt of the mod "house-rules" failed: ENOENT');
    expect(run.stdout).toContain('I will keep to the rules.');
  });
});
