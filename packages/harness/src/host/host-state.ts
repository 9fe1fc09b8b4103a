import { Hooks } from '@cmd-mods/hooks';
import type {
  AgentDefinition,
  CommandDefinition,
  Diagnostic,
  FlagDefinition,
  HookName,
  ModContext,
  ModUi,
  NoticeLevel,
  ObservableEvent,
  ProviderModule,
  ShortcutDefinition,
  ToolModule,
} from '@cmd-mods/mod-api';
import { diagnostic, type HarnessCode } from '../diagnostics.ts';
import type { ModHookEvents } from '../hooks/mod-events.ts';
import { raised } from '../hooks/raised.ts';
import { MOD_HOOK_REDUCERS } from '../hooks/reducers.ts';
import type { HookCall, HookScope, ModIdentity, Wait } from '../hooks/scope.ts';
import type { HarnessBinding } from './binding.ts';
import type { HostClock } from './host-clock.ts';
import { LoopGuard } from './loop-guard.ts';
import type { ModRecord } from './mod-record.ts';
import { NamedRegistry } from './named-registry.ts';
import { type Observer, Observers } from './observers.ts';
import { type HostScreen, Surface } from './surface.ts';

/** Answers dialogs in place of a screen. A question without an answer takes the headless default. */
export type Dialogs = Partial<Pick<ModUi, 'confirm' | 'select' | 'input'>>;

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
  readonly observers: Observers = new Observers(this);
  readonly loops: LoopGuard = new LoopGuard((mod, what) => this.adviseOfLoop(mod, what));
  /** The listeners of `cmd.events`, by channel. */
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

  /** Tells a mod that it raises something in answer to itself. */
  adviseOfLoop(mod: ModRecord, what: string): void {
    this.advise(
      mod,
      'MOD_EVENT_LOOP',
      `"${mod.name}" raises "${what}" again and again in answer to events. What went too far was dropped.`,
    );
  }

  /** Raises a notice of a mod. */
  notice(mod: ModRecord, level: NoticeLevel, message: string): void {
    if (this.loops.mayNotify(mod)) this.emit({ type: 'notice', level, message });
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

const NEVER_ABORTED = new AbortController().signal;

/** What a notice says of a diagnostic. */
export function noticeText(found: Diagnostic): string {
  return [found.message, found.hint].filter((part) => part !== undefined).join(' ');
}
