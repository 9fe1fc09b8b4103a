import type { FromSchema } from 'json-schema-to-ts';
import { expectTypeOf, test } from 'vitest';
import type { Entry, Kind, REGISTRY_SCHEMA, RegistryFile } from '../src/index.ts';

type Schema = typeof REGISTRY_SCHEMA;
type FromFile = FromSchema<Schema>;
type FromEntry = FromSchema<Schema['$defs']['entry']>;

type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

test('an entry of the type is one of the schema, and the other way round', () => {
  expectTypeOf<Plain<Entry>>().toExtend<Plain<FromEntry>>();
  expectTypeOf<Plain<FromEntry>>().toExtend<Plain<Entry>>();
  expectTypeOf<keyof Entry>().toEqualTypeOf<keyof FromEntry>();
  expectTypeOf<FromEntry['kinds'][number]>().toEqualTypeOf<Kind>();
});

test('a file has the keys of the schema', () => {
  expectTypeOf<keyof RegistryFile>().toEqualTypeOf<keyof FromFile>();
});
