import { isRecord } from '../hooks/content.ts';

/** Tool input as the repair layer leaves it. */
export interface RepairedInput {
  readonly input: Readonly<Record<string, unknown>>;
  /** What was done, each rule once: `rename_key`, `parse_json`, `drop_null`. */
  readonly rulesFired: readonly string[];
  /** How many faults are left that the tool will have to complain about: missing and unknown fields. */
  readonly hintCount: number;
}

/**
 * Puts right what models get wrong about a tool's input and what has only one meaning: a field's name in another spelling
 * (`filePath` for `file_path`), a value as JSON text where the schema wants the value, `null` for an optional field.
 *
 * @returns `undefined` when nothing had to be done.
 *
 * Source: hooks and events page, `tool_input_repaired`; the rules are ours.
 */
export function repairInput(
  schema: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): RepairedInput | undefined {
  const properties = isRecord(schema.properties) ? schema.properties : undefined;
  if (properties === undefined) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const rulesFired = new Set<string>();
  const repaired: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(input)) {
    const name = fieldNamed(given, properties, input);
    if (name !== given) rulesFired.add('rename_key');
    if (value === null && name in properties && !required.includes(name) && !allowsNull(properties[name])) {
      rulesFired.add('drop_null');
      continue;
    }
    const parsed = parsedFor(properties[name], value);
    if (parsed !== value) rulesFired.add('parse_json');
    repaired[name] = parsed;
  }
  if (rulesFired.size === 0) return undefined;
  const missing = required.filter((name) => !(name in repaired)).length;
  const unknown = Object.keys(repaired).filter((name) => !(name in properties)).length;
  return { input: repaired, rulesFired: [...rulesFired], hintCount: missing + unknown };
}

/** The field that a key means: itself, or the one free field that is spelled alike but for case, `_` and `-`. */
function fieldNamed(
  key: string,
  properties: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): string {
  if (key in properties) return key;
  const free = Object.keys(properties).filter((name) => !(name in input) && plain(name) === plain(key));
  return free.length === 1 ? (free[0] ?? key) : key;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function allowsNull(property: unknown): boolean {
  return typesOf(property).includes('null') || typesOf(property).length === 0;
}

function typesOf(property: unknown): readonly unknown[] {
  const type = isRecord(property) ? property.type : undefined;
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
}

/** The value that JSON text stands for, where the schema wants that value and no text. */
function parsedFor(property: unknown, value: unknown): unknown {
  const types = typesOf(property);
  if (typeof value !== 'string' || types.length === 0 || types.includes('string')) return value;
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch (error) {
    // Text that is no JSON stays as it is; the tool will complain about it in its own words.
    if (error instanceof SyntaxError) return value;
    throw error;
  }
  return types.some((type) => isOfType(parsed, type)) ? parsed : value;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
