/** What this package reads of a report of the scanner; the scanner's own type has more. */

/** The answer for one thing that a mod can reach: `unknown` is never clean. */
export type ReachState = 'yes' | 'no' | 'unknown';

/** A report of `cmd mods inspect --json`, as far as it is read here. */
export interface InspectReport {
  readonly name?: string;
  readonly version?: string;
  readonly entries: readonly string[];
  readonly hooks: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly adds: readonly { readonly kind: string; readonly name: string | null }[];
  readonly reach: Readonly<Record<string, { readonly state: ReachState }>>;
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly externals: readonly { readonly specifier: string }[];
  readonly scripts: readonly { readonly name: string; readonly command: string }[];
  readonly binaries: readonly string[];
  readonly notes: readonly string[];
  readonly lexical: true;
}
