/** The report: what a mod hooks, adds and can reach, with the line for each claim, and what could not be seen. */

import type { HookSpec } from '@cmd-mods/mod-api';
import type { Reach } from './tables/capability.ts';

/** A place in a file of the target. Lines and columns start at 1, in UTF-16 units. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How much of a file was read. `partial`: it has a syntax error, and what stands around it was read. */
export interface FileEntry {
  readonly path: string;
  readonly read: 'full' | 'partial' | 'none';
  /** Why it was not read in full. */
  readonly reason?: string;
  /** Whether an entry leads to it. */
  readonly reached: boolean;
}

/** A hook that is registered. */
export interface HookEntry extends Position {
  /** `*` when only run time knows it. */
  readonly name: string;
  readonly mode: HookSpec['mode'];
  /** The name does not stand in the text; it was worked out, or is `*`. */
  readonly computed?: true;
}

/** An event that is observed. */
export interface EventEntry extends Position {
  /** `*` when only run time knows it. */
  readonly name: string;
}

/** The kinds of things that a mod adds. */
export const ADD_KINDS = [
  'tool',
  'command',
  'flag',
  'provider',
  'renderer',
  'agent',
  'shortcut',
  'skills',
  'widget',
  'pane',
  'override',
  'expose',
] as const;

/** Something that a mod adds. */
export interface AddEntry extends Position {
  readonly kind: (typeof ADD_KINDS)[number];
  /** A widget's placement, a pane's id, an override's component, a shortcut's keys, a skills path; `null` when only run time knows it. */
  readonly name: string | null;
}

/** One place that reaches something. */
export interface Evidence extends Position {
  /** What is used there, such as `child_process.spawn`. */
  readonly what: string;
  /** The files that lead from an entry to this one, both included; left out where this one is the entry. */
  readonly via?: readonly string[];
}

/** Why something that was not found may be there all the same. */
export type Because = 'dynamic' | 'external' | 'unread';

/** Whether one kind of thing is reached. `unknown` is never clean. */
export interface ReachEntry {
  readonly state: 'yes' | 'no' | 'unknown';
  readonly because?: readonly Because[];
  readonly evidence: readonly Evidence[];
}

/** A package that is imported, or a path that leaves this one. */
export interface ExternalEntry {
  readonly specifier: string;
  readonly file: string;
  readonly line: number;
}

/** The report on one target. */
export interface InspectReport {
  readonly schemaVersion: 1;
  readonly target: string;
  readonly name?: string;
  readonly version?: string;
  readonly entries: readonly string[];
  readonly files: readonly FileEntry[];
  readonly hooks: readonly HookEntry[];
  readonly events: readonly EventEntry[];
  readonly adds: readonly AddEntry[];
  readonly reach: Readonly<Record<Reach, ReachEntry>>;
  /** Names of environment variables; `*` when only run time knows which, or all of them. */
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly externals: readonly ExternalEntry[];
  /** Scripts that a package manager would run on installing; an install of a mod never runs them. */
  readonly scripts: readonly { readonly name: string; readonly command: string }[];
  readonly binaries: readonly string[];
  readonly notes: readonly string[];
  /** What the package says that it means to reach, held against what was found; left out where it says nothing. */
  readonly declared?: DeclaredReach;
  /** The scan reads text; it runs nothing. */
  readonly lexical: true;
}

/** A package's own `commandcode.reach`, and how it fits. */
export interface DeclaredReach {
  readonly allow: Allowance;
  /** What was found beyond it. */
  readonly undeclared: readonly Excess[];
  /** What it states and was not found. */
  readonly unused: readonly string[];
}

/** What is allowed: the `allow` of a policy, and a package's `commandcode.reach`. An absent list allows nothing of its kind but hooks, where it allows all. */
export interface Allowance {
  readonly reach?: readonly Reach[];
  readonly env?: readonly string[];
  readonly hosts?: readonly string[];
  readonly externals?: readonly string[];
  readonly hooks?: readonly string[];
  /** Whether answers that are unknown are allowed. */
  readonly unknown?: boolean;
}

/** One thing beyond what is allowed. */
export interface Excess {
  readonly kind: 'reach' | 'env' | 'hosts' | 'externals' | 'hooks' | 'unknown';
  readonly name: string;
  readonly where?: Position;
}

/** What every report says about itself. */
export const LEXICAL_NOTE: string =
  'This is a lexical scan: it reads the text and runs nothing. Code that a mod imports and names that it builds while it runs can reach further.';
