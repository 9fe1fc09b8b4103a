import type { AgentMessage, Block } from '@cmd-mods/mod-api';

/** The version of the file format that this code writes, and the newest that it reads. */
export const SESSION_VERSION = 1;

/** The first line of a session file. */
export interface SessionHeader {
  readonly type: 'session';
  readonly version: number;
  readonly id: string;
  /** The project folder in which the session began, absolute. */
  readonly cwd: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

interface EntryBase<TType extends string> {
  readonly type: TType;
  /** Unique in the file. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

/** A node of the tree: it follows `parentId` and becomes the leaf. `null` stands for the root. */
interface NodeBase<TType extends string> extends EntryBase<TType> {
  readonly parentId: string | null;
}

/** One message of the transcript. */
export interface MessageEntry extends NodeBase<'message'> {
  readonly message: AgentMessage;
}

/** What a mod keeps for itself. */
export interface CustomDataEntry extends NodeBase<'custom'> {
  readonly modId: string;
  readonly customType: string;
  readonly data?: unknown;
}

/** What a mod wants the model to see; the message that shows it is an entry of its own, with `meta.entryId`. */
export interface CustomMessageEntry extends NodeBase<'custom_message'> {
  readonly modId: string;
  readonly customType: string;
  readonly content: readonly Block[];
  readonly display: boolean;
  readonly details?: unknown;
}

/** The slots of `modState` that changed, and the names of those that went. */
export interface ModStateEntry extends NodeBase<'mod_state'> {
  readonly slots: Readonly<Record<string, unknown>>;
  readonly removed?: readonly string[];
}

/** How the last run ended, when that changed. */
export interface StateEntry extends NodeBase<'state'> {
  readonly interrupted: boolean;
}

/**
 * The transcript was rewritten: of the messages before this entry it keeps those up to and including the one that entry
 * `keepId` holds (`null`: none), and goes on with the message entries that follow. All else on the branch stays.
 */
export interface RewriteEntry extends NodeBase<'rewrite'> {
  readonly keepId: string | null;
}

/** The leaf was moved: the next entry follows `targetId`. */
export interface LeafNote extends EntryBase<'leaf'> {
  readonly targetId: string | null;
}

/** An entry was named; `null` takes the name away. */
export interface LabelNote extends EntryBase<'label'> {
  readonly targetId: string;
  readonly label: string | null;
}

/** The session was named. */
export interface NameNote extends EntryBase<'name'> {
  readonly name: string;
}

/** A line with a usable id whose type or shape we do not know: it holds its place in the tree and is otherwise ignored. */
export interface ForeignEntry {
  readonly type: 'foreign';
  readonly id: string;
  /** Absent when the line stands beside the tree. */
  readonly parentId?: string | null;
  /** The line as it was read. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** An entry that is a node of the tree. */
export type NodeEntry =
  | MessageEntry
  | CustomDataEntry
  | CustomMessageEntry
  | ModStateEntry
  | StateEntry
  | RewriteEntry
  | (ForeignEntry & { readonly parentId: string | null });

/** An entry beside the tree: a line without `parentId`, about the whole session or about another entry. */
export type NoteEntry = LeafNote | LabelNote | NameNote | (ForeignEntry & { readonly parentId?: never });

/** Every line after the header. */
export type SessionEntry = NodeEntry | NoteEntry;

/** What a caller says about a new entry; id, parent and time are added when it is appended. */
export type NewEntry = WithoutPlace<Exclude<SessionEntry, { type: 'foreign' }>>;

type WithoutPlace<TEntry> = TEntry extends unknown ? Omit<TEntry, 'id' | 'parentId' | 'timestamp'> : never;

/** Whether an entry is a node of the tree, as against a note beside it. */
export function isNode(entry: SessionEntry): entry is NodeEntry {
  return 'parentId' in entry && entry.parentId !== undefined;
}

/** The line of one entry or header, without its line end. */
export function encodeLine(entry: SessionEntry | SessionHeader): string {
  return JSON.stringify(entry.type === 'foreign' ? entry.raw : entry);
}
