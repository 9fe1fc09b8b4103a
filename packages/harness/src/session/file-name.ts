/** The file name of a session: creation time first, so that names sort by age. */
export function sessionFileName(createdAt: string, id: string): string {
  // Colons cannot stand in a file name on Windows.
  return `${createdAt.replaceAll(/[:.]/g, '-')}_${id}.jsonl`;
}

/** The session id in a file name; the name without its extension when it has another form. */
export function idInFileName(name: string): string {
  const stem = name.replace(/\.jsonl$/, '');
  return /^\d{4}-\d\d-\d\dT[\d-]+Z_(.+)$/.exec(stem)?.[1] ?? stem;
}

/** Whether an id can be part of a file name on every system. */
export function isSafeId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id);
}
