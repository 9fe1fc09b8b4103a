import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript, type Script } from '../../src/index.ts';

/** What is found in a script: `line:column code message (hint)`. */
async function faults(text: string): Promise<string[]> {
  const reading = await parseScript(text, 's.json');
  if (reading.ok) return [];
  return reading.diagnostics.map(({ code, message, where, hint }) => {
    expect(where?.file).toBe('s.json');
    const special = hint !== undefined && !hint.startsWith('See schemas') && !hint.startsWith('Mend');
    return `${where?.line}:${where?.column} ${code} ${message}${special ? ` (${hint})` : ''}`;
  });
}

const turn = (fields: string) => `{"turns": [\n  ${fields}\n]}`;

describe('a script', () => {
  it('with every field is read as it stands', async () => {
    const script: Script = {
      turns: [
        {},
        {
          text: 'ab',
          deltas: ['a', 'b'],
          thinking: 'hm',
          toolCalls: [{ name: 't', input: { a: [1] }, id: 'x' }],
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 },
          stream: true,
        },
        { deltas: ['a'], error: { message: 'cut', retryable: true }, afterDeltas: 1 },
        { text: 'x', stream: false },
      ],
    };
    expect(await parseScript(JSON.stringify(script), 's.json')).toEqual({ ok: true, script });
  });

  it('may name its schema, and may begin with a byte order mark', async () => {
    expect(await faults('\uFEFF{"$schema": "./script.schema.json", "turns": []}')).toEqual([]);
  });

  it('is an empty list of turns at the least', async () => {
    expect(await parseScript('{"turns": []}', 's.json')).toEqual({ ok: true, script: { turns: [] } });
  });
});

describe('text that is no JSON', () => {
  it.each([
    ['', ['undefined:undefined SCRIPT_NOT_JSON The script is empty.']],
    [
      '{"turns": [}',
      [
        '1:12 SCRIPT_NOT_JSON The script is not JSON: value expected.',
        '1:13 SCRIPT_NOT_JSON The script is not JSON: close bracket expected.',
      ],
    ],
    ['{"turns": [],\n}', ['2:1 SCRIPT_NOT_JSON The script is not JSON: property name expected.']],
    ['{"turns": []\n  // why\n}', ['2:3 SCRIPT_NOT_JSON The script is not JSON: invalid comment token.']],
    ['{turns: []}', ['1:2 SCRIPT_NOT_JSON']],
    ['{"turns": []} x', ['1:15 SCRIPT_NOT_JSON']],
    ["{'turns': []}", ['1:2 SCRIPT_NOT_JSON']],
  ])('%j is reported with line and column', async (text, expected) => {
    const found = await faults(text);
    for (const [index, line] of expected.entries()) expect(found[index]).toContain(line);
    expect(found.length).toBeGreaterThanOrEqual(expected.length);
  });
});

describe('a mistake', () => {
  it.each([
    ['[]', '1:1 SCRIPT_INVALID the script must be an object, not an array.'],
    ['5', '1:1 SCRIPT_INVALID the script must be an object, not a number.'],
    ['{}', '1:1 SCRIPT_INVALID the script needs "turns".'],
    ['{"turns": {}}', '1:11 SCRIPT_INVALID turns must be an array, not an object.'],
    [
      '{"turns": [], "turn": 1}',
      '1:15 SCRIPT_INVALID the script has an unknown field "turn". (Did you mean "turns"?)',
    ],
    ['{"$schema": 5, "turns": []}', '1:13 SCRIPT_INVALID $schema must be a string, not a number.'],
    [turn('null'), '2:3 SCRIPT_INVALID turns[0] must be an object, not null.'],
    [turn('["text", "a"]'), '2:3 SCRIPT_INVALID turns[0] must be an object, not an array.'],
    [turn('{"text": 5}'), '2:12 SCRIPT_INVALID turns[0].text must be a string, not a number.'],
    [turn('{"txt": "a"}'), '2:4 SCRIPT_INVALID turns[0] has an unknown field "txt". (Did you mean "text"?)'],
    [turn('{"constructor": 1}'), '2:4 SCRIPT_INVALID turns[0] has an unknown field "constructor".'],
    [turn('{"deltas": "a"}'), '2:14 SCRIPT_INVALID turns[0].deltas must be an array, not a string.'],
    [turn('{"deltas": ["a", 1]}'), '2:20 SCRIPT_INVALID turns[0].deltas[1] must be a string, not a number.'],
    [turn('{"thinking": []}'), '2:16 SCRIPT_INVALID turns[0].thinking must be a string, not an array.'],
    [
      turn('{"stopReason": true}'),
      '2:18 SCRIPT_INVALID turns[0].stopReason must be a string, not a boolean.',
    ],
    [turn('{"stream": "no"}'), '2:14 SCRIPT_INVALID turns[0].stream must be a boolean, not a string.'],
    [turn('{"toolCalls": {}}'), '2:17 SCRIPT_INVALID turns[0].toolCalls must be an array, not an object.'],
    [turn('{"toolCalls": [{"name": "t"}]}'), '2:18 SCRIPT_INVALID turns[0].toolCalls[0] needs "input".'],
    [turn('{"toolCalls": [{"input": {}}]}'), '2:18 SCRIPT_INVALID turns[0].toolCalls[0] needs "name".'],
    [
      turn('{"toolCalls": [{"name": "t", "input": []}]}'),
      '2:41 SCRIPT_INVALID turns[0].toolCalls[0].input must be an object, not an array.',
    ],
    [
      turn('{"toolCalls": [{"name": "t", "input": {}, "id": 1}]}'),
      '2:51 SCRIPT_INVALID turns[0].toolCalls[0].id must be a string, not a number.',
    ],
    [turn('{"usage": 5}'), '2:13 SCRIPT_INVALID turns[0].usage must be an object, not a number.'],
    [
      turn('{"usage": {"inputTokens": -1}}'),
      '2:29 SCRIPT_INVALID turns[0].usage.inputTokens must be a whole number from 0 on.',
    ],
    [
      turn('{"usage": {"inputTokens": 1.5}}'),
      '2:29 SCRIPT_INVALID turns[0].usage.inputTokens must be a whole number from 0 on.',
    ],
    [turn('{"usage": {"tokens": 1}}'), '2:14 SCRIPT_INVALID turns[0].usage has an unknown field "tokens".'],
    [turn('{"error": "busy"}'), '2:13 SCRIPT_INVALID turns[0].error must be an object, not a string.'],
    [turn('{"error": {}}'), '2:13 SCRIPT_INVALID turns[0].error needs "message".'],
    [
      turn('{"error": {"message": "x", "retryable": 1}}'),
      '2:43 SCRIPT_INVALID turns[0].error.retryable must be a boolean, not a number.',
    ],
    [
      turn('{"error": {"message": "x"}, "afterDeltas": "1"}'),
      '2:46 SCRIPT_INVALID turns[0].afterDeltas must be a whole number from 0 on.',
    ],
    [
      turn('{"text": "ab", "deltas": ["a"]}'),
      '2:12 SCRIPT_INVALID turns[0].text is not what its deltas join to. (Leave one of the two out.)',
    ],
    [
      turn('{"stream": false, "deltas": ["a"]}'),
      '2:31 SCRIPT_INVALID turns[0] has deltas but does not stream. (Use "text" with "stream": false.)',
    ],
    [
      turn('{"afterDeltas": 1}'),
      '2:19 SCRIPT_INVALID turns[0].afterDeltas says when an error is thrown, and there is no error.',
    ],
  ])('%s', async (text, expected) => {
    expect(await faults(text)).toEqual([expected]);
  });

  it('is found with every other one at once, in the order of the file', async () => {
    const found = await faults(
      '{"turns": [\n  {"text": 1},\n  {"deltas": 2, "stream": 3},\n  {"nope": 4}\n]}',
    );
    expect(found.map((line) => line.split(' ')[0])).toEqual(['2:12', '3:14', '3:27', '4:4']);
  });

  it('of a field called like one that every object has is found', async () => {
    expect(await faults(turn('{"__proto__": {"text": "x"}}'))).toEqual([
      '2:4 SCRIPT_INVALID turns[0] has an unknown field "__proto__".',
    ]);
  });
});

