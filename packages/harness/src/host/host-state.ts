import { Hooks } from '@cmd-mods/hooks';
import type {
  AgentDefinition,
  CommandDefinition,
  Diagnostic,
  EventName,
  FlagDefinition,
  HookName,
  ModContext,
  ModErrorEvent,
  ModUi,
  NoticeLevel,
  ObservableEvent,
  ProviderModule,
  ShortcutDefinition,
  ToolModule,
} from '@cmd-mods/mod-api';
import { diagnostic, type HarnessCode } from '../diagnostics.ts';
import { isRecord } from '../hooks/content.ts';
import type { ModHookEvents } from '../hooks/mod-events.ts';
import { raised } from '../hooks/raised.ts';
import { MOD_HOOK_REDUCERS } from '../hooks/reducers.ts';
import type { HookCall, HookScope, ModIdentity, Wait } from '../hooks/scope.ts';
import { isThenable } from '../hooks/thenable.ts';
import type { HarnessBinding } from './binding.ts';
import { messageOf, missingMember, whereThrown } from './explain-error.ts';
import { guard } from './guard.ts';
import type { HostClock } from './host-clock.ts';
import type { ModRecord } from './mod-record.ts';
import { NamedRegistry } from './named-registry.ts';
import { type HostScreen, Surface } from './surface.ts';

/** Answers dialogs in place of a screen. A question without an answer takes the headless default. */
export type Dialogs = Partial<Pick<ModUi, 'confirm' | 'select' | 'input'>>;

/** A handler of `cmd.on`. */
export interface Observer {
  readonly mod: ModRecord;
  readonly handler: (event: never) => unknown;
}

/** A path with skills in it, and the mod that added it or the package that ships it. */
export interface SkillsPath {
  /** Absolute. */
  readonly path: string;
  readonly mod?: string;
  readonly package?: string;
}

/** What a host and the pieces of its API share. */
export interface HostStateOptions {
  readonly cwd: string;
  /** Where the mods' stores are kept; in memory when left out. */
  readonly storeFolder: string | undefined;
  readonly dialogs: Dialogs;
  /** `undefined` in a headless host. */
  readonly screen: HostScreen | undefined;
  readonly clock: HostClock;
}

/** Everything that a mod host knows: what mods registered, and the harness it is bound to. */
export class HostState {
  readonly cwd: string;
  readonly storeFolder: string | undefined;
  readonly dialogs: Dialogs;
  readonly screen: HostScreen | undefined;
  readonly clock: HostClock;

  readonly records: ModRecord[] = [];
  readonly diagnostics: Diagnostic[] = [];

  readonly tools: NamedRegistry<ToolModule> = new NamedRegistry();
  readonly commands: NamedRegistry<CommandDefinition> = new NamedRegistry();
  readonly flags: NamedRegistry<FlagDefinition> = new NamedRegistry();
  readonly providers: NamedRegistry<ProviderModule> = new NamedRegistry();
  readonly renderers: NamedRegistry<(data: unknown) => readonly string[]> = new NamedRegistry();
  readonly agents: NamedRegistry<AgentDefinition> = new NamedRegistry();
  readonly shortcuts: NamedRegistry<ShortcutDefinition> = new NamedRegistry();
  readonly exposed: NamedRegistry<(...args: never[]) => unknown> = new NamedRegistry();
  readonly skillsPaths: Set<SkillsPath> = new Set();
  /** The hooks that mods have, one entry a registration; the engine itself does not list what it holds. */
  readonly hookNames: Set<{ readonly name: HookName; readonly mod: ModRecord }> = new Set();
  /** What has begun and not ended. */
  readonly waits: Set<Wait> = new Set();
  readonly observers: Map<EventName, readonly Observer[]> = new Map();
  readonly channels: Map<string, readonly Observer[]> = new Map();
  readonly surface: Surface = new Surface((mod, hook, error) => this.reportError(mod, hook, error));

  /** Values that `--mod-option` gave, by flag. */
  readonly flagValues: Map<string, boolean | string> = new Map();
  /** The flags that were read before a session was bound, and by whom last. */
  readonly earlyFlags: Map<string, ModRecord> = new Map();
  /** `cmd.state`, by mod name; it outlives a reload. */
  readonly sessionValues: Map<string, Map<string, unknown>> = new Map();
  /** The tools that a factory chose before a session was bound. */
  requestedTools: readonly string[] | undefined;
  /** What was asked of the session before one was bound, in order. */
  readonly whenBound: ((binding: HarnessBinding) => void)[] = [];

