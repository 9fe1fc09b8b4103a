/** What one field of a tool's input holds. A subset of JSON Schema, kept to what the built-in tools need. */
export interface InputField {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly description: string;
  /** Of an array: texts. */
  readonly items?: { readonly type: 'string' };
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The JSON Schema of a tool's input, as the model gets it. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, InputField>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** What is wrong with one field. */
export interface InputProblem {
  readonly field: string;
  readonly kind: 'missing' | 'unknown' | 'wrong';
  /** What came, in words; empty when nothing did. */
  readonly got: string;
  /** What is wanted, in words; empty for a field that does not exist. */
  readonly wanted: string;
}

/** Holds an input against its schema. @returns every problem, in the schema's order; none when the input fits. */
export function checkInput(schema: InputSchema, input: Readonly<Record<string, unknown>>): InputProblem[] {
  const problems: InputProblem[] = [];
  for (const [field, spec] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    const wanted = wantedOf(spec);
    if (value === undefined) {
      if (schema.required.includes(field)) problems.push({ field, kind: 'missing', got: '', wanted });
    } else if (!fits(value, spec)) problems.push({ field, kind: 'wrong', got: gotOf(value), wanted });
  }
  for (const field of Object.keys(input)) {
    if (Object.hasOwn(schema.properties, field)) continue;
    problems.push({ field, kind: 'unknown', got: gotOf(input[field]), wanted: '' });
  }
  return problems;
}

function fits(value: unknown, spec: InputField): boolean {
  switch (spec.type) {
    case 'string':
      return typeof value === 'string' && value.length >= (spec.minLength ?? 0);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'integer':
      return (
        typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        value >= (spec.minimum ?? -Infinity) &&
        value <= (spec.maximum ?? Infinity)
      );
  }
}

function wantedOf({ type, minLength = 0, minimum, maximum }: InputField): string {
  if (type === 'array') return 'a list of texts';
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return minLength > 0 ? 'a text that is not empty' : 'a text';
  if (minimum === undefined) return 'a whole number';
  return maximum === undefined
    ? `a whole number, at least ${minimum}`
    : `a whole number from ${minimum} to ${maximum}`;
}

function gotOf(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? 'a list' : 'a list of other things';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string') {
    return value === ''
      ? 'an empty text'
      : `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  return String(value);
}
