import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestChanges } from '../../src/trace/changes.ts';
import { collectTrace } from '../../src/trace/collect-trace.ts';
import type { FileRow } from '../../src/trace/read-row.ts';
import { lines, place, runCli } from '../support/run-cli.ts';
import { ROWS, traceFile } from './support.ts';

const at = place();
const trace = (...args: readonly string[]) => runCli(at, ['mods', 'trace', ...args]);

describe('cmd mods trace', () => {
  it('counts in words that fit the number', async () => {
    const { stdout } = await trace(traceFile(ROWS.slice(0, 2)));
    expect(stdout).toMatch(/^1 hook call of 1 mod in 1 round, 0 requests, 1 event\n/);
  });

  it('prints each hook of each mod, the rounds, the slowest calls, and those that failed with their line', async () => {
    const { code, stdout, stderr } = await trace(traceFile(ROWS), '--slowest', '2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "4 hook calls of 3 mods in 3 rounds, 2 requests, 5 events

      mod        hook                calls  total ms   mean    max  changed  errors
      mod:slow   transformMessage        2      24.0   12.0   20.0        0       0
      mod:<b>    onTurnStart             1     2.000  2.000  2.000        0       1
      mod:rules  appendSystemPrompt      1     1.000  1.000  1.000        1       0

      Rounds
      round   requests  messages  system  hook calls     ms  changed by
      before         0         -       -           1  4.000  -
      1              1         1      18           1  1.000  mod:rules appendSystemPrompt ×1
      2              1         2      18           2   22.0  -

      Slowest calls
      mod:slow  transformMessage   20.0 ms  round 2, line 11
      mod:slow  transformMessage  4.000 ms  round before, line 2

      Failed calls
      mod:<b>  onTurnStart  2.000 ms  round 2, line 10  TypeError: x is not a function
      "
    `);
  });

  it('prints the same as data with --json', async () => {
    const { stdout } = await trace(traceFile(ROWS), '--json', '--slowest', '1');
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      rows: { request: 2, response: 2, hook: 4, event: 5 },
      mods: [
        {
          mod: 'mod:slow',
          calls: 2,
          totalMs: 24,
          hooks: [{ hook: 'transformMessage', calls: 2, meanMs: 12, maxMs: 20, changed: 0, errors: 0 }],
        },
        { mod: 'mod:<b>', errors: 1 },
        { mod: 'mod:rules', changed: 1 },
      ],
      rounds: [
        { turnNumber: 0, requests: [] },
        { turnNumber: 1, requests: [{ model: 'small', stopReason: 'tool_use' }], tools: ['read_file'] },
        { turnNumber: 2, start: 40 },
      ],
      slowest: [{ mod: 'mod:slow', ms: 20, line: 11, start: 44 }],
      isTimed: true,
      duration: 80,
      warnings: [],
    });
  });

  it('reads what cmd -p --trace wrote, whose rows say when they were written', async () => {
    const here = place();
    const mod = here.mod(
      'loud',
      "cmd.hooks({ transformInput: ({ text }) => ({ action: 'transform', text: text + '!' }) });",
    );
    await runCli(here, ['-p', 'hi', '--mod', mod, '--trace', 'run.jsonl']);
    const times = lines(readFileSync(join(here.project, 'run.jsonl'), 'utf8')).map((row) => row.at);
    expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
    const { code, stdout } = await runCli(here, ['mods', 'trace', 'run.jsonl']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^mod:loud +transformInput +1 /m);
  });

  it('names lines that are no rows with their place, shows the others, and exits 1', async () => {
    const file = traceFile([
      '',
      '[]',
      ...ROWS.slice(0, 4),
      '{"kind":"new"}',
      '{"kind":"hook","mod":"m","hook":"h","ms":"1"}',
    ]);
    appendFileSync(file, '\n{"kind":"event","ev');
    const { code, stdout, stderr } = await trace(file);
    expect(code).toBe(1);
    expect(stdout).toContain('mod:slow');
    expect(stderr.match(/trace\.jsonl:\d+/g)?.map((where) => where.slice(12))).toEqual(['2', '7', '8', '9']);
    expect(stderr).toContain('ms should be of type number');
    expect(stderr).toContain('TRACE_LINE_BROKEN');
  });

  it('names the first ten broken lines, and counts the others', async () => {
    const { stderr } = await trace(traceFile([...ROWS, ...Array.from({ length: 25 }, () => 'x')]));
    expect(stderr.match(/is no row/g)).toHaveLength(10);
    expect(stderr).toContain('15 more lines');
  });

  it.each([
    ['a file that is not there', 'missing.jsonl', 'no such file'],
    ['a folder', '.', 'it is a folder'],
    ['an empty file', traceFile([]), 'it is empty'],
    ['a file of something else', traceFile(['# heading']), 'none of its lines'],
  ])('refuses %s, exit 2', async (_, file, words) => {
    const { code, stdout, stderr } = await trace(file, '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('TRACE_UNREADABLE');
    expect(stderr).toContain(words);
  });

  it('says so when the page cannot be written', async () => {
    const file = at.file('in-the-way', '');
    const { code, stderr } = await trace(traceFile(ROWS), '--html', join(file, 'page.html'));
    expect(code).toBe(2);
    expect(stderr).toContain('TRACE_PAGE_UNWRITABLE');
  });

  it('writes the page into folders that are not there yet', async () => {
    const { code } = await trace(traceFile(ROWS), '--html', 'deep/er/page.html');
    expect({ code, isThere: existsSync(join(at.project, 'deep/er/page.html')) }).toEqual({
      code: 0,
      isThere: true,
    });
  });
});

describe('the report of a trace', () => {
  const collected = (rows: readonly object[], limits = { calls: 10, changes: 1_000 }) => {
    const collector = collectTrace(limits);
    for (const [index, row] of rows.entries()) collector.add(row as FileRow, index + 1);
    return collector.report();
  };

  it('says what each request has that the one before had not, and what became of the answer', () => {
    const { rounds } = collected(ROWS);
    expect(rounds[1]?.changes.map(({ what, isFirst }) => [what, isFirst])).toEqual([
      ['system prompt', true],
      ['messages', true],
      ['answer', undefined],
    ]);
    expect(rounds[1]?.changes[2]).toMatchObject({
      before: [expect.stringContaining('a secret')],
      after: [expect.stringContaining('[redacted]')],
    });
    expect(rounds[2]?.changes.map(({ what, before, after }) => [what, before, after.length])).toEqual([
      ['model', ['small'], 1],
      ['system prompt', ['Be brief.'], 1],
      ['messages', [], 1],
      ['tools', [], 1],
    ]);
  });

  it('keeps the longest calls and what changes there is room for, however long the trace is', () => {
    const calls = Array.from({ length: 5_000 }, (_, ms) => ({
      kind: 'hook',
      mod: 'm',
      hook: 'h',
      ms,
      changed: true,
    }));
    const report = collected([...calls, ...ROWS], { calls: 3, changes: 20 });
    expect(report.slowest.map(({ ms }) => ms)).toEqual([4_999, 4_998, 4_997]);
    expect(report).toMatchObject({ isCut: true, mods: [{ calls: 5_000, maxMs: 4_999 }, {}, {}, {}] });
    expect(
      report.rounds.flatMap(({ changes }) => changes.map(({ isLeftOut = false }) => isLeftOut)),
    ).toContain(true);
  });

  it('has rounds without the events, and places calls end to end without times', () => {
    const bare = ROWS.filter((row) => 'kind' in row && row.kind !== 'event').map((row) => ({
      ...row,
      at: undefined,
    }));
    const { rounds, slowest, isTimed, duration } = collected(bare);
    expect(rounds.map(({ turnNumber }) => turnNumber)).toEqual([0, 1, 2]);
    expect(slowest.map(({ ms, start }) => [ms, start])).toEqual([
      [20, 7],
      [4, 0],
      [2, 5],
      [1, 4],
    ]);
    expect({ isTimed, duration }).toEqual({ isTimed: false, duration: 27 });
  });

  it('gives an answer to the request that waits for it, when a mod asks a model in between', () => {
    const request = {
      kind: 'request',
      turnNumber: 1,
      attempt: 0,
      model: 'm',
      system: '',
      messages: [],
      tools: [],
    };
    const response = { kind: 'response', turnNumber: 1, attempt: 0, deltas: [], content: [], usage: {} };
    const { rounds } = collected([
      { ...request, purpose: 'run' },
      { ...request, purpose: 'complete' },
      { ...response, stopReason: 'of the mod' },
      { ...response, stopReason: 'of the run' },
    ]);
    expect(rounds[0]?.requests.map(({ purpose, stopReason }) => [purpose, stopReason])).toEqual([
      ['run', 'of the run'],
      ['complete', 'of the mod'],
    ]);
  });

  it('leaves out of a change what is the same at both ends', () => {
    const same = { model: ['m'], effort: [], messages: [], tools: [] };
    expect(
      requestChanges(
        { ...same, system: ['a', 'b', 'c', 'c'] },
        { ...same, system: ['a', 'x', 'c', 'c', 'c'] },
      ),
    ).toEqual([{ what: 'system prompt', before: ['b'], after: ['x', 'c'], sameBefore: 1 }]);
  });
});
