/** Headers that say nothing of who asks. */
const HARMLESS = /^(accept|content-type|user-agent|anthropic-version|anthropic-beta)$/i;
/** What keys look like that are in no header of ours: a provider that a mod built may have its own. */
const KEY_LIKE = /\b(?:sk|pk|rk)-[\w-]{8,}[\w*-]*/g;
/** Shorter values are words. */
const SHORTEST = 6;

/** A text without the values of the headers that were sent with the request, and without what looks like a key. */
export function redactSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  const secrets = Object.entries(headers)
    .filter(([name]) => !HARMLESS.test(name))
    .flatMap(([, value]) => [value, value.replace(/^(?:bearer|basic)\s+/i, '')])
    .filter((value) => value.length >= SHORTEST);
  return secrets
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
    .replace(KEY_LIKE, '[redacted]');
}
