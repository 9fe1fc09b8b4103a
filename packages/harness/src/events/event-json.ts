import type { ObservableEvent } from '@cmd-mods/mod-api';

/** An error as data: `{name, message, code?}`. Anything else that was thrown is shown as text. */
export function errorToJson(error: unknown): { name: string; message: string; code?: string | number } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
  };
}

/** An event as one JSON text; an error in it becomes `{name, message, code?}`. */
export function eventToJson(event: ObservableEvent): string {
  const hasError = event.type === 'mod_error' || event.type === 'run_error';
  const plain = hasError ? { ...event, error: errorToJson(event.error) } : event;
  try {
    return JSON.stringify(plain);
  } catch (error) {
    // A mod may have put something into an event that is no JSON: it is shown as text, so that the event is not lost.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(plain, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
}
