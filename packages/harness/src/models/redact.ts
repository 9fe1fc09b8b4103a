/** Headers that say nothing of who asks. */
const HARMLESS = /^(accept|content-type|user-agent|anthropic-version|anthropic-beta)$/i;
/** What keys look like that are in no header of ours: a provider that a mod built may have its own. */
const KEY_LIKE = /\b(?:sk|pk|rk)-[\w-]{8,}[\w*-]*/g;
/** Shorter values are words. */
const SHORTEST = 6;

/** The values of headers that must not be shown. */
export function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => !HARMLESS.test(name))
    .flatMap(([, value]) => [value, value.replace(/^(?:bearer|basic)\s+/i, '')]);
}

/** A text without these secrets, as they are or escaped as JSON or an address would have them, and without what looks like a key. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((one, other) => other.length - one.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
    .replace(KEY_LIKE, '[redacted]');
}
