import type { AgentMessage, Block, CustomEntry, ModSession } from '@cmd-mods/mod-api';
import type { NewEntry } from './entries.ts';
import { findJsonFault } from './json-fault.ts';
import { isBlocks } from './parse-line.ts';

/** What a mod's view of the session needs of the session. */
export interface ModSessionStore {
  readonly sessionId: string;
  /** Appends an entry and gives its id. */
  append(entry: NewEntry): string;
  /** The stored entries of the mod, which must not be handed on. */
  customEntries(customType: string): readonly CustomEntry[];
  /** The message of a custom message that was just appended. */
  pendingMessage(entryId: string): AgentMessage | undefined;
}

/**
 * The session as one mod sees it. What goes in and out is copied, so that a mod can change neither what is stored nor what
 * another reads. Every fault of an argument is a `TypeError` that names the method.
 */
export function createModSession(modId: string, store: ModSessionStore): ModSession {
  return Object.freeze({
    sessionId: store.sessionId,
    appendCustomEntry: (entry) => {
      const call = 'session.appendCustomEntry';
      const customType = checkedType(call, entry);
      const { data } = entry;
      if (data === undefined) return store.append({ type: 'custom', modId, customType });
      mustSurvive(call, 'data', data);
      return store.append({ type: 'custom', modId, customType, data });
    },
    appendCustomMessageEntry: (entry) => {
      const call = 'session.appendCustomMessageEntry';
      const customType = checkedType(call, entry);
      const content = checkedContent(call, entry.content);
      const { display, details } = entry;
      if (typeof display !== 'boolean') throw new TypeError(`${call}: display must be true or false.`);
      if (details !== undefined) mustSurvive(call, 'details', details);
      const fields = { type: 'custom_message', modId, customType, content, display } as const;
      const entryId = store.append(details === undefined ? fields : { ...fields, details });
      const message = store.pendingMessage(entryId);
      if (message === undefined) throw new Error(`The session lost its entry ${entryId}.`);
      return { entryId, message };
    },
    getCustomEntries: (query) =>
      store.customEntries(checkedType('session.getCustomEntries', query)).map((entry) => ({
        ...entry,
        ...(isObject(entry.data) && { data: JSON.parse(JSON.stringify(entry.data)) as unknown }),
      })),
  } satisfies ModSession);
}

function checkedType(call: string, argument: { readonly customType: string }): string {
  // A mod may be plain JavaScript, so the types are only its word.
  const customType: unknown = isObject(argument) ? argument.customType : undefined;
  if (typeof customType === 'string' && customType !== '') return customType;
  throw new TypeError(`${call}: customType must be a text that is not empty.`);
}

function checkedContent(call: string, content: string | readonly Block[]): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!isBlocks(content)) throw new TypeError(`${call}: content must be a text or a list of content blocks.`);
  mustSurvive(call, 'content', content);
  return content;
}

function mustSurvive(call: string, name: string, value: unknown): void {
  const fault = findJsonFault(value);
  if (fault === undefined) return;
  const place = fault.path === '' || fault.path.startsWith('[') ? name + fault.path : `${name}.${fault.path}`;
  throw new TypeError(`${call}: ${name} does not survive JSON: ${place} is ${fault.problem}.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
