import type { FileFacts } from '../facts/code.ts';
import type { Manifest } from '../package/manifest.ts';
import type { AddEntry, EventEntry, ExternalEntry, HookEntry, Position } from '../report.ts';
import type { Solution } from '../solve/uses.ts';
import type { Place } from '../solve/values.ts';
import type { Reach } from '../tables/capability.ts';

/** What rules read. */
export interface Facts {
  readonly solution: Solution;
  readonly manifest: Manifest;
  /** The files that were read, in the order of the places' numbers. */
  readonly files: readonly { readonly path: string; readonly facts: FileFacts }[];
  /** A place as file, line and column. */
  position(place: Place): Position;
}

/** What rules write. */
export interface Findings {
  reach(kind: Reach, place: Place, what: string): void;
  hook(entry: HookEntry): void;
  event(entry: EventEntry): void;
  add(entry: AddEntry): void;
  external(entry: ExternalEntry): void;
  env(name: string): void;
  host(name: string): void;
  note(text: string): void;
}

/** One idea of what to report. */
export type Rule = (facts: Facts, findings: Findings) => void;
