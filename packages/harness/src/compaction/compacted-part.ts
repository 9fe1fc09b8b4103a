import { createHash } from 'node:crypto';
import type { AgentMessage } from '@cmd-mods/mod-api';
import { isRecord, textBlock } from '../hooks/content.ts';

/** What the session keeps of a compaction. */
export interface CompactionRecord {
  readonly summary: string;
  /** How many messages of the transcript it stands for. */
  readonly covered: number;
  /** What these messages were, so that a summary of others is never used for them. */
  readonly digest: string;
}

/** Reads what a session file holds, which anybody may have edited. @returns `undefined` when it is none. */
export function readRecord(value: unknown): CompactionRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { summary, covered, digest } = value;
  if (typeof summary !== 'string' || typeof digest !== 'string') return undefined;
  if (typeof covered !== 'number' || !Number.isInteger(covered) || covered < 1) return undefined;
  return { summary, covered, digest };
}

/** Makes the record of a summary. */
export function recordOf(summary: string, covered: readonly AgentMessage[]): CompactionRecord {
  return { summary, covered: covered.length, digest: digestOf(covered) };
}

/**
 * The beginning of a transcript that is sent as a summary. The summary stands for exactly the messages it was made from: when a
 * mod rewrites one of them, to take a secret out say, they are sent as they are now.
 */
export class CompactedPart {
  readonly record: CompactionRecord;
  readonly #message: AgentMessage;
  /** The messages that were last found to be the covered ones. */
  #known: readonly AgentMessage[] = [];

  constructor(record: CompactionRecord) {
    this.record = record;
    this.#message = {
      role: 'user',
      content: [textBlock(`${INTRODUCTION}\n\n<summary>\n${record.summary}\n</summary>`)],
      meta: { isAutomated: true, source: 'compaction' },
    };
  }

  /** Whether a transcript begins with the covered messages, and goes on. */
  covers(messages: readonly AgentMessage[]): boolean {
    const { covered, digest } = this.record;
    if (messages.length <= covered) return false;
    if (this.#known.length === covered && this.#known.every((one, index) => one === messages[index]))
      return true;
    const begin = messages.slice(0, covered);
    if (digestOf(begin) !== digest) return false;
    this.#known = begin;
    return true;
  }

  /** What is sent in place of a transcript: the summary, then what it does not cover. The transcript itself where it does not fit. */
  view(messages: readonly AgentMessage[]): readonly AgentMessage[] {
    return this.covers(messages) ? [this.#message, ...messages.slice(this.record.covered)] : messages;
  }
}

const INTRODUCTION =
  'The conversation up to here was replaced by this summary to make room. Go on from it; what is not in it has to be looked up again.';

function digestOf(messages: readonly AgentMessage[]): string {
  const hash = createHash('sha256');
  for (const message of messages) hash.update(`${JSON.stringify(message)}\n`);
  return hash.digest('base64url');
}
