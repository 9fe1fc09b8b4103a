import { isThenable } from '../hooks/thenable.ts';

/**
 * Calls something of a mod that nobody waits for. A throw, and a rejection of what it returns, go to `failed`, so that neither
 * reaches the caller nor ends the process.
 */
export function guard(call: () => unknown, failed: (error: unknown) => void): void {
  try {
    const returned = call();
    if (isThenable(returned)) returned.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}
