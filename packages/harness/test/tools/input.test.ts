import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../src/tools/index.ts';
import { checkInput, type InputSchema } from '../../src/tools/input-schema.ts';
import { setScene } from './scene.ts';

const scene = setScene();

describe('the built-in tools', () => {
  it('are the six that the harness promises, of which three are read-only', () => {
    const tools = builtInTools({ cwd: '/' }).map(({ schema, readOnly }) => [schema.name, readOnly]);
    expect(tools).toEqual([
      ['read_file', true],
      ['write_file', false],
      ['edit_file', false],
      ['shell_command', false],
      ['glob', true],
      ['grep', true],
    ]);
  });

  it('describe every field, and take no others', () => {
    for (const { schema } of builtInTools({ cwd: '/' })) {
      const { type, properties, required, additionalProperties } =
        schema.input_schema as unknown as InputSchema;
      expect({ type, additionalProperties }).toEqual({ type: 'object', additionalProperties: false });
      for (const field of required) expect(Object.keys(properties)).toContain(field);
      for (const { description } of Object.values(properties)) expect(description.length).toBeGreaterThan(10);
    }
  });
});

describe('an input that does not fit its schema', () => {
  it.each([
    ['read_file', {}, ['`file_path` is missing: wanted a text that is not empty']],
    ['read_file', { file_path: 3 }, ['`file_path`: got 3, wanted a text that is not empty']],
    ['read_file', { file_path: '' }, ['`file_path`: got an empty text, wanted a text that is not empty']],
    ['read_file', { file_path: null }, ['`file_path`: got null, wanted a text that is not empty']],
    [
      'read_file',
      { file_path: 'a', offset: '3' },
      ['`offset`: got the text "3", wanted a whole number, at least 1'],
    ],
    ['read_file', { file_path: 'a', offset: 0 }, ['`offset`: got 0, wanted a whole number, at least 1']],
    ['read_file', { file_path: 'a', limit: 1.5 }, ['`limit`: got 1.5, wanted a whole number, at least 1']],
    [
      'read_file',
      { path: 'a' },
      [
        '`file_path` is missing',
        '`path` (the text "a") is not a field of this tool: the fields are file_path, offset, limit',
      ],
    ],
    [
      'edit_file',
      { file_path: 'a', old_string: 'a', new_string: 'b', replaceAll: true },
      ['`replaceAll` (true) is not a field of this tool: did you mean `replace_all`?'],
    ],
    [
      'edit_file',
      { file_path: 'a', old_string: 'a', new_string: ['b'], replace_all: 'yes' },
      ['`new_string`: got a list, wanted a text', '`replace_all`: got the text "yes", wanted true or false'],
    ],
    ['shell_command', { command: 'a', args: 'b' }, ['`args`: got the text "b", wanted a list of texts']],
    [
      'shell_command',
      { command: 'a', args: [1] },
      ['`args`: got a list of other things, wanted a list of texts'],
    ],
    [
      'shell_command',
      { command: 'a', timeout_ms: 1e9 },
      ['`timeout_ms`: got 1000000000, wanted a whole number from 1 to 600000'],
    ],
    ['grep', { pattern: { a: 1 } }, ['`pattern`: got an object, wanted a text that is not empty']],
  ])('of %s: %j', async (name, input, lines) => {
    const error = await scene.error(name, input);
    expect(error).toMatch(`The input of \`${name}\` does not fit:\n`);
    for (const line of lines) expect(error).toContain(`- ${line}`);
    expect(error.split('\n').length).toBe(lines.length + 1);
  });

  it('never reaches the work, whatever it is', async () => {
    const tools = builtInTools({ cwd: '/' });
    const input = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), input, async (tool, value) => {
        fc.pre(checkInput(tool.schema.input_schema as unknown as InputSchema, value).length > 0);
        const runtime = { cwd: '/', exec: () => Promise.reject(new Error('ran')) };
        const result = await tool.run({ input: value, runtime, signal: new AbortController().signal });
        expect(result).toMatchObject({ ok: false, error: expect.stringContaining('does not fit') });
      }),
    );
  });

  it('is not looked for in the prototype', () => {
    const schema = builtInTools({ cwd: '/' })[0]?.schema.input_schema as unknown as InputSchema;
    expect(checkInput(schema, Object.create({ file_path: 'a' }))).toMatchObject([
      { field: 'file_path', kind: 'missing' },
    ]);
    expect(checkInput(schema, JSON.parse('{"file_path":"a","__proto__":1}'))).toMatchObject([
      { kind: 'unknown' },
    ]);
  });
});

describe('a signal that is aborted already', () => {
  it.each(['read_file', 'write_file', 'edit_file', 'shell_command', 'glob', 'grep'])(
    'keeps %s from beginning',
    async (name) => {
      const inputs: Record<string, Record<string, unknown>> = {
        read_file: { file_path: 'a' },
        write_file: { file_path: 'a', content: '' },
        edit_file: { file_path: 'a', old_string: 'a', new_string: 'b' },
        shell_command: { command: 'echo > a' },
        glob: { pattern: '*' },
        grep: { pattern: 'a' },
      };
      const result = await scene.call(name, inputs[name] ?? {}, { signal: AbortSignal.abort() });
      expect(result).toEqual({ ok: false, error: `\`${name}\` was interrupted before it began.` });
      expect(() => scene.bytes('a')).toThrow('ENOENT');
    },
  );
});
