import { diagnosticsOf } from '@cmd-mods/mod-api';

/** Every code of the program's own. Each has its section in docs/errors/cli.md. */
export const CLI_CATALOGUE = {
  SCRIPT_UNREADABLE: {
    severity: 'error',
    title: 'The script file cannot be read',
    fix: 'Check the path given to --script.',
  },
  FOLDER_MISSING: {
    severity: 'error',
    title: 'The folder to work in does not exist',
    fix: 'Check the path given to --cwd.',
  },
  OPTION_MALFORMED: {
    severity: 'error',
    title: 'A --mod-option is no name=value',
    fix: 'Write it as --mod-option name=value.',
  },
  OPTIONS_CLASH: {
    severity: 'error',
    title: 'Two options contradict one another',
    fix: 'Give one of them.',
  },
  SESSION_NONE: {
    severity: 'error',
    title: 'There is no session to go on with',
    fix: 'Run without --continue to start one.',
  },
  TRACE_UNWRITABLE: {
    severity: 'error',
    title: 'The trace file cannot be written',
    fix: 'Check the path given to --trace.',
  },
  MOD_FAILED: {
    severity: 'warning',
    title: 'Something of a mod failed while it ran',
    fix: 'Mend the mod; cmd mods check finds many such mistakes, with their line and the reason.',
  },
  TOOL_DENIED: {
    severity: 'info',
    title: 'A tool call was denied',
    fix: 'If it may run, allow it with --allow.',
  },
  FOLDER_NOT_OPENED: {
    severity: 'error',
    title: 'The folder of mods could not be shown',
    fix: 'cmd mods open --path prints it.',
  },
  NAME_AMBIGUOUS: {
    severity: 'error',
    title: 'Several things stand behind one name',
    fix: 'Name the source itself, delete the file that is meant, or limit the search with -g.',
  },
  NAME_UNKNOWN: {
    severity: 'error',
    title: 'No mod has this name',
    fix: 'cmd mods list --why shows every mod that was found.',
  },
  NAME_NOT_SEEN: {
    severity: 'warning',
    title: 'A name was disabled that no mod has now',
    fix: 'Check the spelling; a mod that gets this name later stays off.',
  },
  STILL_DISABLED: {
    severity: 'error',
    title: 'Another settings file keeps the mod off',
    fix: 'Take it out of that file.',
  },
  ERROR_UNCAUGHT: {
    severity: 'error',
    title: 'Something threw where nobody catches it, and it may be of any mod',
    fix: 'Look for a promise without await in the mods that run, or have cmd mods bisect find the mod. If it happens with --safe-mode too, please report it with these lines.',
  },
  WORK_NEVER_ENDS: {
    severity: 'error',
    title: 'The program waits for something that cannot happen',
    fix: 'Have the mod await only what something settles. CMD_MODS_ONLY=a,b loads only these mods, and --safe-mode none.',
  },
  PROVIDER_UNKNOWN: {
    severity: 'error',
    title: 'No provider has this id',
    fix: 'cmd auth list shows them; --mod loads the mod that brings one.',
  },
  PROVIDER_WITHOUT_KEY: {
    severity: 'error',
    title: 'A provider takes no key that could be stored',
    fix: 'Its mod has to name a way in auth.methods; see docs/providers.md.',
  },
  KEY_NOT_STORED: {
    severity: 'error',
    title: 'There is no key to take away',
    fix: 'cmd auth list shows what is stored.',
  },
  CREDENTIALS_WERE_EXPOSED: {
    severity: 'warning',
    title: 'Others could read the credential file until now',
    fix: 'Make new keys if somebody else may have read these.',
  },
  TESTS_NONE: {
    severity: 'error',
    title: 'There are no tests to run',
    fix: 'Write one as *.test.ts; docs/testing.md shows how. cmd mods new makes a mod that has one.',
  },
  TESTS_UNREADABLE: {
    severity: 'error',
    title: 'The package.json of the package to test cannot be read',
    fix: 'Mend the file.',
  },
  TRACE_UNREADABLE: {
    severity: 'error',
    title: 'The trace cannot be read',
    fix: 'Give the file that cmd -p --trace <file> wrote.',
  },
  TRACE_LINE_BROKEN: {
    severity: 'warning',
    title: 'A line of the trace is no row of a trace',
    fix: 'The other rows are shown. A last line that is cut off means that the run was killed.',
  },
  TRACE_PAGE_UNWRITABLE: {
    severity: 'error',
    title: 'The page of the trace cannot be written',
    fix: 'Check the path given to --html.',
  },
  BISECT_COMMAND_MISSING: {
    severity: 'error',
    title: 'Nobody says which run is good',
    fix: 'Give a command that exits 0 when all is well: cmd mods bisect -- npm run check.',
  },
  BISECT_COMMAND_UNSTARTABLE: {
    severity: 'error',
    title: 'The command that judges cannot be started',
    fix: 'Check its name. It is no line for a shell; for one write -- sh -c "...".',
  },
  BISECT_STOPPED: {
    severity: 'error',
    title: 'The search ended before it was over',
    fix: 'Start it again, and answer each question.',
  },
  PROJECT_NONE: {
    severity: 'error',
    title: 'There is no project here',
    fix: "Go to the folder of a project. In the home folder itself everything is the user's, which needs no trust.",
  },
} as const;

/** One code of the program. */
export type CliCode = keyof typeof CLI_CATALOGUE;

/** Makes a diagnostic of the program. */
export const diagnostic: ReturnType<typeof diagnosticsOf<CliCode>> = diagnosticsOf<CliCode>(CLI_CATALOGUE);
