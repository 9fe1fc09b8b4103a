import { diagnosticsOf } from '@cmd-mods/mod-api';

/** Every code of the harness's own. Each has its section in docs/errors/harness.md. */
export const HARNESS_CATALOGUE = {
  MOD_FACTORY_THREW: {
    severity: 'error',
    title: "A mod's factory threw",
    fix: 'Mend the factory; nothing of this mod was registered, and the other mods go on without it.',
  },
  MOD_NAME_TAKEN: {
    severity: 'warning',
    title: 'Two mods have one name',
    fix: 'Rename one of them, or disable it.',
  },
  MOD_REGISTRATION_INVALID: {
    severity: 'error',
    title: 'A mod registered something malformed',
    fix: 'Correct the definition; it was left out.',
  },
  MOD_HOOK_UNKNOWN: {
    severity: 'warning',
    title: 'A mod registered a hook that does not exist',
    fix: 'Correct the name; the hook would never fire.',
  },
  MOD_EVENT_UNKNOWN: {
    severity: 'warning',
    title: 'A mod observes an event that does not exist',
    fix: 'Correct the name; the handler would never be called.',
  },
  NAME_TAKEN: {
    severity: 'warning',
    title: 'Two mods registered the same thing under one name',
    fix: 'Rename one of them, or disable one of the mods.',
  },
  SHORTCUT_REJECTED: {
    severity: 'warning',
    title: 'A keyboard shortcut cannot work',
    fix: 'Choose a free chord with Ctrl or Alt in it.',
  },
  FLAG_UNKNOWN: {
    severity: 'warning',
    title: 'An option is set that no mod has',
    fix: 'Check the name given to --mod-option.',
  },
  FLAG_INVALID: {
    severity: 'warning',
    title: 'An option has a value of the wrong type',
    fix: 'Give "true" or "false" for a boolean option.',
  },
  MOD_OBSERVER_FAILED: {
    severity: 'warning',
    title: 'A handler for mod_error threw',
    fix: 'Mend the handler; its throw is reported here, since another event would call it again.',
  },
  MOD_MEMBER_UNKNOWN: {
    severity: 'warning',
    title: 'A mod calls a member that the API does not have',
    fix: 'Correct the name, or ask for the member first: cmd.member?.().',
  },
  MOD_INPUT_MISREAD: {
    severity: 'warning',
    title: 'A mod reads its input in a way in which nothing is there',
    fix: 'Take the fields out of the one object that is handed over.',
  },
  MOD_FIELD_MISPLACED: {
    severity: 'warning',
    title: 'A field of a definition stands where nobody reads it',
    fix: 'Move the field to the place that is named.',
  },
  MOD_OBSERVER_DECIDES: {
    severity: 'warning',
    title: 'An observer of events returns a decision',
    fix: 'Decide in a hook, with cmd.hooks; what a handler of cmd.on returns is not read.',
  },
  MOD_EVENT_LOOP: {
    severity: 'warning',
    title: 'Mods answer events with events, without end',
    fix: 'Have the handler tell its own events from others, and raise none in answer to those.',
  },
  FLAG_NOT_ADDED: {
    severity: 'warning',
    title: 'A mod reads an option that no mod adds',
    fix: 'Add it with cmd.addFlag, or correct the name.',
  },
  FLAG_READ_EARLY: {
    severity: 'warning',
    title: 'A mod reads an option before it is set',
    fix: 'Read it in a hook, a handler or a command: options are set after all factories have run.',
  },
  STORE_UNREADABLE: {
    severity: 'warning',
    title: "A mod's store file does not parse",
    fix: 'The file was moved aside, and the store starts empty; restore values from the moved file by hand.',
  },
  SKILLS_PATH_EMPTY: {
    severity: 'warning',
    title: 'A place for skills has none',
    fix: 'Name a folder with a SKILL.md in it, or a folder of such folders.',
  },
  SKILL_OUTSIDE: {
    severity: 'error',
    title: 'A skill lies outside of its place',
    fix: 'Replace the link by the file itself, or add the folder that it leads to.',
  },
  SKILL_UNREADABLE: {
    severity: 'error',
    title: 'A skill cannot be read',
    fix: 'Make the SKILL.md a readable text in UTF-8 of moderate size.',
  },
  SKILL_INVALID: {
    severity: 'error',
    title: 'The front matter of a skill is wrong',
    fix: 'Mend the SKILL.md at the line given: it needs a description, and a name like "review-tests".',
  },
  SCRIPT_NOT_JSON: {
    severity: 'error',
    title: 'A script file is not JSON',
    fix: 'Mend the syntax at the place given.',
  },
  SCRIPT_INVALID: {
    severity: 'error',
    title: 'A script file has the wrong shape',
    fix: 'See schemas/script.schema.json for what a turn may hold.',
  },
  SCRIPT_TURNS_LEFT: {
    severity: 'warning',
    title: 'A script has turns that nobody asked for',
    fix: 'Remove the turns, or find out why the run ended earlier.',
  },
} as const;

/** A code of this package. */
export type HarnessCode = keyof typeof HARNESS_CATALOGUE;

/** Makes a diagnostic of this package. */
export const diagnostic: ReturnType<typeof diagnosticsOf<HarnessCode>> =
  diagnosticsOf<HarnessCode>(HARNESS_CATALOGUE);
