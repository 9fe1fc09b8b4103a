import { type Catalogue, type DiagnosticDetails, diagnosticsOf, ModError } from '@cmd-mods/mod-api';

/** What can be wrong with stored credentials. */
export type CredentialCode =
  | 'CREDENTIALS_EXPOSED'
  | 'CREDENTIALS_UNREADABLE'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_NOT_WRITABLE'
  | 'KEY_UNUSABLE';

/** The codes of this room. Each has its section in docs/errors/harness-credentials.md. */
export const CREDENTIAL_CATALOGUE: Catalogue<CredentialCode> = {
  CREDENTIALS_EXPOSED: {
    severity: 'error',
    title: 'The credential file is open to others',
    fix: 'Take their rights away with chmod 600, and make new keys if somebody else may have read these.',
  },
  CREDENTIALS_UNREADABLE: {
    severity: 'error',
    title: 'The credential file cannot be read',
    fix: 'Check that it is a file of yours, and that you may read it.',
  },
  CREDENTIALS_MALFORMED: {
    severity: 'error',
    title: 'The credential file is not what it should be',
    fix: 'Mend it by hand at the place given, or move it away and store the keys anew with cmd auth login.',
  },
  CREDENTIALS_NOT_WRITABLE: {
    severity: 'error',
    title: 'The credential file cannot be written',
    fix: 'Check that you may write to the folder, and that the disk has room.',
  },
  KEY_UNUSABLE: {
    severity: 'error',
    title: 'A key was not stored',
    fix: 'Copy it again, whole and alone.',
  },
};

const diagnostic = diagnosticsOf(CREDENTIAL_CATALOGUE);

/**
 * One of these, as an error to throw. What was read of the file is never in it, and neither is what a parser or a validator said of it
 * as a `cause`: that quotes what it read.
 */
export function credentialError(
  code: CredentialCode,
  details: Omit<DiagnosticDetails, 'cause'> & { readonly cause?: NodeJS.ErrnoException },
): ModError {
  return new ModError(diagnostic(code, details));
}