  readonly hooks: Hooks<ModHookEvents, HookScope, ModIdentity>;
  binding: HarnessBinding | undefined;
  /** Told of every hook call outside runs, when somebody watches. */
  watchHooks: ((call: HookCall) => void) | undefined;
  /** The code whose tools the present session has. */
  serving: ReadonlySet<ModRecord> = new Set();
  /** Replaced code whose tools still serve the present session. */
  readonly replaced: ModRecord[] = [];
  readonly #contexts = new Map<string, ModContext>();
  readonly #failedObservers = new WeakSet<ModRecord>();
  /** Whose handler is being called. */
  #observer: ModRecord | undefined;
  /** How many calls of listeners are under way, one inside the other, and whether that became too many. */
  #chain = 0;
  #isChainCut = false;
  /** How often each mod has done what may be answered to itself, without a pause, by mod and what it did. */
  readonly #bursts = new Map<string, number>();

  constructor(options: HostStateOptions) {
    this.cwd = options.cwd;
    this.storeFolder = options.storeFolder;
    this.dialogs = options.dialogs;
    this.screen = options.screen;
    this.clock = options.clock;
    if (options.screen?.repaint !== undefined) this.surface.repaint = options.screen.repaint;
    this.hooks = new Hooks<ModHookEvents, HookScope, ModIdentity>({
      context: this.scopeAroundRuns(),
      reducers: MOD_HOOK_REDUCERS,
      onError: ({ source, event, error, context }) => {
        if (source !== undefined) context.report(source, event, error);
      },
    });
  }

  /** Emits through the harness, or holds the event until one is bound. */
  emit(event: ObservableEvent): void {
    this.withBinding((binding) => binding.emit(event));
  }

  /** Acts on the session now, or as soon as one is bound. */
  withBinding(act: (binding: HarnessBinding) => void): void {
    if (this.binding === undefined) this.whenBound.push(act);
    else act(this.binding);
  }

  /** Something of a mod failed. */
  reportError(mod: ModIdentity, hook: string, error: unknown): void {
    this.emit({ type: 'mod_error', modId: mod.id, hook, error });
  }

  /** Keeps a diagnostic about a mod and shows it as a notice. */
  note(found: Diagnostic): void {
    this.diagnostics.push(found);
    if (found.severity !== 'info') {
      this.emit({ type: 'notice', level: found.severity, message: noticeText(found) });
    }
  }

  /** The same as advice to an author: once for each mod, however often the cause comes back. */
  advise(mod: ModRecord, code: HarnessCode, message: string, hint?: string): void {
    if (!mod.isNews(message)) return;
    this.note(diagnostic(code, { message, mod: mod.name, ...(hint === undefined ? {} : { hint }) }));
  }

