import { type Diagnostic, ModError } from '@cmd-mods/mod-api';

/** The diagnostic that a call throws. Fails when it throws none. */
export function diagnosticOf(call: () => unknown): Diagnostic {
  try {
    call();
  } catch (thrown) {
    if (ModError.isInstance(thrown)) return thrown.diagnostic;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

/** The diagnostic that a promise rejects with. Fails when it does not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Diagnostic> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  return diagnosticOf(() => {
    if ('thrown' in outcome) throw outcome.thrown;
  });
}
