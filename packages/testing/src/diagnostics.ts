import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/** A code of the test kit. */
export type TestingCode =
  | 'TEST_CLOCK_IS_REAL'
  | 'TEST_COMMAND_UNKNOWN'
  | 'TEST_MOD_UNKNOWN'
  | 'TEST_FILE_OUTSIDE'
  | 'TEST_HARNESS_DISPOSED'
  | 'TEST_PANE_UNKNOWN'
  | 'CASSETTE_UNREADABLE'
  | 'CASSETTE_MALFORMED'
  | 'CASSETTE_EMPTY'
  | 'CASSETTE_WITHOUT_RESPONSES'
  | 'CASSETTE_SEVERAL_RUNS'
  | 'CASSETTE_ROW_UNKNOWN'
  | 'CASSETTE_SIDE_BY_SIDE'
  | 'CASSETTE_SECRET';

/** Every code of the test kit. Each is explained in docs/errors/testing.md. */
export const TESTING_CATALOGUE: Catalogue<TestingCode> = {
  TEST_CLOCK_IS_REAL: {
    severity: 'error',
    title: 'A real clock cannot be moved',
    fix: "Leave `clock` out, or set it to 'fake', and move it with t.clock.advance(ms).",
  },
  TEST_COMMAND_UNKNOWN: {
    severity: 'error',
    title: 'No mod has the command',
    fix: 'Look at t.registrations for the commands that there are, and at t.diagnostics for mods that did not load.',
  },
  TEST_MOD_UNKNOWN: {
    severity: 'error',
    title: 'No mod has the name',
    fix: 'Look at t.mods for the names. A bare factory is called inline-1, inline-2 and so on; {name, factory} gives it another.',
  },
  TEST_FILE_OUTSIDE: {
    severity: 'error',
    title: 'A file would lie outside of the test project',
    fix: 'Name it relative to the project, without leading slash and without "..".',
  },
  TEST_HARNESS_DISPOSED: {
    severity: 'error',
    title: 'The test harness is disposed',
    fix: 'Await what the test does before dispose(), and make a harness of its own for each test.',
  },
  TEST_PANE_UNKNOWN: {
    severity: 'error',
    title: 'No such pane is open',
    fix: 'Open it first, with cmd.ui.openPane in the mod, and name it by its id or as <mod>/<id>.',
  },
  CASSETTE_UNREADABLE: {
    severity: 'error',
    title: 'The cassette cannot be read',
    fix: 'Give the path of a file that "cmd -p --trace <file>" wrote, absolute or from where the tests were started.',
  },
  CASSETTE_MALFORMED: {
    severity: 'error',
    title: 'The cassette is not a whole trace',
    fix: 'Record it again with "cmd -p --trace <file>". When only its last line is cut off, deleting that line is enough.',
  },
  CASSETTE_EMPTY: {
    severity: 'error',
    title: 'The cassette has no run',
    fix: 'Record a prompt that starts a run, with "cmd -p <prompt> --trace <file>".',
  },
  CASSETTE_WITHOUT_RESPONSES: {
    severity: 'error',
    title: 'The cassette has no answers of the model',
    fix: 'Record it again: the traces of an older program had none.',
  },
  CASSETTE_SEVERAL_RUNS: {
    severity: 'error',
    title: 'The cassette has more than one run',
    fix: 'Make one cassette for each run: the rows up to the second run_start are the first one.',
  },
  CASSETTE_ROW_UNKNOWN: {
    severity: 'warning',
    title: 'The cassette has a row of an unknown kind',
    fix: 'It was left out. Update @cmd-mods/testing when a newer program wrote the cassette.',
  },
  CASSETTE_SIDE_BY_SIDE: {
    severity: 'warning',
    title: 'Tools of the cassette ran side by side',
    fix: 'A replay runs them one after the other. Record with toolExecution "sequential" when what differs has to do with their order.',
  },
  CASSETTE_SECRET: {
    severity: 'warning',
    title: 'The cassette seems to hold a key',
    fix: 'Replace the key in the file before it goes into a repository, and revoke it if it was there already.',
  },
};

/** Makes a diagnostic of one of the kit's codes. */
export const diagnostic: (code: TestingCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf(TESTING_CATALOGUE);
