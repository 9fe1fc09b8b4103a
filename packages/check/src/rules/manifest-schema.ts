/** The schema of a manifest, as schemas/manifest.schema.json publishes it; a test keeps the two equal. */
export const MANIFEST_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Manifest of a package of mods',
  description: "What a package.json says about the mods that the package ships. All other keys are npm's.",
  type: 'object',
  properties: {
    name: {
      type: 'string',
      description: "A package's only index mod takes this name without its scope.",
    },
    keywords: {
      type: 'array',
      description: 'Include cmd-mod so that maintainers can find the package during review.',
      items: {
        type: 'string',
      },
    },
    engines: {
      type: 'object',
      properties: {
        commandcode: {
          type: 'string',
          description:
            'The range of API versions that the package works with, such as ">=1.0.0 <2". A host outside of it does not run the mods.',
        },
      },
    },
    commandcode: {
      type: 'object',
      properties: {
        mods: {
          type: 'array',
          description:
            'The mods that the package ships: files, folders (one level deep, or their index alone) and globs, relative to package.json. Without this key the mods/ folder counts, and without that the root index.',
          items: {
            $ref: '#/$defs/entry',
          },
        },
        skills: {
          type: 'array',
          description: 'Folders that are one skill, or folders of skills; globs too.',
          items: {
            $ref: '#/$defs/entry',
          },
        },
      },
    },
  },
  $defs: {
    entry: {
      type: 'string',
      minLength: 1,
      pattern: '^(?![!+-])(?!/)(?!(.*/)?\\.\\.(/|$))',
      description: 'Stays inside the package. !, + and - are for filters in settings, not for a manifest.',
    },
  },
};
