import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/**
 * Every code of the loading pipeline, with a section in docs/errors/loader.md. A code is never renamed.
 * What sources, installing and the lock report stands in their own catalogue.
 */
export const PIPELINE_CATALOGUE = {
  MOD_PATH_MISSING: {
    severity: 'error',
    title: 'Nothing is at this path',
    fix: 'Check the spelling; a relative path starts at the folder in which the program runs.',
  },
  MOD_PATH_UNUSABLE: {
    severity: 'error',
    title: 'This file or folder cannot be a mod',
    fix: 'Give a .ts, .mts, .js or .mjs file, or a folder with commandcode.mods in its package.json, a mods/ folder or an index file.',
  },
  MOD_FILE_UNREADABLE: {
    severity: 'error',
    title: 'A file of the mod cannot be read',
    fix: 'Check that the file exists and that you may read it.',
  },
  MOD_SYNTAX_ERROR: {
    severity: 'error',
    title: 'A file of the mod does not parse',
    fix: 'Correct the syntax at this place.',
  },
  MOD_NO_DEFAULT_EXPORT: {
    severity: 'error',
    title: 'The mod has no default export',
    fix: 'Export the factory: export default function (cmd) { … }',
  },
  MOD_DEFAULT_NOT_FUNCTION: {
    severity: 'error',
    title: 'The default export is no function',
    fix: 'Export the factory itself: export default function (cmd) { … }',
  },
  MOD_IMPORT_CYCLE: {
    severity: 'error',
    title: 'The default export is undefined because files import each other in a circle',
    fix: 'Define the factory in the entry file, or move what both files need into a third one.',
  },
  MOD_THREW_ON_IMPORT: {
    severity: 'error',
    title: 'The mod threw while it was imported',
    fix: 'Move work out of the top level of the file, or into the factory, and handle the error there.',
  },
  MOD_IMPORT_MISSING: {
    severity: 'error',
    title: 'An import of the mod leads nowhere',
    fix: 'Install the package beside the mod, or correct the path.',
  },
  MOD_IMPORTED_NAME_MISSING: {
    severity: 'error',
    title: 'A file does not export the name that is imported from it',
    fix: 'Import a name that the file exports.',
  },
  HOST_SUBPATH_UNKNOWN: {
    severity: 'error',
    title: 'The host package has no such subpath',
    fix: 'Import from the package itself; everything a mod may use is exported there.',
  },
  HOST_EXPORT_MISSING: {
    severity: 'error',
    title: "The host's API has no such export",
    fix: 'Update the host, or use a name that this version of the API has.',
  },
  MANIFEST_BROKEN: {
    severity: 'warning',
    title: 'A package.json gives no mods because it is broken',
    fix: 'Correct it. "commandcode": {"mods": ["./src/my-mod.ts"]} lists what the package ships.',
  },
  MANIFEST_ENTRY_MISSING: {
    severity: 'warning',
    title: 'A manifest lists something that is not there',
    fix: 'Correct the path, or remove the entry; the other entries load.',
  },
  MANIFEST_ENTRY_ESCAPES: {
    severity: 'warning',
    title: 'A manifest entry leaves the package',
    fix: 'A package ships only what is inside it; move the file there.',
  },
  MANIFEST_ENTRY_WRONG: {
    severity: 'warning',
    title: 'A manifest entry is of the wrong kind',
    fix: 'List files, folders or globs, relative to package.json.',
  },
  SETTINGS_BROKEN: {
    severity: 'error',
    title: 'A settings file does not parse',
    fix: 'Correct it at this place. Until then what it may switch off stays off, and no command writes to it.',
  },
  SETTINGS_WRONG_VALUE: {
    severity: 'error',
    title: 'A value in a settings file is of the wrong type',
    fix: 'Correct the value; everything else in the file counts.',
  },
  SETTINGS_UNKNOWN_KEY: {
    severity: 'warning',
    title: 'A key in a settings file is not known',
    fix: 'Correct the spelling, or remove it.',
  },
  SETTINGS_NOT_WRITABLE: {
    severity: 'error',
    title: 'A settings file cannot be written',
    fix: 'Check the permissions of the file and its folder, and the room on the disk. Nothing was changed.',
  },
  TRUST_FILE_BROKEN: {
    severity: 'error',
    title: 'The list of trusted projects cannot be used',
    fix: 'Correct the file, or delete it and run cmd mods trust in each project again. Until then no project is trusted.',
  },
  PROJECT_NOT_TRUSTED: {
    severity: 'warning',
    title: "The project's own mods do not load because it is not trusted",
    fix: 'If you trust everyone who can write to this project, run cmd mods trust',
  },
  PROJECT_LEFT_OUT: {
    severity: 'info',
    title: "A project's own mods stay out of a run without a screen",
    fix: 'Pass --dangerously-skip-permissions to let them in, as in CI for a repository of your own.',
  },
  PATHS_ENTRY_UNUSABLE: {
    severity: 'warning',
    title: 'An entry of mods.paths gives no mods',
    fix: 'Correct the entry, or remove it from mods.paths.',
  },
  SOURCE_NOT_INSTALLED: {
    severity: 'warning',
    title: 'A configured source is not installed',
    fix: 'Run cmd mods update',
  },
  SOURCE_EMPTY_PACKAGE: {
    severity: 'warning',
    title: 'An installed source holds no mods',
    fix: 'Remove it with cmd mods remove, or ask its author.',
  },
  INSTALLED_DIFFERS: {
    severity: 'warning',
    title: 'Another version is installed than the settings ask for',
    fix: 'Run cmd mods update',
  },
  FILTER_MATCHES_NOTHING: {
    severity: 'warning',
    title: "A pattern of a source's filter matches none of its mods",
    fix: 'Write the path inside the package or the name of a mod, as cmd mods list --why shows them.',
  },
  API_RANGE_INVALID: {
    severity: 'warning',
    title: 'A package asks for a range of API versions that is no range',
    fix: 'Write a range such as ">=1.0.0 <2".',
  },
  MOD_DOES_NOT_FIT: {
    severity: 'warning',
    title: 'A mod asks for another version of the API',
    fix: 'Update the host, or install a version of the mod that fits it.',
  },
  MOD_SHADOWED: {
    severity: 'warning',
    title: 'Two mods have one name; the first one loads',
    fix: 'Rename one of the files, or choose with a filter or mods.disabled which one loads.',
  },
  MOD_DISABLED_BUT_GIVEN: {
    severity: 'info',
    title: 'A disabled mod loads because --mod names it',
    fix: 'Leave the --mod out to keep it off.',
  },
  WATCH_FAILED: {
    severity: 'warning',
    title: 'Files of mods cannot be watched',
    fix: 'Reload by hand with /mods reload, or raise the limit of watched files of your system.',
  },
  SOURCE_NOT_LOCKED: {
    severity: 'error',
    title: 'An installed source is in no lock',
    fix: 'Run cmd mods update to record it, or cmd mods ci to install what the lock records.',
  },
  MOD_NOT_REMOVABLE: {
    severity: 'error',
    title: 'A mod cannot be removed',
    fix: 'Check the permissions of its folder.',
  },
} as const satisfies Catalogue;

/** A code of this catalogue. */
export type PipelineCode = keyof typeof PIPELINE_CATALOGUE;

/** Makes a diagnostic of the pipeline; severity and hint come from the catalogue unless the details say more. */
export const pipelineDiagnostic: (code: PipelineCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf<PipelineCode>(PIPELINE_CATALOGUE);
