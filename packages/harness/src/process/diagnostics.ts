import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/** What can go wrong while a program is started or watched. */
export type ProcessCode = 'PROGRAM_NOT_STARTED' | 'PROGRAM_OUTPUT_TOO_LARGE';

/** The codes of this room; they are part of the package's catalogue. */
export const PROCESS_CATALOGUE: Catalogue<ProcessCode> = {
  PROGRAM_NOT_STARTED: {
    severity: 'error',
    title: 'A program could not be started',
    fix: 'Check the name, that it is installed and executable, and the folder that it is run in.',
  },
  PROGRAM_OUTPUT_TOO_LARGE: {
    severity: 'error',
    title: 'A program printed more than can be collected',
    fix: 'Use `process.spawn` and keep what you need of each chunk, or redirect the output to a file.',
  },
};

/** Makes a diagnostic of one of these codes. */
export const processDiagnostic: (code: ProcessCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf(PROCESS_CATALOGUE);
