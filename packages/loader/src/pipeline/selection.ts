/**
 * The names in the variable `CMD_MODS_ONLY`, written `a,b`. A comma or a percent sign that is part of a name, and white space at
 * its ends, are written as in a URL: `%2C`, `%25`, `%20`.
 */

/**
 * Reads the variable.
 *
 * @returns the names; none for a comma alone; undefined when the variable is missing or blank, which chooses nothing.
 */
export function readSelection(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const names = text.split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== '').map(decoded));
}

/** Writes names so that `readSelection` gives them back, whatever is in them. No name at all is a comma. */
export function writeSelection(names: readonly string[]): string {
  return names.length === 0 ? ',' : names.map(encoded).join(',');
}

function encoded(name: string): string {
  return name.replace(/[%,]|^\s+|\s+$/g, encodeURIComponent);
}

/** What is no such escape stands for itself: a name with a percent sign may be typed as it is. */
function decoded(name: string): string {
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex');
    return bytes.toString('utf8');
  });
}