describe('parseScript and schemas/script.schema.json', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../../schemas/script.schema.json', import.meta.url), 'utf8'),
  );
  const isValid = new Ajv2020({ strict: true }).compile(schema);

  const odd = fc.constantFrom<unknown>(null, 5, -1, 1.5, 'text', true, [], {}, ['a'], { a: 1 });
  const mostly = (good: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 60, arbitrary: good }, { weight: 1, arbitrary: odd });
  const textOrNot = mostly(fc.constantFrom('', 'a', 'ab'));
  const record = (fields: Record<string, fc.Arbitrary<unknown>>, required: readonly string[] = []) =>
    fc
      .tuple(
        fc.record(fields, { requiredKeys: [] }),
        fc.record(Object.fromEntries(required.map((name) => [name, fields[name] ?? odd])), {
          requiredKeys: required.slice(),
        }),
        fc.integer({ min: 0, max: 30 }).map((one) => one > 0),
        fc.option(fc.constantFrom('extra', 'toString'), { freq: 2, nil: undefined }),
      )
      .map(([some, needed, isComplete, extra]) => ({
        ...some,
        ...(isComplete ? needed : {}),
        ...(extra === undefined ? {} : { [extra]: 1 }),
      }));
  const count = mostly(fc.nat(9));
  const call = record({ name: textOrNot, input: mostly(fc.constant({})), id: textOrNot }, ['name', 'input']);
  const oneTurn = record({
    text: textOrNot,
    deltas: mostly(fc.array(textOrNot, { maxLength: 2 })),
    thinking: textOrNot,
    toolCalls: mostly(fc.array(mostly(call), { maxLength: 2 })),
    stopReason: textOrNot,
    usage: mostly(
      record({ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count }),
    ),
    stream: mostly(fc.boolean()),
    error: mostly(record({ message: textOrNot, retryable: mostly(fc.boolean()) }, ['message'])),
    afterDeltas: count,
  });
  const document = mostly(
    record({ $schema: textOrNot, turns: mostly(fc.array(mostly(oneTurn), { maxLength: 2 })) }, ['turns']),
  );

  /** The one rule that a schema cannot state. */
  const joins = (value: unknown): boolean => {
    const turns = (value as { turns?: unknown } | null)?.turns;
    if (!Array.isArray(turns)) return true;
    return turns.every((one) => {
      const { text, deltas } = (one ?? {}) as { text?: unknown; deltas?: unknown };
      return typeof text !== 'string' || !Array.isArray(deltas) || deltas.join('') === text;
    });
  };

  it('agree about any document', async () => {
    const seen = { good: 0, bad: 0 };
    await fc.assert(
      fc.asyncProperty(document, async (value) => {
        const { ok } = await parseScript(JSON.stringify(value), 's.json');
        expect(ok).toBe(isValid(value) && joins(value));
        seen[ok ? 'good' : 'bad'] += 1;
      }),
      { numRuns: 400 },
    );
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(20);
  });
});
