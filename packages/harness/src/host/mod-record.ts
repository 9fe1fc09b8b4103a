import type { Disposable, ModFactory } from '@cmd-mods/mod-api';
import type { ModIdentity } from '../hooks/scope.ts';
import type { CompletionPurpose } from './binding.ts';
import { parameterName } from './read-parameter.ts';

/** A mod that a host is asked to take in. */
export interface ModDefinition {
  /** Unique in the host; the first one keeps it. */
  readonly name: string;
  readonly factory: ModFactory;
  /** The mod's own file, absolute: what relative skills and sounds start from. */
  readonly file?: string;
  /** Where it came from, as a person would name it. */
  readonly origin?: string;
  /** A mod of the host itself: its id is `builtin:<name>`. */
  readonly builtin?: boolean;
  /** What the trace says this mod's questions to the model are for; `complete` when left out. Only a host program can say so. */
  readonly purpose?: CompletionPurpose;
  /** The id to use instead of the one made from the name: for an `AgentMod` that brings its own. */
  readonly id?: string;
}

/** What mods register under names that only one of them can have. */
export type NamedKind =
  | 'tool'
  | 'command'
  | 'flag'
  | 'provider'
  | 'renderer'
  | 'agent'
  | 'shortcut'
  | 'exposed';

/** What a registration adds to: for messages, and for what a reload leaves in place. */
export type RegistrationKind =
  | NamedKind
  | 'hooks'
  | 'skills'
  | 'observer'
  | 'timer'
  | 'process'
  | 'listener'
  | 'status'
  | 'widget'
  | 'pane'
  | 'override'
  | 'dialog'
  | 'title'
  | 'sound';

/** Puts a registration into force and returns what takes it back. */
export type Apply = () => () => void;

interface Registration {
  readonly kind: RegistrationKind;
  readonly apply: Apply;
  undo: () => void;
}

/** Everything that the code of one mod has registered; a reload makes a new record for the new code. */
export class ModRecord implements ModIdentity {
  readonly id: string;
  readonly name: string;
  readonly file: string | undefined;
  readonly origin: string | undefined;
  readonly purpose: CompletionPurpose;
  /** The place in the host's order, which a reload keeps. */
  readonly order: number;
  /** What the factory calls the API that it is given; `undefined` when it takes it apart. */
  readonly parameter: string | undefined;
  /** The members of that API; none before it is made. */
  members: readonly string[] = [];
  /** Programs that the mod watches, while they run. */
  readonly programs: Set<Promise<unknown>> = new Set();
  readonly #registrations = new Set<Registration>();
  readonly #told = new Set<string>();
  #isRetired = false;

  constructor(definition: ModDefinition, order: number) {
    this.id = definition.id ?? `${definition.builtin ? 'builtin' : 'mod'}:${definition.name}`;
    this.name = definition.name;
    this.file = definition.file;
    this.origin = definition.origin;
    this.purpose = definition.purpose ?? 'complete';
    this.order = order;
    this.parameter = parameterName(definition.factory);
  }

  /**
   * Registers one thing.
   * @returns a handle that takes exactly this back.
   * @throws Error once the code was replaced by a reload, or its factory threw.
   */
  register(kind: RegistrationKind, apply: Apply): Disposable {
    if (this.#isRetired) {
      throw new Error(
        `This code of the mod "${this.name}" is no longer loaded, so it can register nothing (${kind}).`,
      );
    }
    const registration: Registration = { kind, apply, undo: apply() };
    this.#registrations.add(registration);
    return {
      dispose: () => {
        if (this.#registrations.delete(registration)) registration.undo();
      },
    };
  }

  /** Whether this is said of the mod for the first time: advice that would come with every call is given once. */
  isNews(message: string): boolean {
    if (this.#told.has(message)) return false;
    this.#told.add(message);
    return true;
  }

  /** Takes everything back, the newest first, and registers nothing any more. `except` stays in force. */
  retire(except?: RegistrationKind): void {
    this.#isRetired = true;
    for (const registration of [...this.#registrations].reverse()) {
      if (registration.kind !== except) registration.undo();
    }
  }

  /** Puts back what `retire` took: the code that should have replaced this one failed. */
  reinstate(except?: RegistrationKind): void {
    this.#isRetired = false;
    for (const registration of this.#registrations) {
      if (registration.kind !== except) registration.undo = registration.apply();
    }
  }

  /** Forgets what a retirement took back: the code that replaces this one works. `except` can still be dropped. */
  forget(except: RegistrationKind): void {
    for (const registration of this.#registrations) {
      if (registration.kind !== except) this.#registrations.delete(registration);
    }
  }

  /** Takes back what a retirement left in force. */
  dropKept(kind: RegistrationKind): void {
    for (const registration of this.#registrations) {
      if (registration.kind !== kind) continue;
      this.#registrations.delete(registration);
      registration.undo();
    }
  }
}

/** Whether a record is that of the code which a reload has replaced by the code of another. */
export function isOldCode(old: ModRecord, present: ModRecord): boolean {
  return old !== present && old.id === present.id;
}
