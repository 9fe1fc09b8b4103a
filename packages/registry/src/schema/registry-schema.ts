/**
 * The one source of what a registry file may hold. `schemas/registry.schema.json` is printed from it
 * (`node packages/registry/scripts/write-generated.mjs`), the validator runs it, and a type test holds `types.ts` against it.
 */
export const REGISTRY_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Registry of mods',
  description: 'The reviewed list of mods that the hub shows.',
  type: 'object',
  required: ['mods'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'Where this schema is, for editors.' },
    mods: { type: 'array', items: { $ref: '#/$defs/entry' }, description: 'The mods, by name.' },
    hidden: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Names of mods and of npm packages that are kept off the hub.',
    },
  },
  $defs: {
    entry: {
      type: 'object',
      required: ['name', 'source', 'description', 'author', 'kinds'],
      additionalProperties: false,
      properties: {
        name: {
          type: 'string',
          pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
          maxLength: 214,
          description: "The mod's name: lower-case letters, digits and single hyphens.",
        },
        source: {
          type: 'string',
          minLength: 1,
          description: 'What `cmd mods add` takes: an npm package or a git repository.',
        },
        description: {
          type: 'string',
          minLength: 1,
          maxLength: 240,
          description: 'What it does, in one line of plain text.',
        },
        author: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: { type: 'string', pattern: '\\S' },
            url: { type: 'string', format: 'uri', pattern: '^https?://' },
          },
        },
        kinds: {
          type: 'array',
          minItems: 1,
          uniqueItems: true,
          items: { enum: ['tool', 'command', 'hook', 'provider', 'renderer', 'flag'] },
          description: 'What it adds.',
        },
        repo: {
          type: 'string',
          pattern: '^(?:[A-Za-z0-9](?:-?[A-Za-z0-9])*/[A-Za-z0-9_.][A-Za-z0-9_.-]*|https://[^\\s@]+)$',
          description: 'owner/repo on GitHub, or an https address.',
        },
        npm: {
          type: 'string',
          maxLength: 214,
          pattern: '^(?:@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9~][a-z0-9._~-]*$',
          description: 'The published package, by its bare name.',
        },
        tags: { type: 'array', items: { type: 'string', pattern: '^\\S(?:.*\\S)?$' } },
        official: { type: 'boolean', description: 'Set by maintainers: the team maintains this mod.' },
        addedAt: {
          type: 'string',
          anyOf: [{ format: 'date' }, { format: 'date-time' }],
          description: 'When it was added: YYYY-MM-DD, or an RFC 3339 date-time.',
        },
      },
    },
  },
} as const;
