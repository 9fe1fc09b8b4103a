/**
 * How long a provider wants to be left alone, in milliseconds.
 * @param headers - With names in lower case. `retry-after-ms` goes before `retry-after`, which is in seconds or a date.
 * @returns `undefined` when it does not say, or says something else.
 *
 * Source: RFC 9110, section 10.2.3.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>> | undefined,
  now: number = Date.now(),
): number | undefined {
  const exact = readNumber(headers?.['retry-after-ms']);
  if (exact !== undefined) return exact;
  const text = headers?.['retry-after'];
  if (text === undefined) return undefined;
  const seconds = readNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
