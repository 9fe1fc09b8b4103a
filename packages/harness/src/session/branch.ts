import { isDeepStrictEqual } from 'node:util';
import type { AgentMessage, CustomEntry } from '@cmd-mods/mod-api';
import type { CustomMessageEntry, ModStateEntry, NodeEntry } from './entries.ts';

/** A custom message that no message of the transcript has shown to the model yet. */
export interface PendingCustomMessage {
  readonly entryId: string;
  readonly modId: string;
  readonly customType: string;
  /** Whether it is drawn too. */
  readonly display: boolean;
  readonly details?: unknown;
  /** What the model is to see; `meta.entryId` ties it to its entry. */
  readonly message: AgentMessage;
}

/** One mod's slot of modState. */
export interface Slot {
  /** The value of the last commit, whether it could be stored or not. */
  readonly seen: unknown;
  /** What is stored; `undefined` when nothing ever could be. */
  readonly text: string | undefined;
}

/** What the entries from the root to the leaf add up to. Each entry is taken in once, in constant time. */
export class Branch {
  readonly #messages: AgentMessage[] = [];
  /** The entry of each message. */
  readonly #messageIds: string[] = [];
  readonly #slots = new Map<string, Slot>();
  readonly #custom = new Map<string, Map<string, CustomEntry[]>>();
  readonly #unshown = new Map<string, PendingCustomMessage>();
  #isInterrupted = false;

  /** Folds a whole branch; its first entry first. */
  static of(entries: Iterable<NodeEntry>): Branch {
    const branch = new Branch();
    for (const entry of entries) branch.add(entry);
    return branch;
  }

  get messages(): readonly AgentMessage[] {
    return this.#messages;
  }

  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** The stored modState: values of their own, which nobody else holds. */
  readModState(): Record<string, unknown> {
    const stored: [string, unknown][] = [];
    for (const [modId, { text }] of this.#slots) {
      if (text === undefined) continue;
      const value: unknown = JSON.parse(text);
      this.#slots.set(modId, { seen: value, text });
      stored.push([modId, value]);
    }
    return Object.fromEntries(stored);
  }

  /** The slots by mod, those that could never be stored among them. */
  get slots(): ReadonlyMap<string, Slot> {
    return this.#slots;
  }

  /** Remembers the values of a commit, so that the next one knows them by reference. */
  see(modState: Readonly<Record<string, unknown>>): void {
    for (const [modId, seen] of Object.entries(modState)) {
      const slot = this.#slots.get(modId);
      if (slot === undefined || !Object.is(slot.seen, seen))
        this.#slots.set(modId, { seen, text: slot?.text });
    }
  }

  /**
   * How many messages `next` and this branch have in common from the start, the first `trusted` taken on trust.
   * Messages are told by reference; a copy that equals counts as the same, and its reference is the one known from then on.
   */
  agree(next: readonly AgentMessage[], trusted: number): number {
    const known = this.#messages;
    const end = Math.min(known.length, next.length);
    let index = Math.min(trusted, end);
    for (; index < end; index += 1) {
      const message = next[index];
      if (message === known[index]) continue;
      if (message === undefined || !isDeepStrictEqual(message, known[index])) break;
      known[index] = message;
    }
    return index;
  }

  /** The entry that holds the last of the first `count` messages; `null` when that is none. */
  messageIdBefore(count: number): string | null {
    return this.#messageIds[count - 1] ?? null;
  }

  /** The messages whose entries are none of these, in order. */
  messagesBeside(ids: ReadonlySet<string>): readonly AgentMessage[] {
    return this.#messages.filter((_, index) => !ids.has(this.#messageIds[index] ?? ''));
  }

  /** One mod's custom entries of one type, in file order. They are the stored ones: copy before handing them on. */
  customEntries(modId: string, customType: string): readonly CustomEntry[] {
    return this.#custom.get(modId)?.get(customType) ?? [];
  }

  /** The custom messages that no message entry shows, in file order. */
  get unshown(): ReadonlyMap<string, PendingCustomMessage> {
    return this.#unshown;
  }

  add(entry: NodeEntry): void {
    switch (entry.type) {
      case 'message':
        this.#messages.push(entry.message);
        this.#messageIds.push(entry.id);
        // Once shown is shown, even if a mod takes the message out of the transcript later.
        if (entry.message.meta?.entryId !== undefined) this.#unshown.delete(entry.message.meta.entryId);
        return;
      case 'rewrite': {
        const keep = entry.keepId === null ? 0 : this.#messageIds.lastIndexOf(entry.keepId) + 1;
        this.#messages.length = keep;
        this.#messageIds.length = keep;
        return;
      }
      case 'mod_state':
        this.#addModState(entry);
        return;
      case 'state':
        this.#isInterrupted = entry.interrupted;
        return;
      case 'custom': {
        const { id, modId, customType, data } = entry;
        const ofMod = getOrAdd(this.#custom, modId, () => new Map<string, CustomEntry[]>());
        const list = getOrAdd(ofMod, customType, () => []);
        list.push(data === undefined ? { id, customType } : { id, customType, data });
        return;
      }
      case 'custom_message':
        this.#unshown.set(entry.id, pending(entry));
    }
  }

  #addModState({ slots, removed }: ModStateEntry): void {
    for (const [modId, value] of Object.entries(slots)) {
      this.#slots.set(modId, { seen: value, text: JSON.stringify(value) });
    }
    for (const modId of removed ?? []) this.#slots.delete(modId);
  }
}

function pending(entry: CustomMessageEntry): PendingCustomMessage {
  const { id, modId, customType, display, details, content } = entry;
  return {
    entryId: id,
    modId,
    customType,
    display,
    ...(details === undefined ? undefined : { details }),
    // A copy: what becomes of the message must not change the entry.
    message: { role: 'user', content: structuredClone(content), meta: { source: 'mod', entryId: id } },
  };
}

function getOrAdd<TKey, TValue>(map: Map<TKey, TValue>, key: TKey, make: () => TValue): TValue {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
