import type { ErrorObject, ValidateFunction } from 'ajv';
import { REGISTRY_SCHEMA } from './registry-schema.ts';

/** Looks at parsed data and gives everything that the schema has against it; an empty list when it fits. */
export type Validate = (data: unknown) => readonly ErrorObject[];

let registry: Promise<Validate> | undefined;

/** The schema of registry files, compiled once in a process: compiling costs more than validating a thousand entries. */
export function registryValidator(): Promise<Validate> {
  registry ??= compile(REGISTRY_SCHEMA);
  return registry;
}

/** Compiles a schema of draft 2020-12, strict, with every error reported. `format: date` knows the calendar. */
export async function compile(schema: object): Promise<Validate> {
  const [{ Ajv2020 }, { default: addFormats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  // That the schemas are schemas is for a test to find out: looking at them costs more than validating with them.
  const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false });
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  const validate: ValidateFunction = ajv.compile(schema);
  return (data) => (validate(data) ? [] : (validate.errors ?? []));
}
