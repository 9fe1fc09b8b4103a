import type { SessionEntry, SessionHeader } from './entries.ts';

/** What one line of a session file turned out to be. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'header'; readonly header: SessionHeader }
  /** `problem` says why a known type could not be used, `unknownType` that the type is not known; both are foreign. */
  | {
      readonly kind: 'entry';
      readonly entry: SessionEntry;
      readonly problem?: string;
      readonly unknownType?: string;
    }
  | { readonly kind: 'fault'; readonly problem: string; readonly isHeader?: boolean };

/** How every header begins: what is left of a cut one can be told by it. */
const HEADER_START = '{"type":"session"';

/** Reads one line. Pure; never throws. A carriage return at the end, a byte order mark, NUL padding are no faults. */
export function parseLine(line: string): ParsedLine {
  const text = withoutPadding(line);
  if (text === '') return line.includes('\0') ? fault('nothing but NUL bytes') : { kind: 'blank' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const isHeader = text.startsWith(HEADER_START) || HEADER_START.startsWith(text);
    return { kind: 'fault', problem: error instanceof SyntaxError ? 'not JSON' : String(error), isHeader };
  }
  if (!isRecord(value)) return fault('not a JSON object');
  return value.type === 'session' ? parseHeader(value) : parseEntry(value);
}

function withoutPadding(line: string): string {
  const text = line.includes('\0') ? line.replace(/^\0+|\0+$/g, '') : line;
  // `trim` takes the byte order mark and the carriage return along; JSON's own strings are never at the edge of a line.
  return text.trim();
}

function parseHeader(value: Record<string, unknown>): ParsedLine {
  const { id, version, cwd, createdAt } = value;
  if (typeof version !== 'number') return { ...fault('a header without a version'), isHeader: true };
  if (typeof id !== 'string' || id === '') return { ...fault('a header without an id'), isHeader: true };
  return {
    kind: 'header',
    header: {
      type: 'session',
      version,
      id,
      cwd: typeof cwd === 'string' ? cwd : '',
      createdAt: typeof createdAt === 'string' ? createdAt : '',
    },
  };
}

function parseEntry(value: Record<string, unknown>): ParsedLine {
  const { type, id, parentId } = value;
  if (typeof id !== 'string' || id === '') return fault('an entry without an id');
  if (typeof type !== 'string') return fault('an entry without a type');
  if (parentId !== undefined && parentId !== null && typeof parentId !== 'string') {
    return fault('an entry whose parentId is neither a text nor null');
  }
  const check = Object.hasOwn(CHECKS, type) ? CHECKS[type as keyof typeof CHECKS] : undefined;
  const foreign = (): SessionEntry => ({
    type: 'foreign',
    id,
    ...(parentId === undefined ? undefined : { parentId }),
    raw: value,
  });
  if (check === undefined) return { kind: 'entry', entry: foreign(), unknownType: type };
  const problem =
    check.isNode === (parentId !== undefined)
      ? check.problem(value)
      : `a ${type} entry ${check.isNode ? 'needs' : 'has no'} parentId`;
  if (problem !== undefined) return { kind: 'entry', entry: foreign(), problem };
  return { kind: 'entry', entry: value as unknown as SessionEntry };
}

interface Check {
  readonly isNode: boolean;
  /** What the entry lacks; `undefined` when it has all that its type needs. */
  problem(value: Record<string, unknown>): string | undefined;
}

type KnownType = Exclude<SessionEntry['type'], 'foreign'>;

const CHECKS: Readonly<Record<KnownType, Check>> = {
  message: node(({ message }) => need(isMessage(message), 'a message with a role and a list of content')),
  custom: node(({ modId, customType }) =>
    need(typeof modId === 'string' && typeof customType === 'string', 'modId and customType'),
  ),
  custom_message: node(({ modId, customType, content, display }) =>
    need(
      typeof modId === 'string' &&
        typeof customType === 'string' &&
        isBlocks(content) &&
        typeof display === 'boolean',
      'modId, customType, content and display',
    ),
  ),
  mod_state: node(({ slots, removed }) =>
    need(isRecord(slots) && (removed === undefined || isTexts(removed)), 'slots, an object'),
  ),
  state: node(({ interrupted }) => need(typeof interrupted === 'boolean', 'interrupted, true or false')),
  rewrite: node(({ keepId }) => need(keepId === null || typeof keepId === 'string', 'keepId, an id or null')),
  leaf: note(({ targetId }) =>
    need(targetId === null || typeof targetId === 'string', 'targetId, an id or null'),
  ),
  label: note(({ targetId, label }) =>
    need(typeof targetId === 'string' && (label === null || typeof label === 'string'), 'targetId and label'),
  ),
  name: note(({ name }) => need(typeof name === 'string', 'name, a text')),
};

function node(problem: Check['problem']): Check {
  return { isNode: true, problem };
}

function note(problem: Check['problem']): Check {
  return { isNode: false, problem };
}

function need(isThere: boolean, what: string): string | undefined {
  return isThere ? undefined : `it needs ${what}`;
}

function fault(problem: string): { readonly kind: 'fault'; readonly problem: string } {
  return { kind: 'fault', problem };
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && (value.role === 'user' || value.role === 'assistant') && isBlocks(value.content);
}

/** Whether a value is a list of content blocks, as far as a file can tell: objects that name their type. */
export function isBlocks(value: unknown): boolean {
  return Array.isArray(value) && value.every((block) => isRecord(block) && typeof block.type === 'string');
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
