import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/** A code of the test kit. */
export type TestingCode =
  | 'TEST_CLOCK_IS_REAL'
  | 'TEST_COMMAND_UNKNOWN'
  | 'TEST_MOD_UNKNOWN'
  | 'TEST_FILE_OUTSIDE'
  | 'TEST_HARNESS_DISPOSED';

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
};

/** Makes a diagnostic of one of the kit's codes. */
export const diagnostic: (code: TestingCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf(TESTING_CATALOGUE);
