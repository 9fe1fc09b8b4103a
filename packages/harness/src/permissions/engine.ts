import type { OnPermissionRequestInput, PermissionAnswer, PermissionMode } from '@cmd-mods/mod-api';
import { formatPermissionRule, type PermissionRule } from './rule.ts';

/** What becomes of a tool call. */
export type PermissionDecision =
  | { readonly behavior: 'allow' }
  /** This call is answered with `message` as an error, and the run goes on. */
  | { readonly behavior: 'refuse'; readonly message: string }
  /** The whole batch is answered without running, and the run stops after the turn. */
  | { readonly behavior: 'deny'; readonly message: string };

/** Asks about one call; anything but the two answers is no opinion. */
export type PermissionAsk = (
  request: OnPermissionRequestInput,
  signal?: AbortSignal,
) => Promise<PermissionAnswer | undefined>;

/** What an engine works with. */
export interface PermissionEngineOptions {
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The mode that holds now; a check may name another one, pinned for its round. */
  readonly mode: () => PermissionMode;
  readonly allow: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
  /** `--dangerously-skip-permissions`: what would ask is allowed. */
  readonly skipPermissions: boolean;
  readonly isReadOnly: (toolName: string) => boolean;
  /** The mods' `onPermissionRequest`, with deny winning over allow. On a safety prompt an `'allow'` is ignored here. */
  readonly ask: PermissionAsk;
  /** The person, asked when the mods leave it open. Left out where nobody can be asked: then it is denied. */
  readonly askPerson?: PermissionAsk;
}

/** One call to judge. */
export interface PermissionCheck {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What {@link PermissionEngine.generateDescription} gave. */
  readonly description: string | null;
  readonly permissionMode?: PermissionMode;
  readonly signal?: AbortSignal;
}

/** Judges tool calls. */
export interface PermissionEngine {
  /** One line that says what a call does, for the person and for `tool_running`. */
  generateDescription(call: Pick<PermissionCheck, 'toolName' | 'input'>): Promise<string>;
  /**
   * Decides about one call, by the table in docs/permissions.md.
   * What `ask` throws is thrown, and the caller denies then; an abort while somebody is asked denies.
   */
  check(call: PermissionCheck): Promise<PermissionDecision>;
}

/**
 * Makes the engine that judges tool calls. It holds no state: rules and mode are read at each check.
 *
 * Source: hooks and events page, "Tool-dispatch order"; mods page, `onPermissionRequest`.
 */
export function createPermissionEngine(options: PermissionEngineOptions): PermissionEngine {
  return {
    async generateDescription({ toolName, input }) {
      const { describeToolCall } = await import('./describe.ts');
      return describeToolCall(toolName, input);
    },
    check: (call) => decide(options, call),
  };
}

const ALLOW: PermissionDecision = { behavior: 'allow' };
const EDITS = new Set(['write_file', 'edit_file']);

/** The steps of the table, first that decides. */
async function decide(options: PermissionEngineOptions, check: PermissionCheck): Promise<PermissionDecision> {
  const { toolName, input } = check;
  const call = { toolName, input, cwd: options.cwd };
  // Loaded with the first call: a run without tools is the commonest start of all.
  const [{ allowingRule, denyingRule }, { isSafetyForced }] = await Promise.all([
    import('./match-rule.ts'),
    import('./safety.ts'),
  ]);
  const mode = check.permissionMode ?? options.mode();

  const denying = await denyingRule(options.deny, call);
  if (denying !== undefined)
    return deny(`The rule ${formatPermissionRule(denying)} denies this call of ${toolName}.`);
  const isReadOnly = options.isReadOnly(toolName);
  if (mode === 'plan' && !isReadOnly) return refuseInPlanMode(toolName);
  if (options.skipPermissions) return ALLOW;

  const danger = isSafetyForced(call);
  if (danger === null) {
    if (isReadOnly || (await allowingRule(options.allow, call)) !== undefined) return ALLOW;
    if (mode === 'accept-edits' && EDITS.has(toolName) && typeof input.file_path === 'string') return ALLOW;
  }
  const because = danger === null ? '' : `: ${danger}`;
  if (mode === 'dont-ask')
    return deny(`This call of ${toolName} would need permission, and the mode is dont-ask${because}.`);
  return ask(options, check, because);
}

async function ask(
  options: PermissionEngineOptions,
  { toolName, input, description, signal }: PermissionCheck,
  because: string,
): Promise<PermissionDecision> {
  const isSafetyPrompt = because !== '';
  const request = { toolName, input, description, isSafetyPrompt };
  const mods = await orAborted(options.ask(request, signal), signal);
  if (mods === 'deny') return deny(`A mod denied this call of ${toolName}${because}.`);
  if (mods === 'allow' && !isSafetyPrompt) return ALLOW;
  if (options.askPerson === undefined) {
    return deny(`This call of ${toolName} needs permission, and nobody can be asked${because}.`);
  }
  const person = signal?.aborted ? undefined : await orAborted(options.askPerson(request, signal), signal);
  return person === 'allow'
    ? ALLOW
    : deny(`Permission for this call of ${toolName} was not given${because}.`);
}

function deny(message: string): PermissionDecision {
  return { behavior: 'deny', message };
}

function refuseInPlanMode(toolName: string): PermissionDecision {
  const message =
    `Plan mode is on: ${toolName} did not run, since only read-only tools do. ` +
    'Read what you need, then present the plan; what changes anything comes after the person has accepted it.';
  return { behavior: 'refuse', message };
}

/** What is awaited, or `undefined` once the signal is aborted: an interrupted run does not wait for an answer. */
async function orAborted<TValue>(
  work: Promise<TValue>,
  signal: AbortSignal | undefined,
): Promise<TValue | undefined> {
  if (signal === undefined) return work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
