/** Words and numbers as the pages show them. */

/** What each kind of reach means to somebody who thinks of adding the mod, worst first. */
export const REACH_LABELS: Readonly<Record<string, string>> = {
  dynamic: 'Runs text as code',
  native: 'Loads compiled code',
  process: 'Starts or signals processes',
  permission: 'Answers permission prompts',
  transcript: 'Rewrites the transcript',
  network: 'Uses the network',
  fs_write: 'Writes files',
  fs_read: 'Reads files',
  env: 'Reads the environment',
  external: 'Imports other packages',
};

/** `1,234`, or a dash for what is not counted. */
export function count(value: number | undefined): string {
  return value === undefined ? '-' : value.toLocaleString('en-US');
}

/** `2026-10-01` of an ISO 8601 time. */
export function day(time: string | undefined): string {
  return time?.slice(0, 10) ?? '';
}
