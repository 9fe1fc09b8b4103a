/** The message of whatever a mod threw. Never throws itself: a thrown object may be hostile. */
export function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Error ? error.message : error;
    return String(message);
  } catch {
    // Its message is a getter that throws, or it has no way to become a string.
    return 'it threw something that has no message';
  }
}
