import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { MOD_SETTINGS_KEYS } from '../src/settings/settings.ts';
import { validateSettings } from '../src/settings/validate-settings.ts';

interface Schema {
  readonly $defs: Readonly<Record<string, { readonly properties?: object }>>;
}

const FOLDER = new URL('../../../schemas/', import.meta.url);

function schemaOf(name: string): Schema {
  return JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8')) as Schema;
}

function validatorOf(name: string): (value: unknown) => boolean {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schemaOf(name));
  return (value) => validate(value) === true;
}

describe('the published schemas', () => {
  // The programs take this for granted: looking at a schema costs more than validating with it.
  it.each(readdirSync(FOLDER))('%s is a schema of draft 2020-12', (name) => {
    const schema = schemaOf(name.replace('.schema.json', ''));
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    const ajv = new Ajv2020();
    ajv.validateSchema(schema);
    expect(ajv.errors).toBeNull();
  });
});

describe('the schema of settings', () => {
  const isValid = validatorOf('settings');

  it('knows the keys that the loader reads, and no others', () => {
    expect(Object.keys(schemaOf('settings').$defs.mods?.properties ?? {})).toEqual([...MOD_SETTINGS_KEYS]);
  });

  it.each<[string, unknown]>([
    ['an empty file', {}],
    ['other keys', { theme: 'dark', mods: { more: 1 } }],
    [
      'everything',
      {
        $schema: 'x',
        mods: {
          sources: ['npm:a', { source: 'owner/b@v1', mods: ['review/*.ts', '!x'] }],
          paths: ['./a.ts'],
          disabled: ['a'],
          enabled: ['todos'],
          disableAll: false,
          minimumReleaseAge: '3d',
        },
      },
    ],
    ['sources of the wrong type', { mods: { sources: 'npm:a' } }],
    ['a source of the wrong type', { mods: { sources: [7] } }],
    ['an object without a source', { mods: { sources: [{ mods: [] }] } }],
    ['a filter of the wrong type', { mods: { sources: [{ source: 'a', mods: 'x' }] } }],
    ['a path of the wrong type', { mods: { paths: [null] } }],
    ['a disableAll of the wrong type', { mods: { disableAll: 'yes' } }],
    ['mods of the wrong type', { mods: [] }],
    ['no object', []],
  ])('agrees with the loader about %s', (_, value) => {
    const { problems } = validateSettings(value);
    expect(isValid(value)).toBe(problems.every(({ severity }) => severity !== 'error'));
  });
});

describe('the schema of a manifest', () => {
  const isValid = validatorOf('manifest');

  it.each<[unknown, boolean]>([
    [{ name: 'pack', version: '1.0.0' }, true],
    [{ commandcode: { mods: ['./src/review.ts', 'src/checks/*.ts', 'src'], skills: ['./skills'] } }, true],
    [{ commandcode: { mods: [] } }, true],
    [{ commandcode: { mods: './index.ts' } }, false],
    [{ commandcode: [] }, false],
    [{ commandcode: { mods: ['../out.ts'] } }, false],
    [{ commandcode: { mods: ['src/../../out.ts'] } }, false],
    [{ commandcode: { mods: ['/etc/x.ts'] } }, false],
    [{ commandcode: { mods: ['!src/x.ts'] } }, false],
    [{ commandcode: { mods: ['src/..hidden.ts'] } }, true],
    [{ engines: { commandcode: 1 } }, false],
  ])('says of %j that it is valid: %s', (value, expected) => {
    expect(isValid(value)).toBe(expected);
  });
});
