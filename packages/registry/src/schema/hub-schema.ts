import { REGISTRY_SCHEMA } from './registry-schema.ts';

const STATE = { enum: ['yes', 'no', 'unknown'] } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const { entry } = REGISTRY_SCHEMA.$defs;

/** What `mods.json` holds, for everybody who reads it. `schemas/hub.schema.json` is printed from it. */
export const HUB_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'mods.json of the hub',
  description: 'The reviewed mods, with live figures and what each can reach.',
  type: 'object',
  required: ['schemaVersion', 'generatedAt', 'mods'],
  additionalProperties: false,
  properties: {
    schemaVersion: { const: 1 },
    generatedAt: TIME,
    mods: { type: 'array', items: { $ref: '#/$defs/mod' } },
  },
  $defs: {
    mod: {
      ...entry,
      properties: {
        ...entry.properties,
        live: { $ref: '#/$defs/live' },
        reach: { $ref: '#/$defs/reach' },
      },
    },
    live: {
      type: 'object',
      description: 'What npm and GitHub say. Absent until they have answered once.',
      required: ['version', 'publishedAt', 'fetchedAt'],
      additionalProperties: false,
      properties: {
        version: {
          type: 'string',
          description: 'The latest version on npm; for git the ref, or the default branch.',
        },
        publishedAt: { ...TIME, description: 'When it was published on npm, or last pushed to.' },
        downloads: { ...COUNT, description: 'Downloads of the last month; npm only.' },
        stars: { ...COUNT, description: 'Stars on GitHub, when the entry names a repository there.' },
        fetchedAt: { ...TIME, description: 'When these values were fetched.' },
        stale: { const: true, description: 'The last attempt failed; these are the last good values.' },
      },
    },
    reach: {
      type: 'object',
      description:
        'What a lexical scan of one version found. It reads text and runs nothing; code can reach further.',
      required: ['version', 'scannedAt', 'states', 'hooks', 'adds', 'env', 'hosts', 'scripts', 'lexical'],
      additionalProperties: false,
      properties: {
        version: { type: 'string' },
        scannedAt: { type: 'string', format: 'date' },
        states: {
          type: 'object',
          description:
            'process, network, fs_read, fs_write, env, permission, transcript, dynamic, native, external.',
          additionalProperties: STATE,
        },
        hooks: { type: 'array', items: { type: 'string' } },
        adds: {
          type: 'array',
          items: {
            type: 'object',
            required: ['kind', 'name'],
            additionalProperties: false,
            properties: { kind: { type: 'string' }, name: { type: ['string', 'null'] } },
          },
        },
        env: { type: 'array', items: { type: 'string' } },
        hosts: { type: 'array', items: { type: 'string' } },
        scripts: {
          type: 'array',
          items: { type: 'string' },
          description: 'Install scripts, which never run.',
        },
        lexical: { const: true },
      },
    },
  },
} as const;
