import type { InspectReport } from '@cmd-mods/inspect';

/** Reads what a package's mods hook, add and reach, without running it. `directory` is absolute. */
export type Scan = (directory: string) => Promise<InspectReport>;

/** What the functions of this package may touch of the world. */
export interface RegistryIo {
  /** Where relative paths start; absolute. */
  readonly cwd: string;
  /** The person's home folder: its `.npmrc` counts, and answers of servers are kept below it. */
  readonly home: string;
  /** `GITHUB_API_URL`, `GITHUB_TOKEN`, `CMD_MODS_DOWNLOADS_URL`, npm's and git's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** The clock; the machine's when left out. */
  readonly now?: () => Date;
  /** Told a line now and then while something takes long. */
  readonly onProgress?: (text: string) => void;
}

/** What the clock says. */
export function currentTime(io: RegistryIo): Date {
  return io.now?.() ?? new Date();
}
