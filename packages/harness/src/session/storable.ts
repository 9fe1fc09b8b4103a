import type { AgentMessage, Block } from '@cmd-mods/mod-api';
import { encodeLine, type NodeEntry, type SessionEntry } from './entries.ts';
import { findJsonFault, type JsonFault, withoutJsonFaults } from './json-fault.ts';

/** An entry as it goes into the file. */
export interface StorableEntry {
  readonly line: string;
  /** What reading the line gives, for the tree: nobody else can change it later. */
  readonly stored: SessionEntry;
  /** What the message holds that JSON cannot; it is replaced in the line by a text. */
  readonly fault?: JsonFault;
}

/**
 * Turns an entry into its line. A message is kept by reference, since the next commit tells messages by reference and
 * they are values; everything else is kept as what the line says.
 * The caller has seen to it that everything but a message survives JSON.
 */
export function storable(entry: SessionEntry): StorableEntry {
  if (entry.type !== 'message') {
    const line = encodeLine(entry);
    return { line, stored: JSON.parse(line) as SessionEntry };
  }
  const fault = findJsonFault(entry.message);
  if (fault === undefined) return { line: encodeLine(entry), stored: entry };
  const stored: NodeEntry = { ...entry, message: storableMessage(entry.message) };
  return { line: encodeLine(stored), stored, fault };
}

function storableMessage({ role, content, meta }: AgentMessage): AgentMessage {
  const blocks = content.map((block): Block => {
    const copy = withoutJsonFaults(block);
    return typeof copy === 'object' && copy !== null
      ? (copy as unknown as Block)
      : { type: 'text', text: String(copy) };
  });
  return {
    role,
    content: blocks,
    ...(meta !== undefined && { meta: withoutJsonFaults(meta) as typeof meta }),
  };
}
