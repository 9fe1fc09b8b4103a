import type { ToolModule, ToolResult, ToolRunParams } from '@cmd-mods/mod-api';
import type { InputField, InputProblem, InputSchema } from './input-schema.ts';

/** Why a tool could not do its work, in words for the model. Anything else that a tool throws is a fault of the tool. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

/** What an input holds, field by field. */
type Fields = Readonly<Record<string, InputField>>;
type ValueOf<TField extends InputField> = {
  string: string;
  integer: number;
  boolean: boolean;
  array: readonly string[];
}[TField['type']];

/** The input of a tool with these fields, once it has been checked. */
export type InputOf<TRequired extends Fields, TOptional extends Fields> = {
  readonly [K in keyof TRequired]: ValueOf<TRequired[K]>;
} & { readonly [K in keyof TOptional]?: ValueOf<TOptional[K]> };

/** What a tool is run with besides its input. */
export type ToolParams = Omit<ToolRunParams, 'input'>;

/**
 * A built-in tool before it is wrapped.
 * `run` imports what does the work, so that a host which calls no tool pays for the descriptions alone.
 */
export interface ToolDefinition<TRequired extends Fields, TOptional extends Fields> {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly required: TRequired;
  readonly optional: TOptional;
  /** Does the work. @returns the text for the model. Throws a {@link ToolFailure} when it cannot be done. */
  run(input: InputOf<TRequired, TOptional>, params: ToolParams): Promise<string>;
}

/**
 * Makes a tool whose input is checked against its own schema before it runs.
 * An input that does not fit, a failure and an interruption become `{ok: false, error}`; a fault of the tool itself is thrown.
 */
export function defineTool<const TRequired extends Fields, const TOptional extends Fields>(
  definition: ToolDefinition<TRequired, TOptional>,
): ToolModule {
  const { name, description, readOnly, required, optional } = definition;
  const input_schema: InputSchema = {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
  return {
    schema: { name, description, input_schema: { ...input_schema } },
    readOnly,
    async run({ input, ...params }): Promise<ToolResult> {
      const { checkInput } = await import('./input-schema.ts');
      const problems = checkInput(input_schema, input);
      if (problems.length > 0) return { ok: false, error: await inputError(name, input_schema, problems) };
      if (params.signal.aborted) return { ok: false, error: `\`${name}\` was interrupted before it began.` };
      try {
        const text = await definition.run(input as InputOf<TRequired, TOptional>, params);
        return { ok: true, content: [{ type: 'text', text }] };
      } catch (error) {
        if (error instanceof ToolFailure) return { ok: false, error: error.message };
        if (params.signal.aborted) return { ok: false, error: `\`${name}\` was interrupted.` };
        throw error;
      }
    },
  };
}

async function inputError(
  tool: string,
  schema: InputSchema,
  problems: readonly InputProblem[],
): Promise<string> {
  const { nearest } = await import('../nearest.ts');
  const names = Object.keys(schema.properties);
  const lines = problems.map(({ field, kind, got, wanted }) => {
    if (kind === 'missing') return `- \`${field}\` is missing: wanted ${wanted}`;
    if (kind === 'wrong') return `- \`${field}\`: got ${got}, wanted ${wanted}`;
    const meant = nearest(field, names);
    const hint = meant === undefined ? `the fields are ${names.join(', ')}` : `did you mean \`${meant}\`?`;
    return `- \`${field}\` (${got}) is not a field of this tool: ${hint}`;
  });
  return `The input of \`${tool}\` does not fit:\n${lines.join('\n')}`;
}
