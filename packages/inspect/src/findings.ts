/** Collects what the rules find, each thing once, in an order that does not depend on theirs. */

import type { AddEntry, EventEntry, Evidence, ExternalEntry, HookEntry, Position } from './report.ts';
import type { Findings } from './rules/rule.ts';
import type { Place } from './solve/values.ts';
import { REACHES, type Reach } from './tables/capability.ts';

/** See the head of this file. */
export class CollectedFindings implements Findings {
  readonly #evidence = new Map<Reach, Map<string, Evidence>>(REACHES.map((kind) => [kind, new Map()]));
  readonly #hooks = new Map<string, HookEntry>();
  readonly #events = new Map<string, EventEntry>();
  readonly #adds = new Map<string, AddEntry>();
  readonly #externals = new Map<string, ExternalEntry>();
  readonly #env = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #position: (place: Place) => Position;
  readonly #pathTo: (file: string) => readonly string[];

  constructor(position: (place: Place) => Position, pathTo: (file: string) => readonly string[]) {
    this.#position = position;
    this.#pathTo = pathTo;
  }

  reach(kind: Reach, place: Place, what: string): void {
    const position = this.#position(place);
    const via = this.#pathTo(position.file);
    this.#evidence
      .get(kind)
      ?.set(`${keyOf(position)}:${what}`, { ...position, what, ...(via.length > 1 ? { via } : {}) });
  }

  hook(entry: HookEntry): void {
    this.#hooks.set(`${keyOf(entry)}:${entry.name}`, entry);
  }

  event(entry: EventEntry): void {
    this.#events.set(`${keyOf(entry)}:${entry.name}`, entry);
  }

  add(entry: AddEntry): void {
    this.#adds.set(`${keyOf(entry)}:${entry.kind}:${entry.name}`, entry);
  }

  external(entry: ExternalEntry): void {
    this.#externals.set(`${entry.file}:${entry.line}:${entry.specifier}`, entry);
  }

  env(name: string): void {
    this.#env.add(name);
  }

  host(name: string): void {
    this.#hosts.add(name);
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  evidenceOf(kind: Reach): Evidence[] {
    return sorted(this.#evidence.get(kind) ?? new Map());
  }

  /** The lists of a report. */
  lists(): {
    readonly hooks: HookEntry[];
    readonly events: EventEntry[];
    readonly adds: AddEntry[];
    readonly env: string[];
    readonly hosts: string[];
    readonly externals: ExternalEntry[];
    readonly notes: string[];
  } {
    return {
      hooks: sorted(this.#hooks),
      events: sorted(this.#events),
      adds: sorted(this.#adds),
      env: [...this.#env].sort(),
      hosts: [...this.#hosts].sort(),
      externals: [...this.#externals.values()].sort((a, b) => compare(a.file, b.file) || a.line - b.line),
      notes: [...this.#notes],
    };
  }
}

function keyOf({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

function sorted<T extends Position>(entries: ReadonlyMap<string, T>): T[] {
  return [...entries.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
