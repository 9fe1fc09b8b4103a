import type { SessionTreeNode } from '@cmd-mods/mod-api';
import { isNode, type NodeEntry, type SessionEntry } from './entries.ts';

/** A node in its place. The link to its parent makes walking a branch several times as fast as looking each id up. */
interface Placed {
  readonly node: NodeEntry;
  readonly parent: Placed | undefined;
}

/**
 * Every entry of a session, and the tree that they form. In memory alone; knows nothing of what entries mean,
 * but for the notes about the tree itself.
 */
export class EntryTree {
  readonly #entries: SessionEntry[] = [];
  readonly #nodes = new Map<string, Placed>();
  readonly #labels = new Map<string, string | null>();
  #lastNodeId: string | null = null;
  #leafId: string | null = null;
  #name: string | undefined;

  /** The entry at the end of the active branch; `null` at the root. */
  get leafId(): string | null {
    return this.#leafId;
  }

  /** The node that was added last, on whatever branch; `null` before the first. */
  get lastNodeId(): string | null {
    return this.#lastNodeId;
  }

  /** What the session was named last. */
  get name(): string | undefined {
    return this.#name;
  }

  /** All entries in the order in which they came. */
  get entries(): readonly SessionEntry[] {
    return this.#entries;
  }

  /** Whether a node has that id. */
  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** Adds an entry: a node becomes the leaf, a note does what it says. The parent, or target, must be there. */
  add(entry: SessionEntry): void {
    this.#entries.push(entry);
    if (isNode(entry)) {
      const parent = entry.parentId === null ? undefined : this.#nodes.get(entry.parentId);
      this.#nodes.set(entry.id, { node: entry, parent });
      this.#lastNodeId = entry.id;
      this.#leafId = entry.id;
    } else if (entry.type === 'leaf') {
      this.#leafId = entry.targetId;
    } else if (entry.type === 'name') {
      this.#name = entry.name;
    } else if (entry.type === 'label') {
      this.#labels.set(entry.targetId, entry.label);
    }
  }

  /** The nodes from the root to the leaf. Time and space grow with the branch, not with the tree. */
  activeBranch(): NodeEntry[] {
    return this.branchTo(this.#leafId);
  }

  /** The nodes from the root to the one with that id; none for `null`. */
  branchTo(leafId: string | null): NodeEntry[] {
    const branch: NodeEntry[] = [];
    let place = leafId === null ? undefined : this.#nodes.get(leafId);
    for (; place !== undefined; place = place.parent) branch.push(place.node);
    return branch.reverse();
  }

  /**
   * The tree as plain nodes, roots first, children in file order. A conversation without branches is as deep as it is long:
   * walk it with a loop.
   */
  roots(): SessionTreeNode[] {
    interface Growing extends SessionTreeNode {
      readonly children: Growing[];
    }
    const roots: Growing[] = [];
    const grown = new Map<string, Growing>();
    for (const {
      node: { id, parentId },
    } of this.#nodes.values()) {
      const node: Growing = { id, label: this.#labels.get(id) ?? null, children: [] };
      grown.set(id, node);
      const siblings = parentId === null ? roots : (grown.get(parentId)?.children ?? roots);
      siblings.push(node);
    }
    return roots;
  }
}
