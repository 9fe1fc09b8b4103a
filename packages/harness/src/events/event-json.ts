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
  return JSON.stringify(hasError ? { ...event, error: errorToJson(event.error) } : event);
}
