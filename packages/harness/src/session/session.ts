import type { AgentMessage, AgentState, Diagnostic, ModSession, SessionTreeNode } from '@cmd-mods/mod-api';
import { Branch, type PendingCustomMessage } from './branch.ts';
import { planCommit, type SlotFault } from './commit-entries.ts';
import { type Report, sessionDiagnostic, sessionError } from './diagnostics.ts';
import { isNode, type NewEntry, type SessionEntry, type SessionHeader } from './entries.ts';
import type { EntryTree } from './entry-tree.ts';
import type { JsonFault } from './json-fault.ts';
import { createModSession } from './mod-session.ts';
import { randomId } from './random-id.ts';
import type { SessionLog } from './session-log.ts';
import { storable } from './storable.ts';

/** What a session is made of; `createSession` and `openSession` put it together. */
export interface SessionParts {
  readonly header: SessionHeader;
  readonly tree: EntryTree;
  /** The file behind it; absent when the session lives in memory alone. */
  readonly log?: SessionLog;
  readonly path?: string;
  readonly now: () => Date;
  readonly report: Report;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * One conversation and everything that mods keep beside it: an append-only tree of entries, of which one branch is active.
 *
 * Reading never touches the disk. What is appended is readable at once; it reaches the file at once too, except between
 * `beginRun` and `endRun`, where it waits for the next `commit`. Nothing in here throws because of the disk: what cannot
 * be written is reported, stays in memory, and is tried again with the next write.
 *
 * Source: hooks and events page, "`ModContext.session`" and `onCommit`.
 */
export class Session {
  readonly id: string;
  /** The project folder in which the session began; empty when the file does not say. */
  readonly cwd: string;
  /** ISO 8601, UTC; empty when the file does not say. */
  readonly createdAt: string;
  /** The file, which is made with the first entry; `undefined` for a session in memory. */
  readonly path: string | undefined;
  /** Everything that came up since the session was opened. Never cleared. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #tree: EntryTree;
  readonly #log: SessionLog | undefined;
  readonly #now: () => Date;
  readonly #report: Report;
  readonly #reported = new Set<string>();
  #branch: Branch;
  #isRunning = false;

  constructor({ header, tree, log, path, now, report, diagnostics }: SessionParts) {
    this.id = header.id;
    this.cwd = header.cwd;
    this.createdAt = header.createdAt;
    this.path = path;
    this.diagnostics = diagnostics;
    this.#tree = tree;
    this.#log = log;
    this.#now = now;
    this.#report = report;
    this.#branch = Branch.of(tree.activeBranch());
  }

  /**
   * The state that the active branch adds up to, for a new run or a resumed one. The messages are the very references
   * that `commit` compares with; the values of modState are the caller's own.
   */
  state(): AgentState {
    return {
      sessionId: this.id,
      messages: [...this.#branch.messages],
      interrupted: this.#branch.isInterrupted,
      modState: this.#branch.readModState(),
    };
  }

  /** From here on entries wait in memory for the next `commit`. Twice is the same as once. */
  beginRun(): void {
    this.#isRunning = true;
  }

  /** Writes what still waits, and from here on every entry as it comes. @returns whether everything is in the file. */
  endRun(): boolean {
    this.#isRunning = false;
    return this.flush();
  }

  /**
   * Brings the session in line with a state and writes everything that waits, in one append: the durability boundary,
   * called once for each completed turn.
   *
   * New messages at the end are appended. Where a message before them was replaced or taken out, the transcript is
   * rewritten from there on; the old wording stays in the tree. A message is the same when it is the same object or an
   * equal one. Of modState the changed slots are written; one that does not survive JSON is reported and keeps the
   * value that was stored last.
   *
   * @param options.trusted how many messages at the front are known to be the session's own and need no comparison.
   *   Without it every message is compared by reference, a few nanoseconds each.
   * @returns whether everything is in the file (always true in memory).
   */
  commit(state: AgentState, options: { readonly trusted?: number } = {}): boolean {
    const { entries, faults } = planCommit(this.#branch, state, options.trusted ?? 0);
    for (const entry of entries) this.#put(entry);
    this.#branch.see(state.modState);
    for (const fault of faults) this.#reportSlot(fault);
    return this.flush();
  }

  /** Writes everything that waits, in one append. @returns whether everything is in the file. */
  flush(): boolean {
    return this.#log?.flush() ?? true;
  }

  /** How many lines are in memory alone and wait to be written. */
  get waitingCount(): number {
    return this.#log?.waitingCount ?? 0;
  }

  /** The session as one mod sees it: what `cmd.session` and `ctx.session` are. `modId` as in modState. */
  modSession(modId: string): ModSession {
    return createModSession(modId, {
      sessionId: this.id,
      append: (entry) => this.#append(entry),
      customEntries: (customType) => this.#branch.customEntries(modId, customType),
      pendingMessage: (entryId) => this.#branch.unshown.get(entryId)?.message,
    });
  }

  /**
   * The custom messages of the active branch that the model has yet to see, in file order: no stored message shows them,
   * and none of `messages` (the transcript as it stands in the run) does. To be projected at the start of a turn by
   * appending their `message`. Constant time when there are none.
   */
  pendingCustomMessages(messages: readonly AgentMessage[]): readonly PendingCustomMessage[] {
    if (this.#branch.unshown.size === 0) return [];
    const pending = new Map(this.#branch.unshown);
    for (const { meta } of messages) if (meta?.entryId !== undefined) pending.delete(meta.entryId);
    return [...pending.values()];
  }

  /** The tree of all entries, roots first. As deep as the conversation is long: walk it with a loop. */
  tree(): readonly SessionTreeNode[] {
    return this.#tree.roots();
  }

  /** The entry at the end of the active branch; `null` at the root. */
  leafId(): string | null {
    return this.#tree.leafId;
  }

  /**
   * Makes the branch that ends in `targetId` the active one (`null`: nothing at all), for this and later openings.
   * Not while a run goes on: its state belongs to the old branch.
   * @returns the state of the new branch. Throws a `ModError` (`SESSION_ENTRY_NOT_FOUND`) for an unknown entry.
   */
  navigate(targetId: string | null): AgentState {
    if (targetId !== null) this.#mustHave(targetId);
    if (targetId !== this.#tree.leafId) {
      this.#append({ type: 'leaf', targetId });
      this.#branch = Branch.of(this.#tree.activeBranch());
    }
    return this.state();
  }

  /**
   * The messages that the transcript would lose by navigating to `targetId`: those of the active branch which the branch that ends
   * there does not have. Throws like {@link navigate}.
   */
  leftBehind(targetId: string | null): readonly AgentMessage[] {
    if (targetId !== null) this.#mustHave(targetId);
    return this.#branch.messagesBeside(new Set(this.#tree.branchTo(targetId).map(({ id }) => id)));
  }

  /** Names an entry; `null` takes the name away. Throws like {@link navigate}. */
  setLabel(targetId: string, label: string | null): void {
    this.#mustHave(targetId);
    this.#append({ type: 'label', targetId, label });
  }

  /** Names the session. */
  setName(name: string): void {
    if (name !== this.#tree.name) this.#append({ type: 'name', name });
  }

  /** The session's name; `undefined` when it was never named. */
  getName(): string | undefined {
    return this.#tree.name;
  }

  #append(entry: NewEntry): string {
    const id = this.#put(entry);
    if (!this.#isRunning) this.flush();
    return id;
  }

  #put(fields: NewEntry): string {
    let id = randomId();
    while (this.#tree.has(id)) id = randomId();
    const { type, ...rest } = fields;
    const isNote = type === 'leaf' || type === 'label' || type === 'name';
    const place = isNote ? { id } : { id, parentId: this.#tree.leafId };
    const entry = { type, ...place, timestamp: this.#now().toISOString(), ...rest } as SessionEntry;
    const { line, stored, fault } = storable(entry);
    if (fault !== undefined) this.#reportMessage(fault);
    this.#tree.add(stored);
    // The branch keeps the caller's message even where the file cannot: commits compare by reference.
    if (entry.type === 'message') this.#branch.add(entry);
    else if (isNode(stored)) this.#branch.add(stored);
    this.#log?.push(line);
    return id;
  }

  #mustHave(id: string): void {
    if (this.#tree.has(id)) return;
    throw sessionError('SESSION_ENTRY_NOT_FOUND', {
      message: `Session ${this.id} has no entry '${id}'.`,
      ...(this.path !== undefined && { where: { file: this.path } }),
    });
  }

  /** Once for each mod, place and problem: a mod that makes the mistake each turn is told of it once. */
  #reportSlot({ modId, path, problem }: SlotFault): void {
    const place = path === '' ? 'its value' : `'${path}'`;
    const message = `The modState of ${modId} cannot be stored: ${place} is ${problem}. The value stored before it stays.`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#report(sessionDiagnostic('SESSION_STATE_NOT_JSON', { message, mod: modId }));
  }

  #reportMessage({ path, problem }: JsonFault): void {
    const message = `A message cannot be stored as it is: '${path}' is ${problem}. The file has a text in its place.`;
    this.#report(sessionDiagnostic('SESSION_MESSAGE_NOT_JSON', { message }));
  }
}