  /** Raises a notice of a mod. One that raises them without a pause is cut short: it answers its own, most likely. */
  notice(mod: ModRecord, level: NoticeLevel, message: string): void {
    if (this.#isBurst(mod, 'notify', MAX_BURST)) this.#looped(mod, 'notice');
    else this.emit({ type: 'notice', level, message });
  }

  /** Counts what a mod does without a pause: until the process gets to something else. @returns whether it is more than `most`. */
  #isBurst(mod: ModRecord, what: string, most: number): boolean {
    const key = `${mod.id} ${what}`;
    const count = (this.#bursts.get(key) ?? 0) + 1;
    if (this.#bursts.size === 0) setImmediate(() => this.#bursts.clear()).unref();
    this.#bursts.set(key, count);
    return count > most;
  }

  /** Hands an event to the observers of its type. A handler that throws becomes `mod_error`. */
  observe(event: ObservableEvent): void {
    if (event.type === 'mod_error') this.#explain(event);
    const observers = this.observers.get(event.type);
    if (observers === undefined) return;
    const before = this.#observer;
    const isAnswered = ANSWERED.has(event.type);
    for (const { mod, handler } of observers) {
      // A handler that waits a moment before it answers is no part of the chain of events, and would still never end.
      if (isAnswered && this.#isBurst(mod, event.type, MAX_ANSWERS)) {
        this.#looped(mod, event.type);
        continue;
      }
      this.#observer = mod;
      guard(
        () => this.#watchAnswer(mod, event.type, handler(event as never)),
        (error) => this.#observerFailed(mod, event, error),
      );
    }
    this.#observer = before;
  }

  /** An event was raised in answer to an event in answer to an event, and so on, and was dropped. */
  echoed(event: ObservableEvent): void {
    const mod = this.#observer;
    // Said a moment later, when the chain of answers has ended: what is said is an event too.
    if (mod !== undefined) queueMicrotask(() => this.#looped(mod, event.type));
  }

  /**
   * Calls listeners, which may do what calls listeners in turn. A chain that goes on for ever is cut, with what else hangs on it, and its
   * mod is told: it would end the process.
   *
   * @param what - What was raised, for the message.
   */
  callListeners(mod: ModRecord, what: string, call: () => void): void {
    if (this.#isChainCut) return;
    if (this.#isBurst(mod, what, MAX_CALLS)) {
      this.#looped(mod, what);
      return;
    }
    if (this.#chain >= MAX_CHAIN) {
      this.#isChainCut = true;
      this.#looped(mod, what);
      return;
    }
    this.#chain += 1;
    try {
      call();
    } finally {
      this.#chain -= 1;
      if (this.#chain === 0) this.#isChainCut = false;
    }
  }

  #looped(mod: ModRecord, type: string): void {
    this.advise(
      mod,
      'MOD_EVENT_LOOP',
      `"${mod.name}" raises "${type}" again and again in answer to events. What went too far was dropped.`,
    );
  }

  /** Says what a mod most likely meant when it called something that is not there. */
  #explain({ modId, error }: ModErrorEvent): void {
    const mod = this.records.find(({ id }) => id === modId);
    const missing = mod === undefined ? undefined : missingMember(error, mod);
    if (mod === undefined || missing === undefined) return;
    this.advise(mod, 'MOD_MEMBER_UNKNOWN', `"${mod.name}" calls "${missing.member}".`, missing.hint);
  }

  /** A decision that a handler returns is lost, which its author should know. */
  #watchAnswer(mod: ModRecord, type: string, answer: unknown): unknown {
    if (isThenable(answer)) return answer.then((settled) => this.#watchAnswer(mod, type, settled));
    const decision = decisionIn(answer);
    if (decision === undefined) return undefined;
    this.advise(
      mod,
      'MOD_OBSERVER_DECIDES',
      `"${mod.name}" returns ${decision} from its handler of "${type}", and nobody reads that.`,
    );
    return undefined;
  }

  #observerFailed(mod: ModRecord, event: ObservableEvent, error: unknown): void {
    if (event.type !== 'mod_error') {
      this.reportError(mod, `on:${event.type}`, error);
      return;
    }
    // A handler of mod_error that throws would be called with its own error, and again: it is kept as a diagnostic instead, once
    // for each mod, since the notice that goes with it may come back here by way of another handler that throws.
    if (this.#failedObservers.has(mod)) return;
    this.#failedObservers.add(mod);
    const where = whereThrown(error, mod.file);
    this.note(
      diagnostic('MOD_OBSERVER_FAILED', {
        message: `The mod_error handler of "${mod.name}" threw: ${messageOf(error)}`,
        mod: mod.name,
        ...(where === undefined ? {} : { where }),
        cause: error,
      }),
    );
  }

  /**
   * The scope of hooks that fire around runs: typed input, permission prompts, session start and end.
   * @param only - The id of the one mod whose hooks are called; all are when left out.
   */
  scopeAroundRuns(only?: string): HookScope {
    const state = this;
    return {
      contextFor: (mod) => this.#contextAroundRuns(mod),
      only,
      deadline: undefined,
      waits: this.waits,
      get observe() {
        return state.watchHooks;
      },
      report: (mod, hook, error) => this.reportError(mod, hook, error),
      warn: (mod, message) =>
        this.emit({ type: 'notice', level: 'warning', message: `[${mod.name}] ${message}` }),
    };
  }

  #contextAroundRuns(mod: ModIdentity): ModContext {
    const known = this.#contexts.get(mod.id);
    const session = this.binding?.sessionFor(mod);
    // The session comes and goes with the binding, so a context that was made without one is not kept.
    if (known !== undefined && known.session === session) return known;
    const context: ModContext = {
      emit: (event) => this.emit(raised(event)),
      signal: NEVER_ABORTED,
      cwd: this.cwd,
      ...(session === undefined ? {} : { session }),
    };
    this.#contexts.set(mod.id, context);
    return context;
  }
}

/** More notices than that in one go are no messages to a person any more. */
const MAX_BURST = 500;

/** The events that a mod's own calls raise outside of a run: whoever answers one of them may answer himself. */
const ANSWERED: ReadonlySet<string> = new Set<EventName>([
  'notice',
  'mod_error',
  'compaction_start',
  'compaction_done',
]);

/** No handler has that many of them to look at in one go. */
const MAX_ANSWERS = 10_000;

/** So many calls of listeners without a pause come from listeners that call one another, a moment later each time. */
const MAX_CALLS = 100_000;

/** Listeners that answer one another deeper than that never come to an end. */
const MAX_CHAIN = 100;

/** What hooks answer with. A handler that returns one of these believes itself to be a hook. */
const DECISIONS = [
  'block',
  'additionalContext',
  'action',
  'continue',
  'terminate',
  'modState',
  'input',
  'content',
  'result',
];

function decisionIn(answer: unknown): string | undefined {
  if (answer === 'allow' || answer === 'deny') return `"${answer}"`;
  if (!isRecord(answer)) return undefined;
  const field = DECISIONS.find((name) => Object.hasOwn(answer, name));
  // An event that is handed on, by an arrow function that stores it say, has such fields too.
  return field === undefined || Object.hasOwn(answer, 'type') ? undefined : `{${field}}`;
}

const NEVER_ABORTED = new AbortController().signal;

/** What a notice says of a diagnostic. */
export function noticeText(found: Diagnostic): string {
  return [found.message, found.hint].filter((part) => part !== undefined).join(' ');
}
