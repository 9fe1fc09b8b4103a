import { type Reducers, type Reduction, sequential, sequentialSync } from '@cmd-mods/hooks';
import type { HookInput } from '@cmd-mods/mod-api';
import type {
  DecidingHook,
  HookAnswers,
  ModHookEvent,
  ModHookEvents,
  ToolCallDecision,
  ToolResultChange,
} from './mod-events.ts';
import type { HookScope, ModIdentity } from './scope.ts';

/** How the answers to one hook become one. The kinds are those of `HOOKS`, which a test holds against this table. */
type HookReduction<TName extends DecidingHook> = Reduction<
  ModHookEvent<TName>,
  HookAnswers[TName],
  HookAnswers[TName] | undefined
>;

/** The same event with other params; the event itself when nothing differs. */
function withParams<TName extends DecidingHook>(
  event: ModHookEvent<TName>,
  changes: Partial<HookInput<TName>>,
): ModHookEvent<TName> {
  // The spread keeps the event's type and replaces fields of its params by fields of the same type.
  return { ...event, params: { ...event.params, ...changes } } as ModHookEvent<TName>;
}

/** One field of the params with another value; that it has the field's type is what each use of `fold` states. */
function changed<TName extends DecidingHook>(
  field: keyof HookInput<TName>,
  value: HookAnswers[TName],
): Partial<HookInput<TName>> {
  return { [field]: value } as unknown as Partial<HookInput<TName>>;
}

/** fold: each mod sees the value as the mod before left it, as `field` of its params; the last value counts. */
function fold<TName extends DecidingHook>(field: keyof HookInput<TName>): HookReduction<TName> {
  return {
    start: () => undefined,
    see: (event, value) => (value === undefined ? event : withParams<TName>(event, changed(field, value))),
    take: (value, answer) => answer ?? value,
    finish: (value) => value,
  };
}

/** first: the first answer ends the asking. */
function first<TName extends DecidingHook>(): HookReduction<TName> {
  return {
    start: () => undefined,
    take: (_value, answer) => answer,
    done: (value) => value !== undefined,
    finish: (value) => value,
  };
}

/** any: the first `true` ends the asking. */
const any: HookReduction<'shouldStopAfterTurn'> = {
  start: () => undefined,
  take: (value, answer) => answer ?? value,
  done: (value) => value === true,
  finish: (value) => value,
};

/** vote: everybody is asked, and a denial stands. */
const vote: HookReduction<'onPermissionRequest'> = {
  start: () => undefined,
  take: (value, answer) => (value === 'deny' ? value : (answer ?? value)),
  finish: (value) => value,
};

/** collect: everything that was said, in order. */
const collect: HookReduction<'appendSystemPrompt'> = {
  start: () => undefined,
  take: (value, answer) => (answer === undefined ? value : [...(value ?? []), ...answer]),
  finish: (value) => value,
};

/** merge: fields are laid over one another, so later mods win. */
function merge<TName extends 'beforeModelRequest' | 'prepareNextTurn'>(): HookReduction<TName> {
  return {
    start: () => undefined,
    take: (value, answer) => (answer === undefined ? value : { ...value, ...answer }),
    finish: (value) => value,
  };
}

/** fold of the typed text; a mod that handled it ends the asking. */
const typedInput: HookReduction<'transformInput'> = {
  start: () => undefined,
  see: (event, value) =>
    value !== undefined && 'text' in value ? withParams(event, { text: value.text }) : event,
  take: (value, answer) => answer ?? value,
  done: (value) => value !== undefined && 'handled' in value,
  finish: (value) => value,
};

/** fold of a tool call's input; a block or an answer ends the asking, and a block wins over an answer. */
const toolCall: HookReduction<'beforeToolCall'> = {
  start: () => undefined,
  see: (event, value) => (value?.input === undefined ? event : withParams(event, { input: value.input })),
  take: (value, answer) => (answer === undefined ? value : joinDecisions(value, answer)),
  done: (value) => value?.block !== undefined || value?.result !== undefined,
  finish: (value) => value,
};

function joinDecisions(earlier: ToolCallDecision | undefined, later: ToolCallDecision): ToolCallDecision {
  const additionalContext = [...(earlier?.additionalContext ?? []), ...(later.additionalContext ?? [])];
  const decision = { ...earlier, ...later, additionalContext };
  if (decision.block === undefined) return decision;
  const { result: _result, ...blocked } = decision;
  return blocked;
}

/** fold of a tool's result: fields that a mod leaves out keep what earlier mods set. */
const toolResult: HookReduction<'afterToolCall'> = {
  start: () => undefined,
  see: (event, value) =>
    value === undefined
      ? event
      : withParams(event, {
          result: value.content ?? event.params.result,
          isError: value.isError ?? event.params.isError,
        }),
  take: (value, answer) => (answer === undefined ? value : joinChanges(value, answer)),
  finish: (value) => value,
};

function joinChanges(earlier: ToolResultChange | undefined, later: ToolResultChange): ToolResultChange {
  return {
    ...earlier,
    ...later,
    additionalContext: [...(earlier?.additionalContext ?? []), ...(later.additionalContext ?? [])],
    modStates: { ...earlier?.modStates, ...later.modStates },
  };
}

/**
 * fold of a chunk of text: a mod that drops a chunk ends it, later mods do not see it. On the final flush everybody is asked,
 * since each may hold something back.
 */
const textDelta: Reduction<ModHookEvent<'transformTextDelta'>, string, string> = {
  start: ({ params }) => params.delta,
  see: (event, text) => (text === event.params.delta ? event : withText(event, text)),
  take: (text, answer) => answer ?? text,
  done: (text, { params }) => text === '' && !params.done,
  finish: (text) => text,
};

/** Written out field by field: it runs for every chunk and every mod, and a spread takes twice as long. */
function withText(
  { type, params }: ModHookEvent<'transformTextDelta'>,
  delta: string,
): ModHookEvent<'transformTextDelta'> {
  const { done, turnNumber, attempt, state } = params;
  return { type, params: { delta, done, turnNumber, attempt, state } };
}

/** One reducer for each hook whose answer counts; the compiler asks for the row of a new one. */
export const MOD_HOOK_REDUCERS: Reducers<ModHookEvents, HookScope, ModIdentity> = {
  transformInput: sequential(typedInput),
  onPermissionRequest: sequential(vote),
  onTurnStart: sequential(fold<'onTurnStart'>('state')),
  beforeModelRequest: sequential(merge<'beforeModelRequest'>()),
  appendSystemPrompt: sequential(collect),
  transformSystemPrompt: sequential(fold<'transformSystemPrompt'>('system')),
  transformContext: sequential(fold<'transformContext'>('messages')),
  transformTextDelta: sequentialSync(textDelta),
  transformMessage: sequential(fold<'transformMessage'>('message')),
  beforeToolCall: sequential(toolCall),
  afterToolCall: sequential(toolResult),
  onTurnEnd: sequential(fold<'onTurnEnd'>('state')),
  shouldStopAfterTurn: sequential(any),
  onStop: sequential(first<'onStop'>()),
  prepareNextTurn: sequential(merge<'prepareNextTurn'>()),
};
